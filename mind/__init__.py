"""Thinking about dominoes: what to play by what one seat sees, and what each choice was worth.

Pure: it imports nothing but `rules`, knows no clock and no hidden dice, and is never given a position. Its input is the
view that a seat gets by the API (docs/api.md): so what it may know is a matter of wiring. The same view, level and seed
give the same move on every machine.
"""

from .choosing import choose
from .hints import hints
from .levels import LEVELS, PEOPLES_LEVELS, Level
from .seen import NotSeen, Seen
from .study import EVALUATOR, study, summed

__all__ = ["EVALUATOR", "LEVELS", "PEOPLES_LEVELS", "Level", "NotSeen", "Seen", "choose", "hints", "study", "summed"]
