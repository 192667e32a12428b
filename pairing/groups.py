"""Who meets whom in a group where everybody plays everybody, and who is in which group. People are 0 to n - 1."""

from functools import cache
from itertools import combinations, permutations

Tables = tuple[tuple[int, ...], ...]


def duels(n: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The rounds of 2 to 64 people in which each meets each once: Berger's table. With an odd *n*, one sits out.

    The first of a pair leads first. Everybody is first as often as second, give or take one.
    """
    if not 2 <= n <= 64:
        raise ValueError(f"a round robin is for 2 to 64, not {n}")
    last = n - 1 + n % 2  # with an odd number, meeting this one means sitting out
    rounds = []
    for number in range(last):
        pivot = number * (last + 1) // 2 % last
        pairs = [(pivot, last) if number % 2 == 0 else (last, pivot)]
        pairs += [((pivot + step) % last, (pivot - step) % last) for step in range(1, (last + 1) // 2)]
        rounds.append(tuple(pair for pair in pairs if max(pair) < n))
    return tuple(rounds)


@cache
def tables_of(n: int, seats: int, rotating: bool) -> Tables:
    """All tables of a group of 3 to 16, at tables of 3 or 4 *seats*. Partners are at 0 and 2, and at 1 and 3.

    As many people as seats have one table, or three if partners are *rotating*: each with each. More people have as
    many tables as there are people: the first one moved on by 1, again and again. So all sit at the same number of
    tables, and once at each seat. The first table is the one that lets people meet most evenly. With
    *rotating*, first as partners, of whom nobody has one twice, then as opponents, then as either.
    """
    if seats not in (3, 4) or not seats <= n <= 16 or (rotating and seats == 3):
        raise ValueError(f"no tables of {seats} for {n} people" + rotating * " with rotating partners")
    if n == seats:
        return ((0, 2, 1, 3), (0, 1, 2, 3), (0, 1, 3, 2)) if rotating else (tuple(range(n)),)
    orders = permutations if rotating else combinations
    firsts = [(0, *others) for others in orders(range(1, n), seats - 1)]
    first = min(firsts, key=lambda first: _unevenness(first, n, rotating))
    return tuple(tuple((one + step) % n for one in first) for step in range(n))


def _unevenness(first: tuple[int, ...], n: int, rotating: bool) -> tuple[int, ...]:
    """How unevenly people meet at the tables made of the *first*: as partners, opponents, either. Less is better."""
    pairs = list(combinations(range(len(first)), 2))
    partners = [(one, other) for one, other in pairs if rotating and other - one == 2]
    opponents = [pair for pair in pairs if pair not in partners]
    ways = (partners, opponents, pairs)
    return tuple(_squares([first[one] - first[other] for one, other in way], n) for way in ways)


def _squares(steps: list[int], n: int) -> int:
    """How often one person meets each other, squared and added up. Two meet who are any of the *steps* apart."""
    times = [0] * n
    for step in steps:
        times[step % n] += 1
        times[-step % n] += 1
    return sum(each * each for each in times)


def snake(n: int, size: int) -> Tables:
    """Groups of the seeds 0 to n - 1, as even as possible and at most so large: 0, 1, 2, then 5, 4, 3, then 6, 7, 8."""
    count = -(-n // size)
    groups: list[list[int]] = [[] for _ in range(count)]
    for seed in range(n):
        row, column = divmod(seed, count)
        groups[column if row % 2 == 0 else count - 1 - column].append(seed)
    return tuple(map(tuple, groups))
