"""Who meets whom in a round of a Swiss or an arena: fold the entries of equal points, then swap neighbours.

`costs.py` says what a table costs. The first tables cost almost nothing, so few need swaps. If swaps leave a rematch,
or partners who were partners before, we find the cheapest pairs of the people around. Up to 32 entries always get the
cheapest duels there are. No chance is involved: the same entries in any order give the same round.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, groupby

from pairing.costs import APART, PARTNER, Costs, Entrant, Kind, Table, best_split, partner_cost
from pairing.swaps import cheapest_pairs, swap

REACH = (3, 12)  # tables: how far apart two may be that swap people, first and if that isn't enough
AROUND = (32, 128)  # people among whom we look for the cheapest pairs: first few, then many


@dataclass(frozen=True, slots=True)
class Round:
    """The *tables* of a round and its *byes*, by the entries' numbers, the best first.

    At a table the best is first, but with rotating partners, partners are at 0 and 2, and at 1 and 3.
    """

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]


def pair_round(entrants: Iterable[Entrant], kind: Kind, seats: int = 4) -> Round:
    """Pair all *entrants* of a round. *seats* (3 or 4) are those of a pod's table.

    - Duels: with an odd number, one has a bye.
    - Pods of four: tables of three fill up at the bottom, and nobody has a bye unless there are 1, 2 or 5.
    - Pods of three and rotating partners: all tables are full, the rest have byes.

    Byes and tables of three go to those who had the fewest, of these to the lowest.
    """
    seats = {Kind.DUEL: 2, Kind.ROTATING: 4}.get(kind, seats)
    line = sorted(entrants, key=_standing)
    byes, threes = _sizes(len(line), kind, seats)
    line, benched = _lowest(line, byes, lambda one: one.byes)
    line, at_threes = _lowest(line, 3 * threes, lambda one: one.threes)
    tables = _folded(line) if kind is Kind.DUEL else [*_blocks(line, seats), *_blocks(at_threes, 3)]
    tables += _blocks(benched, 1)
    costs = Costs(kind, seats)
    for reach in REACH:
        swap(tables, costs, reach, least=1 if kind is Kind.DUEL else costs.rematch)
    if kind is Kind.DUEL:
        _repair(tables, costs, _cheapest_duels)
    elif kind is Kind.ROTATING:
        _repair(tables, costs, _cheapest_partners)
    swap(tables, costs, len(tables), least=APART)
    return _in_order(tables, kind, seats)


def _standing(one: Entrant) -> tuple[int, int, int]:
    return -one.half_points, one.seed, one.number


def _sizes(count: int, kind: Kind, seats: int) -> tuple[int, int]:
    """How many of so many people have byes, and how many tables of three there are besides those of four."""
    if kind is Kind.POD and seats == 4:
        byes = {1: 1, 2: 2, 5: 1}.get(count, 0)
        return byes, (byes - count) % 4
    return count % seats, 0


def _lowest(
    line: Sequence[Entrant], count: int, times: Callable[[Entrant], int]
) -> tuple[list[Entrant], list[Entrant]]:
    """All but *count* of the *line*, and those: who had it the fewest *times*, of these the lowest."""
    chosen = {one.number for one in sorted(line, key=times, reverse=True)[len(line) - count :]}
    return [one for one in line if one.number not in chosen], [one for one in line if one.number in chosen]


def _folded(line: Sequence[Entrant]) -> list[Table]:
    """An even *line* in duels: top half against bottom half of each score; an odd one joins the next score."""
    tables: list[Table] = []
    floating: list[Entrant] = []
    for _half_points, equals in groupby(line, key=lambda one: one.half_points):
        group = [*floating, *equals]
        half = len(group) // 2
        tables += zip(group[:half], group[half : 2 * half], strict=True)
        floating = group[2 * half :]
    return tables


def _blocks(line: Sequence[Entrant], seats: int) -> list[Table]:
    return [line[first : first + seats] for first in range(0, len(line), seats)]


def _repair(tables: list[Table], costs: Costs, cheapest: Callable[..., list[Table]]) -> None:
    """Pair people anew around each table at which two meet, or are partners, again. Changes *tables*.

    Where few people play, we pair all of them anew: that hardly takes time, and no pairs are cheaper.
    """
    few = len(tables) * costs.seats <= AROUND[0]
    for count in (people // costs.seats for people in AROUND):
        for here in range(len(tables)):
            first = max(0, min(here - count // 2, len(tables) - count))
            around = slice(first, first + count)
            if few or (len(tables[here]) > 1 and costs.table(tables[here]) >= PARTNER):
                after = cheapest(tables[around], costs)
                if sum(map(costs.table, after)) < sum(map(costs.table, tables[around])):
                    tables[around] = after
            if few:
                return


def _cheapest_duels(tables: Sequence[Table], costs: Costs) -> list[Table]:
    """The cheapest duels of the people at *tables*, one of which may be a bye. Of equal ones, most as they were."""
    people: list[Entrant | None] = list(chain.from_iterable(tables))
    together = {frozenset(one.number for one in table) for table in tables}
    if len(people) % 2:
        people.append(None)

    def table_of(*pair: Entrant | None) -> Table:
        return [one for one in pair if one is not None]

    def pair_of(one: Entrant | None, other: Entrant | None) -> int:
        table = table_of(one, other)
        return 2 * costs.table(table) - (frozenset(each.number for each in table) in together)

    return [table_of(*pair) for pair in cheapest_pairs(people, pair_of)]


def _cheapest_partners(tables: Sequence[Table], costs: Costs) -> list[Table]:
    """Full tables of the people at *tables*: first the cheapest partners, then the cheapest tables of them."""
    people = list(chain.from_iterable(table for table in tables if len(table) == 4))
    partners = cheapest_pairs(people, lambda one, other: partner_cost(one, other) + costs.pair(one, other))
    full = cheapest_pairs(partners, lambda one, other: costs.table([*one, *other]))
    return [[*one, *other] for one, other in full] + [table for table in tables if len(table) == 1]


def _in_order(tables: Iterable[Table], kind: Kind, seats: int) -> Round:
    """Best table first, smaller ones last; at each the best first, or partners opposite each other."""
    ordered = [sorted(table, key=_standing) for table in tables]
    ordered.sort(key=lambda table: (len(table) < seats, _standing(table[0])))
    byes = [table[0].number for table in ordered if len(table) == 1]
    seated = [best_split(table)[1] if kind is Kind.ROTATING else table for table in ordered if len(table) > 1]
    return Round(tuple(tuple(one.number for one in table) for table in seated), tuple(byes))
