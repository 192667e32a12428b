"""Full tables for people who wait for a game: whoever has waited longest chooses first, and gets the nearest ratings.

Two people may meet if each has a rating within the other's window. A window widens with the wait. A simulation chose
the numbers (docs/design/matching.md).
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

HOUR = 3_600
SETTLED, PROVISIONAL = 150, 300  # points: the window at first, around a settled and a provisional rating
WIDER, EVERY = 50, 6 * HOUR  # points, and seconds: the window widens by so much each time
PATIENCE = 4  # widenings after which people may meet their last opponents again: a day
TRIED = 24  # the nearest people from whom we fill a table of three or more

Player = TypeVar("Player")


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody who waits for a game.

    - *rating*: in points; *first*: how far from it others may be at first.
    - *since*: when they began to wait, in seconds; their window widens *every* so many seconds.
    - *apart*: people they never meet, such as those they blocked.
    - *met*: their last opponents, whom they meet only after both have been patient for `PATIENCE` widenings.
    """

    person: int
    rating: float
    first: float
    since: float
    every: float = EVERY
    apart: frozenset[int] = frozenset()
    met: frozenset[int] = frozenset()


def window(one: Waiting, now: float) -> float:
    """How far another rating may be from theirs, in points."""
    return one.first + WIDER * _widened(one, now)


def _widened(one: Waiting, now: float) -> float:
    """How often their window has widened."""
    return max(0, (now - one.since) // one.every)


def may_meet(one: Waiting, other: Waiting, now: float) -> bool:
    """Whether the two may sit at one table."""
    if one.person == other.person or one.person in other.apart or other.person in one.apart:
        return False
    if abs(one.rating - other.rating) > min(window(one, now), window(other, now)):
        return False
    just_met = one.person in other.met or other.person in one.met
    return not just_met or min(_widened(one, now), _widened(other, now)) >= PATIENCE


def nearest(waiting: Iterable[Waiting], seats: int, now: float) -> list[tuple[Waiting, ...]]:
    """Full tables of so many *seats*, each beginning with the person who chose. Nobody sits at two.

    All at a table may meet each other. Of those equally near, the one who has waited longest is chosen. No two people
    who may meet both stay alone; a table of three or more is filled from the `TRIED` nearest people.
    """
    by_rating = sorted(waiting, key=lambda one: one.rating)
    ratings = [one.rating for one in by_rating]
    free = {one.person for one in by_rating}
    tables = []
    for one in sorted(by_rating, key=_line):
        if one.person not in free:
            continue
        reach = window(one, now)
        near = by_rating[bisect_left(ratings, one.rating - reach) : bisect_right(ratings, one.rating + reach)]
        others = [other for other in near if other.person in free and may_meet(one, other, now)]
        others.sort(key=lambda other: (abs(other.rating - one.rating), _line(other)))
        if (table := _filled((one,), others[:TRIED], seats, now)) is not None:
            tables.append(table)
            free -= {each.person for each in table}
    return tables


def _line(one: Waiting) -> tuple[float, int]:
    """The order in which people choose."""
    return one.since, one.person


def _filled(
    table: tuple[Waiting, ...], others: Sequence[Waiting], seats: int, now: float
) -> tuple[Waiting, ...] | None:
    """The table with the first of the *others* who may all meet; None if there are too few. All may meet the table."""
    if len(table) == seats:
        return table
    for n, other in enumerate(others):
        rest = [each for each in others[n + 1 :] if may_meet(other, each, now)]
        if (full := _filled((*table, other), rest, seats, now)) is not None:
            return full
    return None


def seated(players: Sequence[Player], sides: int, chance: Random) -> list[Player]:
    """The players by seat, from the strongest to the weakest as given. Chance decides who is first.

    With partners, who sit opposite each other, the strongest plays with the weakest: the sides are as even as can be.
    """
    order = list(players)
    if sides == len(order):
        chance.shuffle(order)
        return order
    order[sides:] = order[: sides - 1 : -1]
    turned = chance.randrange(len(order))
    return order[turned:] + order[:turned]
