"""Who plays with whom: pure functions, to which time and chance are arguments."""

from pairing.nearest import EVERY, PATIENCE, PROVISIONAL, SETTLED, WIDER, Waiting, may_meet, nearest, seated

__all__ = [
    "EVERY", "PATIENCE", "PROVISIONAL", "SETTLED", "WIDER", "Waiting", "may_meet", "nearest", "seated",
]  # fmt: skip
