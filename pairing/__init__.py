"""Who plays with whom: pure functions, to which time and chance are arguments."""

from pairing.bracket import bracket, next_pairs
from pairing.costs import Entrant, Kind
from pairing.groups import duels, snake, tables_of
from pairing.nearest import EVERY, PATIENCE, PROVISIONAL, SETTLED, WIDER, Waiting, may_meet, nearest, seated
from pairing.rounds import Round, pair_round

__all__ = [
    "EVERY", "PATIENCE", "PROVISIONAL", "SETTLED", "WIDER", "Entrant", "Kind", "Round", "Waiting", "bracket", "duels",
    "may_meet", "nearest", "next_pairs", "pair_round", "seated", "snake", "tables_of",
]  # fmt: skip
