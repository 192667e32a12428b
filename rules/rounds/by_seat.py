"""Numbers by seat and by side, and who sits left of whom (rules.md 1)."""

from functools import lru_cache

from ..house.ruleset import RuleSet


def changed(numbers: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    """*numbers* with *number* at *place*."""
    return (*numbers[:place], number, *numbers[place + 1 :])


def scored(rules: RuleSet, totals: tuple[int, ...], seat: int, points: int) -> tuple[int, ...]:
    """*totals* with *points* added to the side of *seat*, if it takes them (`target_at: exact`)."""
    side = rules.side_by_seat[seat]
    if rules.target_at == "exact":
        points = rules.taken(totals[side], points)
    return changed(totals, side, totals[side] + points)


@lru_cache
def left_by_seat(playing: tuple[int, ...], seats: int) -> tuple[int, ...]:
    """For each seat the next one to its left that is among the *playing*: those dealt a hand that haven't left."""
    return tuple(min(playing, key=lambda other: (other - seat - 1) % seats) for seat in range(seats))
