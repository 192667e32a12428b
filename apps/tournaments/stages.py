"""The groups of a cup, a round robin and a knockout, stage by stage. Pure: entries are keys, in order of seeds."""

from collections.abc import Sequence
from typing import NamedTuple

import pairing

FINALISTS = 8  # in the last group of a cup at most
FEW_GROUPS = 4  # of so many groups two entries go on, of more only the first
TO_THREE, MOST_STAGES = 3, 3  # of a cup
OF_FOUR = 4


class Group(NamedTuple):
    """Entries that play each other; so many go *through* to the next stage, none of the last group."""

    entries: tuple[int, ...]
    through: int


def whole(entries: Sequence[int]) -> list[Group]:
    """All in one group, with which it ends."""
    return [Group(tuple(entries), 0)]


def cup(entries: Sequence[int], size: int, smallest: int) -> list[Group]:
    """Groups as even as possible, with the best seeds apart. None has fewer than *smallest* entries."""
    number = min(-(-len(entries) // size), len(entries) // smallest)
    if number <= 1:
        return whole(entries)
    through = 2 if number <= FEW_GROUPS else 1
    largest = -(-len(entries) // number)
    return [Group(tuple(entries[n] for n in group), through) for group in pairing.snake(len(entries), largest)]


def cup_stages(number: int, size: int, smallest: int) -> int:
    """How many stages a cup with so many entries has at most."""
    groups = cup(range(number), size, smallest)
    if len(groups) == 1:
        return 1
    return 2 if sum(group.through for group in groups) <= FINALISTS else MOST_STAGES


def after_cup(through: Sequence[int], stage: int, smallest: int) -> list[Group]:
    """The stage that follows *stage*, for those who go *through*, the best first. The last stage has one group."""
    if len(through) <= FINALISTS or stage + 1 == MOST_STAGES:
        return whole(through[:FINALISTS])
    return cup(through, FINALISTS, smallest)


def knockout(entries: Sequence[int]) -> list[Group]:
    """Pairs of the first stage; an entry alone goes through. The winners of neighbouring pairs meet next."""
    if len(entries) == 2:
        return whole(entries)
    first = pairing.bracket(len(entries))
    return [Group((entries[one],) if other is None else (entries[one], entries[other]), 1) for one, other in first]


def after_knockout(winners: Sequence[int]) -> list[Group]:
    """The pairs of the next stage, from the winners in the order of their pairs."""
    if len(winners) == 2:
        return whole(winners)
    return [Group((one, other), 1) for one, other in zip(winners[::2], winners[1::2], strict=True)]


def knockout_of_fours(entries: Sequence[int]) -> list[Group]:
    """Tables of four of which two go through, so that 32, 16, 8 and 4 entries are left. The best seeds of a field
    between these numbers go through at once; entries of a table of which more or fewer go on are its exception.
    """
    if len(entries) <= OF_FOUR:
        return whole(entries)
    left = OF_FOUR
    while 2 * left < len(entries):
        left *= 2
    too_many = len(entries) - left
    tables = min(-(-too_many // 2), len(entries) // OF_FOUR)
    alone, playing = entries[: len(entries) - OF_FOUR * tables], entries[len(entries) - OF_FOUR * tables :]
    out = [too_many // tables + (n < too_many % tables) for n in range(tables)]
    seated = [tuple(playing[n] for n in group) for group in pairing.snake(len(playing), OF_FOUR)]
    groups = [Group(group, OF_FOUR - gone) for group, gone in zip(seated, out, strict=True)]
    return [*(Group((entry,), 1) for entry in alone), *groups]


def knockout_stages(number: int, *, of_fours: bool) -> int:
    """How many stages a knockout with so many entries has."""
    stages, last = 1, OF_FOUR if of_fours else 2
    while last < number:
        stages, last = stages + 1, 2 * last
    return stages
