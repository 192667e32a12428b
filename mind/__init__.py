"""Chooses domino moves by what one seat sees, and analyses finished games.

Pure: it imports nothing but `rules`, and has no clock and no hidden dice. To choose, it gets the view that a seat gets
by the API (docs/api.md), so it can't know more. The same view, level and seed give the same move on every machine.
"""

from .choosing import choose
from .hints import hints
from .levels import LEVELS, PEOPLES_LEVELS, Level
from .seen import NotSeen, Seen
from .study import EVALUATOR, study, summed

__all__ = ["EVALUATOR", "LEVELS", "PEOPLES_LEVELS", "Level", "NotSeen", "Seen", "choose", "hints", "study", "summed"]
