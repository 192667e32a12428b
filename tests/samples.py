"""Some of many, others with each commit; with BONEYARD_ALL=1 (`make test-all`) all of them.

For tests that ask the same of a long list, one case as good as the other. Every process of a run takes the same.
"""

import os
import subprocess
from collections.abc import Hashable, Iterable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import TypeVar

import rules

T = TypeVar("T")
ALL = os.environ.get("BONEYARD_ALL") == "1"
TABLES = [(key, seats) for key, variant in rules.VARIANTS.items() for seats in variant.seats]
# Rules by which games differ. Of a value with a colon ("tile:6-6") only the part before it counts.
TOLD_APART_BY = ("match", "spinner", "doubles_per_turn", "closing", "draw", "draw_when_able", "drawn_play", "auction",
                 "redeal", "lead_first", "ends", "open_at", "seats")  # fmt: skip


@cache
def commit() -> str:
    """The commit's id, which decides the selection; constant outside a repository."""
    words = ["git", "rev-parse", "--short=12", "HEAD"]
    try:
        done = subprocess.run(words, cwd=Path(__file__).parent, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip()


def some(cases: Iterable[T], number: int, *, always: Iterable[T] = ()) -> list[T]:
    """*number* of the *cases*, in their order, including those of *always*."""
    everything, wanted = list(cases), list(always)
    if ALL:
        return everything
    others = [case for case in everything if case not in wanted]
    drawn = Random(f"{commit()} {everything}").sample(others, max(0, min(len(others), number - len(wanted))))
    return [case for case in everything if case in wanted or case in drawn]


def some_tables(number: int, tables: Iterable[tuple[str, int]] = TABLES) -> list[tuple[str, int]]:
    """*number* of the games with a number of seats, including one of every kind."""
    kinds = {table: kinds_of(*table) for table in tables}
    return some(kinds, number, always=one_of_each(kinds))


def some_games(number: int) -> list[str]:
    """*number* of the games, including one of every kind. For tests that use several numbers of seats."""
    kinds = {
        key: frozenset().union(*(kinds_of(key, n) for n in variant.seats)) for key, variant in rules.VARIANTS.items()
    }
    return some(kinds, number, always=one_of_each(kinds))


def kinds_of(key: str, seats: int) -> frozenset[tuple[str, str]]:
    """The kinds a game belongs to: games of three, of pairs, with an auction …"""
    ruleset = rules.ruleset(key, {}, seats)
    values = {name: str(getattr(ruleset, name)).partition(":")[0] for name in TOLD_APART_BY}
    values["conduct"] = f"{ruleset.variant.conduct}, pairs: {ruleset.pairs}"
    return frozenset(values.items())


def one_of_each(kinds: Mapping[T, frozenset[Hashable]]) -> list[T]:
    """Few cases that include every kind, others with each commit."""
    missing, found = frozenset().union(*kinds.values()), []
    cases = Random(commit()).sample(list(kinds), len(kinds))
    while missing:
        found.append(max(cases, key=lambda case: len(kinds[case] & missing)))
        missing -= kinds[found[-1]]
    return found


def examples(number: int) -> int:
    """The number of examples Hypothesis tries: a quarter of *number*, or all with BONEYARD_ALL=1."""
    return number if ALL else number // 4
