"""Chooses domino moves by what one seat sees, and analyses finished games.

Pure: it imports nothing but `rules`, and has no clock and no hidden dice. To choose, it gets the view that a seat gets
by the API (docs/api.md), so it can't know more. The same view, level and seed give the same move on every machine.
"""

from rules import from_json, to_json

from .analysis.hints import hints
from .analysis.study import EVALUATOR, study, summed
from .choosing import choose
from .levels import LEVELS, PEOPLES_LEVELS, Level
from .seen import NotSeen, SeatView, Seen, read_view

__all__ = [
    "EVALUATOR", "LEVELS", "PEOPLES_LEVELS", "Level", "NotSeen", "SeatView", "Seen", "choose", "from_json", "hints",
    "read_view", "study", "summed", "to_json",
]  # fmt: skip
