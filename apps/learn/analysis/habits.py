"""The cost of a player's moves, and their habits, over their analysed games."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from accounts.models import User
from learn.models import Loss

GAMES = 40  # the newest
FEWEST_TO_COMPARE = 4  # with so many games, the newer half is compared with the older


@dataclass(frozen=True, slots=True)
class Habit:
    """A habit's share of all losses, in percent: in all games, and in the older half (None: too few)."""

    name: str
    percent: int
    before: int | None


@dataclass(frozen=True, slots=True)
class Habits:
    """*a_choice*: the average loss per choice in these *games*, in percent of a typical round's points.

    *newer* and *older* are the same for each half of the games (None: too few), *course* for each game, oldest
    first. *lost_by* lists the costliest habit first.
    """

    games: int
    a_choice: float
    newer: float | None
    older: float | None
    course: tuple[float, ...]
    lost_by: tuple[Habit, ...]


def habits_of(person: User) -> Habits | None:
    """From the newest games; None without an analysed one."""
    lines = list(Loss.objects.filter(player=person).order_by("-over_at")[:GAMES])
    if not lines:
        return None
    half = (len(lines) + 1) // 2 if len(lines) >= FEWEST_TO_COMPARE else len(lines)
    newer, older = lines[:half], lines[half:]
    shares, before = _shares(lines), _shares(older)
    return Habits(
        games=len(lines),
        a_choice=_a_choice(lines),
        newer=_a_choice(newer) if older else None,
        older=_a_choice(older) if older else None,
        course=tuple(_a_choice([line]) for line in reversed(lines)),
        lost_by=tuple(
            Habit(name, percent, before.get(name, 0) if older else None)
            for name, percent in sorted(shares.items(), key=lambda share: -share[1])
        ),
    )


def _a_choice(lines: Sequence[Loss]) -> float:
    choices = sum(line.choices for line in lines)
    return round(100 * sum(line.loss / line.spread for line in lines) / max(choices, 1), 1)


def _shares(lines: Sequence[Loss]) -> dict[str, int]:
    """By habit, in hundredths of all losses."""
    by: dict[str, float] = defaultdict(float)
    for line in lines:
        for name, lost in line.habits.items():
            by[name] += lost / line.spread
    whole = sum(by.values()) or 1.0
    return {name: round(100 * lost / whole) for name, lost in by.items()}
