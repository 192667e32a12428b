"""Figures of analyses, rounded to what is known: a digit smaller than the margin of error says nothing."""

from math import floor, log10

from django.template.defaultfilters import floatformat
from django.utils.translation import ngettext

MOST_PLACES = 1
WHOLE_FROM = 5  # points that a move costs: from here on, tenths say nothing


def places(error: float) -> int:
    """The decimal places that a figure with this margin of *error* deserves: 1 below 0.5, 0 below 5, then tens."""
    return min(MOST_PLACES, -floor(log10(2 * error))) if error > 0 else MOST_PLACES


def of_a_move(figure: float, error: float) -> float:
    """The margin to which a move's *figure* is rounded."""
    return max(error, 0.5) if abs(round(figure, MOST_PLACES)) >= WHOLE_FROM else error


def rounded(figure: float, error: float) -> str:
    """The figure in words, with a minus sign of fixed width that stays on the line of its number."""
    kept = places(error)
    number = floatformat(abs(round(figure, kept)), max(0, kept))
    return number if is_nothing(figure, error) or figure > 0 else f"−{number}"


def is_nothing(figure: float, error: float) -> bool:
    """Whether it rounds to zero."""
    return round(figure, places(error)) == 0


def in_points(figure: float, error: float) -> str:
    """“11 points”, “0.8 points”: what a move costs."""
    error = of_a_move(figure, error)
    kept = places(error)
    number = abs(round(figure, kept))
    # Languages with several plurals use that of 2 for fractions.
    count = int(number) if kept <= 0 or number.is_integer() else 2
    return ngettext("%(n)s point", "%(n)s points", count) % {"n": rounded(abs(figure), error)}
