"""The measured strength of the levels: shares of deals or games won in `python -m mind match`."""

from dataclasses import dataclass
from functools import cache
from json import loads
from pathlib import Path

from django.utils.translation import gettext as _

import mind
from accounts.models import User

MEASURED = Path(mind.__file__).parent / "measured.json"


@dataclass(frozen=True, slots=True)
class Measured:
    """A match: the *share* that *level* won against *against*, ± *error*, in *deals* (each played twice) or
    whole games. *of*: a note of `benchmarks.measured`, which says by it whether a line is old.
    """

    variant: str
    seats: int
    level: str
    against: str
    share: float
    error: float
    deals: int
    whole_games: bool
    of: str = ""

    @property
    def against_words(self) -> str:
        """The other level, in words."""
        named = {
            "greedy": _("a player of the heaviest or highest-scoring tile"),
            "random": _("a random player"),
        }
        return named.get(self.against) or str(User.Level(self.against).label)

    @property
    def percent(self) -> int:
        return round(100 * self.share)

    @property
    def percent_error(self) -> int:
        return max(round(100 * self.error), 1)


@dataclass(frozen=True, slots=True)
class Matches:
    """A level's matches against one other: by game, the result at each number of *seats*."""

    against_words: str
    whole_games: bool
    seats: list[int]
    by_game: dict[str, list[Measured | None]]


def measured(level: str, variant: str = "") -> list[Matches]:
    """The matches of a level in one game, or in all."""
    groups: dict[tuple[str, bool], list[Measured]] = {}
    for each in _all():
        if each.level == level and variant in ("", each.variant):
            groups.setdefault((each.against_words, each.whole_games), []).append(each)
    return [_matches(*about, played) for about, played in groups.items()]


def _matches(against_words: str, whole_games: bool, played: list[Measured]) -> Matches:
    seats = sorted({each.seats for each in played})
    by_table = {(each.variant, each.seats): each for each in played}
    games = dict.fromkeys(each.variant for each in played)
    return Matches(against_words, whole_games, seats, {key: [by_table.get((key, n)) for n in seats] for key in games})


@cache
def _all() -> tuple[Measured, ...]:
    return tuple(Measured(**line) for line in loads(MEASURED.read_bytes()))
