"""Some of many cases, others each day; with BONEYARD_ALL=1 (`make test-all`) all of them.

For tests that ask the same of a long list, one case as good as the other. A draw depends on the day of the commit and
on the cases, so every process of every run of a commit draws the same. BONEYARD_DAY=2026-12-01 draws those of another
day. With BONEYARD_AHEAD=10 (`make test-ahead`) those of the next ten days come along.
"""

import os
import subprocess
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import rules

T = TypeVar("T")
Kinds = frozenset[tuple[str, str]]  # what a case has in common with others: (name, value)
ALL = os.environ.get("BONEYARD_ALL") == "1"
AHEAD = int(os.environ.get("BONEYARD_AHEAD", "0"))
TABLES = [(key, seats) for key, variant in rules.VARIANTS.items() for seats in variant.seats]
# Rules by which games differ. Of a value with a colon ("tile:6-6") only the part before it counts.
TOLD_APART_BY = (
    "match", "spinner", "doubles_per_turn", "closing", "draw", "draw_when_able", "drawn_play", "auction", "redeal",
    "lead_first", "ends", "open_at", "fill", "block_win", "finish", "passes", "out_by", "target_at", "end", "seats",
)  # fmt: skip


@cache
def day() -> date:
    """The day of the commit (UTC), or of BONEYARD_DAY. Outside a repository always the same."""
    if named := os.environ.get("BONEYARD_DAY"):
        return date.fromisoformat(named)
    words = ["git", "show", "--no-patch", "--format=%cd", "--date=format-local:%Y-%m-%d", "HEAD"]
    try:
        done = subprocess.run(
            words, cwd=Path(__file__).parent, env=os.environ | {"TZ": "UTC"}, capture_output=True, text=True
        )
    except OSError:
        return date.min
    return date.fromisoformat(done.stdout.strip()) if done.returncode == 0 else date.min


def days() -> list[date]:
    """The days whose draws this run takes."""
    return [day() + timedelta(days=n) for n in range(AHEAD + 1)]


def shuffled(cases: Iterable[T], on: date, salt: str = "") -> list[T]:
    """The *cases* in the order of that day. It doesn't change where one is added to them.

    *salt* gives tests with the same cases an order each.
    """
    return sorted(cases, key=lambda case: sha256(f"{on} {salt} {case!r}".encode()).digest())


def some(
    cases: Iterable[T], number: int, *, always: Iterable[T] = (), kinds: Mapping[T, Kinds] | None = None, salt: str = ""
) -> list[T]:
    """*number* of the *cases*, in their order, including those of *always* and one of every kind in *kinds*."""
    everything, wanted = list(cases), list(always)
    if ALL or len(everything) <= number:
        return everything
    drawn: list[T] = []
    for on in days():
        first = wanted + one_of_each(kinds or {}, on, salt)
        others = [case for case in everything if case not in first]
        drawn += first + shuffled(others, on, salt)[: max(0, number - len(first))]
    return [case for case in everything if case in drawn]


def some_tables(number: int, tables: Iterable[tuple[str, int]] = TABLES) -> list[tuple[str, int]]:
    """*number* of the games with a number of seats, including one of every kind."""
    kinds = {table: kinds_of(*table) for table in tables}
    return some(kinds, number, kinds=kinds)


def some_games(number: int) -> list[str]:
    """*number* of the games, including one of every kind. For tests that use several numbers of seats."""
    kinds = {
        key: frozenset().union(*(kinds_of(key, n) for n in variant.seats)) for key, variant in rules.VARIANTS.items()
    }
    return some(kinds, number, kinds=kinds)


def kinds_of(key: str, seats: int) -> Kinds:
    """The kinds a game belongs to: games of three, of pairs, with an auction …"""
    ruleset = rules.ruleset(key, {}, seats)
    values = {name: str(getattr(ruleset, name)).partition(":")[0] for name in TOLD_APART_BY}
    values["conduct"] = f"{ruleset.variant.conduct}, pairs: {ruleset.pairs}"
    return frozenset(values.items())


def one_of_each(kinds: Mapping[T, Kinds], on: date, salt: str = "") -> list[T]:
    """Few cases that include every kind, others each day."""
    missing, found = frozenset().union(*kinds.values()), []
    order = shuffled(kinds, on, salt)
    while missing:
        found.append(max(order, key=lambda case: len(kinds[case] & missing)))
        missing -= kinds[found[-1]]
    return found


def examples(number: int) -> int:
    """The number of examples Hypothesis tries: a quarter of *number*, or all with BONEYARD_ALL=1."""
    return number if ALL else number // 4
