"""Who plays with whom: pure functions, to which time and chance are arguments."""

from pairing.bracket import bracket, next_pairs
from pairing.costs import Entrant, Kind
from pairing.groups import duels, snake, tables_of
from pairing.nearest import EVERY, PATIENCE, PROVISIONAL, SETTLED, WIDER, Waiting, may_meet, nearest, seated
from pairing.records import HalfPoints, How, Meeting, Record, shared_half_points
from pairing.rounds import Round, pair_round
from pairing.sure import likely_places
from pairing.tiebreaks import UNITS, Ranked, Tiebreak, ranking

__all__ = [
    "EVERY", "PATIENCE", "PROVISIONAL", "SETTLED", "UNITS", "WIDER", "Entrant", "HalfPoints", "How", "Kind",
    "Meeting", "Ranked", "Record", "Round", "Tiebreak", "Waiting", "bracket", "duels", "likely_places", "may_meet",
    "nearest", "next_pairs", "pair_round", "ranking", "seated", "shared_half_points", "snake", "tables_of",
]  # fmt: skip
