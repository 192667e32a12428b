"""Who plays with whom: pure functions, to which time and chance are arguments."""

from pairing.costs import Entrant, Kind
from pairing.nearest import EVERY, PATIENCE, PROVISIONAL, SETTLED, WIDER, Waiting, may_meet, nearest, seated
from pairing.rounds import Round, pair_round

__all__ = [
    "EVERY", "PATIENCE", "PROVISIONAL", "SETTLED", "WIDER", "Entrant", "Kind", "Round", "Waiting", "may_meet",
    "nearest", "pair_round", "seated",
]  # fmt: skip
