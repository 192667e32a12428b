"""Full tables for people who wait for a game: whoever has waited longest chooses first, and gets the nearest ratings.

Two people may meet if each has a rating within the other's window. A window widens with the wait. A simulation chose
the numbers (docs/design/matching.md).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

HOUR = 3_600
SETTLED, PROVISIONAL = 100, 300  # points: the window at first, around a settled and a provisional rating
WIDER, EVERY = 25, HOUR  # points, and seconds: the window widens by so much each time
PATIENCE = 12 * HOUR  # until people may meet their last opponents again: a multiple of EVERY, when we look again

Player = TypeVar("Player")


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody who waits for a game.

    - *rating*: in points; *first*: how far from it others may be at first.
    - *since*: when they began to wait, in seconds.
    - *apart*: people they never meet, such as those they blocked.
    - *met*: their last opponents, whom they meet only after both have waited for `PATIENCE`.
    """

    person: int
    rating: float
    first: float
    since: float
    apart: frozenset[int] = frozenset()
    met: frozenset[int] = frozenset()


def window(one: Waiting, now: float) -> float:
    """How far another rating may be from theirs, in points."""
    return one.first + WIDER * max(0, (now - one.since) // EVERY)


def may_meet(one: Waiting, other: Waiting, now: float) -> bool:
    """Whether the two may sit at one table."""
    if one.person == other.person or one.person in other.apart or other.person in one.apart:
        return False
    if abs(one.rating - other.rating) > min(window(one, now), window(other, now)):
        return False
    just_met = one.person in other.met or other.person in one.met
    return not just_met or now - max(one.since, other.since) >= PATIENCE


def nearest(waiting: Iterable[Waiting], seats: int, now: float) -> list[tuple[Waiting, ...]]:
    """Full tables of so many *seats*, each beginning with the person who chose. Nobody sits at two.

    All at a table may meet each other. Of those equally near, the one who has waited longest is chosen. The people
    who are left can't fill one more table.
    """
    line = sorted(waiting, key=lambda one: (one.since, one.person))
    tables = []
    while line:
        one, *line = line
        reach = window(one, now)
        near = [other for other in line if abs(other.rating - one.rating) <= reach]
        near.sort(key=lambda other: abs(other.rating - one.rating))  # a stable sort: the line decides between equals
        if (table := _filled((one,), near, seats, now)) is not None:
            tables.append(table)
            people = {each.person for each in table}
            line = [each for each in line if each.person not in people]
    return tables


def _filled(table: tuple[Waiting, ...], near: Sequence[Waiting], seats: int, now: float) -> tuple[Waiting, ...] | None:
    """The table with the first of those *near* who may all meet; None if there are too few."""
    if len(table) == seats:
        return table
    for n, other in enumerate(near):
        fits = all(may_meet(one, other, now) for one in table)
        if fits and (full := _filled((*table, other), near[n + 1 :], seats, now)) is not None:
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
