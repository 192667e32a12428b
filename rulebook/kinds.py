"""The kinds of values that options have, and each value in words."""

from collections.abc import Callable, Mapping
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
class Sum:
    """`equal`, or halves whose sum is the highest number of the set."""

    equal: Text
    together: Text  # contains %(rest)s
    together_listed: Text

    def words(self, value: object) -> str:
        _kind, _colon, number = str(value).partition(":")
        return str(self.together) % {"rest": number} if number else str(self.equal)


@dataclass(frozen=True, slots=True)
class Hands:
    """Certain tiles left in a hand, and their special values."""

    def words(self, value: object) -> str:
        if not value or not isinstance(value, Mapping):
            return _("None")
        return ", ".join(f"{_(' and ').join(hand.split())}: {points}" for hand, points in value.items())


Kind = Switch | Choice | Number | WithTile | WithNumber | Sum | Hands


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
