"""What a table of a round costs: few points between its people, nobody together again, nobody who must stay apart.

All costs are whole numbers, so sums are exact. A weight outweighs all that we add up of weights a thousand times
smaller: rather a second bye than people together who must stay apart, and in duels rather any gap than a rematch. Gaps
stay small enough for this while nobody has more than 50 points.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations

from pairing.records import HalfPoints

APART = 10**15
BYE = 10**12  # for each earlier bye, squared
THREE = 10**9  # for each earlier table of three, squared
PARTNER = 10**6  # for each earlier round as partners, squared


class Kind(StrEnum):
    """Who sits at a table: two entries, four people who change partners each round, or people who play alone."""

    DUEL = "duel"
    ROTATING = "rotating"
    POD = "pod"


# For each earlier meeting, squared. Pods must repeat opponents sooner; with rotating partners that is normal.
REMATCH = {Kind.DUEL: 10**6, Kind.POD: 100, Kind.ROTATING: 4}


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry that plays this round.

    - *seed*: 1 is the strongest.
    - *met*: how often it sat with each other entry, by number; with rotating partners also as partners.
    - *partners*: how often each entry was its partner, by number.
    - *byes*: rounds it sat out. *threes*: tables of three at which it sat where others had four.
    - *apart*: entries that never sit at its table if that can be avoided. One of the two naming the other is enough.
    """

    number: int
    half_points: HalfPoints
    seed: int
    met: Mapping[int, int] = field(default_factory=dict)
    partners: Mapping[int, int] = field(default_factory=dict)
    byes: int = 0
    threes: int = 0
    apart: frozenset[int] = frozenset()


Table = Sequence[Entrant]


@dataclass(frozen=True, slots=True)
class Costs:
    """The costs of a round of a *kind*, at tables of so many *seats*."""

    kind: Kind
    seats: int

    @property
    def rematch(self) -> int:
        """The cost of two people who meet for the second time."""
        return REMATCH[self.kind]

    def pair(self, one: Entrant, other: Entrant) -> int:
        """The cost of two people at one table."""
        gap = one.half_points - other.half_points
        cost = gap * gap
        if times := one.met.get(other.number):
            cost += REMATCH[self.kind] * times * times
        if other.number in one.apart or one.number in other.apart:
            cost += APART
        return cost

    def table(self, table: Table) -> int:
        """The cost of a table. A table of one is a bye: the fewer points, the cheaper."""
        if len(table) == 1:
            [one] = table
            return BYE * one.byes**2 + 4 * one.half_points**2  # times 4: no saved gap at a table of four is worth more
        cost = sum([self.pair(one, other) for one, other in combinations(table, 2)])
        if self.kind is Kind.ROTATING:
            cost += best_split(table)[0]
        if len(table) < self.seats:
            cost += THREE * sum(one.threes**2 for one in table)
        return cost


def partner_cost(one: Entrant, other: Entrant) -> int:
    """The cost of two partners, besides that of a table."""
    return PARTNER * one.partners.get(other.number, 0) ** 2


def best_split(table: Table) -> tuple[int, Table]:
    """What partners cost at a table of four, best first, and its seats: partners at 0 and 2, and at 1 and 3.

    The cheapest of the three splits; of equals, the best with the last.
    """
    a, b, c, d = table
    splits = [(a, b, d, c), (a, b, c, d), (a, c, b, d)]
    costs = [partner_cost(one, its) + partner_cost(other, their) for one, other, its, their in splits]
    cheapest = min(costs)
    return cheapest, splits[costs.index(cheapest)]
