"""Two ways to make tables cheaper: swaps between neighbouring tables, and the cheapest pairs of all."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import TypeVar

from pairing.costs import Costs, Table

Item = TypeVar("Item")


def swap(tables: list[Table], costs: Costs, reach: int, least: int) -> None:
    """Swap people between tables at most *reach* apart while that makes two tables cheaper. Changes *tables*.

    We begin at the tables that cost *least* or more. An equal cost is no reason to swap: the order as given stands.
    """
    now = [costs.table(table) for table in tables]
    todo = [here for here in reversed(range(len(tables))) if now[here] >= least]
    while todo:
        here = todo.pop()
        saved, best = 0, (here, tables[here], tables[here])
        for there in _around(here, reach, len(tables)):
            before = now[here] + now[there]
            for at_most, a, b in _savings(tables[here], tables[there], before, costs):
                if at_most > saved:
                    one, other = _swapped(tables[here], tables[there], a, b)
                    if (saves := before - costs.table(one) - costs.table(other)) > saved:
                        saved, best = saves, (there, one, other)
        if saved:
            there, tables[here], tables[there] = best
            now[here], now[there] = costs.table(tables[here]), costs.table(tables[there])
            todo += [there, here]


def _around(here: int, reach: int, count: int) -> Iterator[int]:
    """The other tables within *reach*, the nearest first, of two as near the lower one."""
    for step in range(1, reach + 1):
        if here + step < count:
            yield here + step
        if here >= step:
            yield here - step


def _savings(one: Table, other: Table, before: int, costs: Costs) -> Iterator[tuple[int, int, int]]:
    """For each swap: what it saves at most, and the two seats. *before* is what the tables cost now.

    A swap can save all that two tables cost besides their pairs, and what the pairs then save: both are sums that we
    need only once for all swaps. Two duels need only half the swaps: the rest are the same pairs.
    """
    across = [[costs.pair(a, b) for b in other] for a in one]
    ones = [sum([costs.pair(a, x) for x in one if x is not a]) for a in one]
    others = [sum([costs.pair(b, x) for x in other if x is not b]) for b in other]
    besides = before - (sum(ones) + sum(others)) // 2
    to_one = [sum(column) for column in zip(*across, strict=True)]
    for a in reversed(range(1 if len(one) == len(other) == 2 else 0, len(one))):
        kept = besides + ones[a] - sum(across[a])
        for b in reversed(range(len(other))):  # of equal swaps, the lowest first: a fold stays a fold
            yield kept + others[b] - to_one[b] + 2 * across[a][b], a, b


def _swapped(one: Table, other: Table, a: int, b: int) -> tuple[Table, Table]:
    """Both tables after the people at seat *a* of one and *b* of the other have swapped."""
    return [*one[:a], other[b], *one[a + 1 :]], [*other[:b], one[a], *other[b + 1 :]]


def cheapest_pairs(items: Sequence[Item], cost: Callable[[Item, Item], int]) -> list[tuple[Item, Item]]:
    """An even number of *items* in pairs, so that no other pairs cost less in all. Up to 128 take below a second."""
    import networkx  # loads 0.2 s, and few rounds need it

    costs = {(a, b): cost(items[a], items[b]) for a, b in combinations(range(len(items)), 2)}
    most = max(costs.values(), default=0)
    graph = networkx.Graph()
    graph.add_weighted_edges_from((a, b, most - each) for (a, b), each in costs.items())
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return [(items[a], items[b]) for a, b in sorted(tuple(sorted(pair)) for pair in pairs)]
