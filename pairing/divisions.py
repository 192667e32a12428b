"""The divisions of a league: who goes up, down, or stays, and where newcomers begin. People are any numbers."""

from collections.abc import Collection, Sequence
from itertools import chain, pairwise

SMALLEST, LARGEST = 6, 10
ODD = 11  # too many for one division and too few for two: the only larger one
ENOUGH = 8  # people of a division; newcomers that make one of their own


def largest(least: int, most: int) -> int:
    """The largest division of a league with *least* to *most* people."""
    return ODD if least <= ODD <= most else min(most, LARGEST)


def movers(sizes: Sequence[int]) -> list[tuple[int, int]]:
    """How many go up and down at the end of a season, for divisions of these *sizes*, the highest first: a quarter.

    As many go up from one division as go down from the one above.
    """
    if not sizes:
        return []
    change = [0, *(min(round(above / 4), round(below / 4)) for above, below in pairwise(sizes)), 0]
    return list(pairwise(change))


def next_divisions(last: Sequence[Sequence[int]], again: Collection[int], new: Sequence[int]) -> list[list[int]]:
    """The divisions of the next season, the highest first: of 6 to 10, or one of 11. Fewer than 6 people are together.

    - *last*: the divisions of the season before, each in the order of its places. Empty for the first season.
    - *again*: those of them who play again. The first and last quarter of each division change, whoever plays again.
    - *new*: newcomers, the strongest first. Eight or more of them make the lowest divisions, fewer join the lowest one.

    The best of the division below fill empty places. Nobody else moves, unless there are too few or too many people.
    """
    coming = set(again)
    wanted, came_down = _after(last)
    wanted = [[each for each in division if each in coming] for division in wanted]
    if len(new) >= ENOUGH or not wanted:
        wanted.append([*new])
    else:
        wanted[-1] += new
    return _filled(wanted, came_down)


def _after(last: Sequence[Sequence[int]]) -> tuple[list[list[int]], set[int]]:
    """The divisions after the changes of a season's end, as if all played again; and those who came down."""
    down: list[list[int]] = [[] for _ in last]
    stay: list[list[int]] = [[] for _ in last]
    up: list[list[int]] = [[] for _ in last]
    for number, (division, (rise, fall)) in enumerate(zip(last, movers([*map(len, last)]), strict=True)):
        bottom = len(division) - fall
        stay[number] += division[rise:bottom]
        if rise:
            up[number - 1] += division[:rise]
        if fall:
            down[number + 1] += division[bottom:]
    return [[*chain(*parts)] for parts in zip(down, stay, up, strict=True)], {*chain(*down)}


def _filled(wanted: Sequence[Sequence[int]], came_down: Collection[int]) -> list[list[int]]:
    """These divisions in sizes that can be played. A division that is too small takes the first of the next one, and
    last of these those who *came down*. What is too much for one goes to the next.
    """
    rest = [[*each] for each in wanted if each]
    filled = []
    while rest:
        size = _size(sum(map(len, rest)), len(rest[0]) if len(rest) > 1 else 0)
        fillers = chain(*(sorted(each, key=came_down.__contains__) for each in rest[1:]))
        filled.append([*chain(rest[0], fillers)][:size])
        taken = {*filled[-1]}
        left = [[each for each in division if each not in taken] for division in rest]
        rest = [each for each in ([*chain(*left[:2])], *left[2:]) if each]
    return filled


def _size(people: int, promised: int) -> int:
    """The size of the highest of the divisions of so many *people*: if possible, all who are *promised* a place there
    have one, and nobody else if they are enough. Else all divisions are about even.
    """
    if people <= LARGEST or people == ODD:
        return people
    even = people / -(-people // LARGEST)
    possible = [size for size in range(SMALLEST, LARGEST + 1) if people - size >= SMALLEST and people - size != ODD]
    best = promised if promised >= ENOUGH else even
    return min(possible, key=lambda size: (max(0, promised - size), abs(size - best), -size))
