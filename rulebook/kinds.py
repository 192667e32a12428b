"""The kinds of values that options have, and each value in words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from common.texts import Text


@dataclass(frozen=True, slots=True)
class Pick:
    """One entry of a list of choices. *value*: of the option, or the part before its colon. *listed*: its label.
    *told*: the label of a value that names a tile or number, which replaces %(rest)s."""

    value: object
    listed: Text
    told: Text = ""
    seats: int | None = None  # the only number of seats with this choice


@dataclass(frozen=True, slots=True)
class Switch:
    """Yes or no."""

    def words(self, value: object) -> str:
        return _("Yes") if value else _("No")


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few values."""

    picks: tuple[Pick, ...]

    def words(self, value: object) -> str:
        return next((str(pick.listed) for pick in self.picks if pick.value == value), str(value))


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number; *counted* gives it a unit. *zero*: the text for 0 if it means something special."""

    counted: Callable[[int], str]
    zero: Text = ""
    lowest: int = 0

    def words(self, value: object) -> str:
        return str(self.zero) if self.zero and value == 0 else self.counted(int(str(value)))


@dataclass(frozen=True, slots=True)
class WithTile:
    """One of a few values, some of which name a tile: `tile:6-6`."""

    picks: tuple[Pick, ...]

    def words(self, value: object) -> str:
        return _with_rest(self.picks, value)


@dataclass(frozen=True, slots=True)
class WithNumber:
    """One of a few values, some of which name a number: `rounds:4`."""

    picks: tuple[Pick, ...]

    def words(self, value: object) -> str:
        return _with_rest(self.picks, value)


@dataclass(frozen=True, slots=True)
class WithHighest:
    """One of a few values, some of which name the highest number of the set: `sum:6`."""

    picks: tuple[Pick, ...]

    def words(self, value: object) -> str:
        return _with_rest(self.picks, value)


@dataclass(frozen=True, slots=True)
class Divisors:
    """0, one of the words of *picks*, or the numbers that score where they divide a count: 5, `3+5`. The numbers
    stand behind the pick `count`; *counted* is their text.
    """

    picks: tuple[Pick, ...]
    counted: Callable[[str], str]

    def words(self, value: object) -> str:
        pick = next((pick for pick in self.picks if pick.value == value), None)
        return str(pick.listed) if pick else self.counted(str(value))


@dataclass(frozen=True, slots=True)
class Hands:
    """Certain tiles left in a hand, and their special values."""

    def words(self, value: object) -> str:
        if not value or not isinstance(value, Mapping):
            return _("None")
        return ", ".join(f"{_(' and ').join(hand.split())}: {points}" for hand, points in value.items())


@dataclass(frozen=True, slots=True)
class Tiles:
    """Some tiles: `0-0 1-1`."""

    def words(self, value: object) -> str:
        return str(value).replace(" ", ", ") or _("None")


@dataclass(frozen=True, slots=True)
class Points:
    """Points for some of a few words; none is 0: `{"both": 30}`."""

    picks: tuple[Pick, ...]

    def words(self, value: object) -> str:
        points = value if isinstance(value, Mapping) else {}
        named = [f"{pick.listed}: {points[pick.value]}" for pick in self.picks if pick.value in points]
        return "; ".join(named) or _("None")


@dataclass(frozen=True, slots=True)
class Numbers:
    """Some numbers in their order: `[100, 75, 50, 25]`."""

    def words(self, value: object) -> str:
        return ", ".join(map(str, value)) if value and isinstance(value, Sequence) else _("None")


WithRest = WithTile | WithNumber | WithHighest
Kind = Switch | Choice | Number | WithRest | Divisors | Hands | Tiles | Points | Numbers


def split(picks: tuple[Pick, ...], value: object) -> tuple[Pick | None, str]:
    """The pick of *value* and its tile or number: `tile:6-6` is the pick `tile` and “6-6”."""
    for pick in picks:
        if value == pick.value:
            return pick, ""
        if pick.told and str(value).startswith(f"{pick.value}:"):
            return pick, str(value).removeprefix(f"{pick.value}:")
    return None, ""


def _with_rest(picks: tuple[Pick, ...], value: object) -> str:
    pick, rest = split(picks, value)
    if pick is None:
        return str(value)
    return str(pick.told) % {"rest": rest} if rest else str(pick.listed)
