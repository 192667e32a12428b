"""Converts the value of an option to the texts of its inputs, and back.

An option has up to two inputs: its own (the suffix of the name is "") and one more for the tile or number of a choice.
Hands with special values have two for each. All values are texts, as browsers send them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

import rules
from rulebook.kinds import Choice, Hands, Kind, Number, Pick, Sum, Switch, WithNumber, WithTile, split

Typed = dict[str, str]  # by the suffix of the input's name
MOST_HANDS = 12
LONGEST_TYPED = 100


class Unclear(ValueError):
    """The typed text isn't a value; the sentence says what to type instead."""


@dataclass(frozen=True, slots=True)
class Input:
    """A choice of a list."""

    value: str
    label: str
    chosen: bool
    usual: bool


def ends_of_names(kind: Kind) -> list[str]:
    """The suffixes of the names of all inputs this kind may have."""
    if isinstance(kind, WithTile | WithNumber):
        return ["", "-rest"]
    if isinstance(kind, Hands):
        return [f"-{what}-{n}" for n in range(MOST_HANDS) for what in ("tiles", "points")]
    return [""]


def typed_value(kind: Kind, value: object) -> Typed:
    """The texts of the inputs for *value*."""
    if isinstance(kind, Switch):
        return {"": "on" if value else ""}
    if isinstance(kind, Sum):
        return {"": str(value).partition(":")[0]}
    if isinstance(kind, WithTile | WithNumber):
        pick, rest = split(kind.picks, value)
        return {"": _text(pick), "-rest": rest}
    if isinstance(value, Mapping):  # hands
        hands = list(value.items())[:MOST_HANDS]
        tiles = {f"-tiles-{n}": hand for n, (hand, _points) in enumerate(hands)}
        return tiles | {f"-points-{n}": str(points) for n, (_hand, points) in enumerate(hands)}
    return {"": str(value)}


def meant(kind: Kind, typed: Typed, set_of_tiles: int) -> object:
    """The value of the inputs, not checked against the rules. Raises Unclear."""
    own = typed.get("", "").strip()
    if isinstance(kind, Switch):
        return own == "on"
    if isinstance(kind, Number):
        return _whole(own)
    if isinstance(kind, Sum):
        return f"sum:{set_of_tiles}" if own == "sum" else own
    if isinstance(kind, Hands):
        return _hands(typed)
    pick = next((pick for pick in kind.picks if _text(pick) == own), None)
    if pick is None:
        raise Unclear(_("Please choose one of these."))
    if not pick.told:
        return pick.value
    if isinstance(kind, WithNumber):
        return f"{pick.value}:{_whole(typed.get('-rest', '').strip())}"
    return f"{pick.value}:{_tile(typed.get('-rest', ''))}"


def listed(kind: Kind, typed: Typed, usual: object, seats: int) -> list[Input]:
    """The entries of the list of choices; the default is marked."""
    own, usually = typed.get("", ""), typed_value(kind, usual).get("", "")
    if isinstance(kind, Sum):
        pairs = [("equal", str(kind.equal)), ("sum", str(kind.together_listed))]
    elif isinstance(kind, Choice | WithTile | WithNumber):
        picks = [pick for pick in kind.picks if pick.seats in {None, seats} or _text(pick) == own]
        pairs = [(_text(pick), str(pick.listed)) for pick in picks]
    else:
        return []
    return [Input(value, label, value == own, value == usually) for value, label in pairs]


def heads_with_rest(kind: Kind) -> list[str]:
    """The choices that need a tile or a number."""
    return [_text(pick) for pick in kind.picks if pick.told] if isinstance(kind, WithTile | WithNumber) else []


def tiles_listed(typed: Typed, set_of_tiles: int, *, doubles: bool) -> list[Input]:
    """The tiles of the set, doubles first; a chosen tile stays even if the set no longer has it."""
    own = typed.get("-rest", "")
    tiles = [f"{n}-{n}" for n in range(set_of_tiles, -1, -1) if doubles]
    tiles += [f"{high}-{low}" for high in range(set_of_tiles, 0, -1) for low in range(high - 1, -1, -1)]
    if own and own not in tiles:
        tiles.insert(0, own)
    return [Input(tile, tile, tile == (own or tiles[0]), False) for tile in tiles]


def hand_rows(typed: Typed) -> list[dict[str, object]]:
    """The filled rows of hands, and an empty one for the next."""
    filled = [n for n in range(MOST_HANDS) if typed.get(f"-tiles-{n}", "") or typed.get(f"-points-{n}", "")]
    rows = min(MOST_HANDS, (max(filled) + 2) if filled else 1)
    return [
        {"n": n, "tiles": typed.get(f"-tiles-{n}", ""), "points": typed.get(f"-points-{n}", "")} for n in range(rows)
    ]


def _text(pick: Pick | None) -> str:
    return "" if pick is None or pick.value is None else str(pick.value)


def _whole(text: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", text, re.ASCII):
        raise Unclear(_("Please enter a whole number."))
    return int(text)


def _tile(text: str) -> str:
    high, dash, low = text.strip().partition("-")
    for written in (f"{high}-{low}", f"{low}-{high}") if dash else ():
        try:
            return str(rules.tile(written))
        except rules.Unreadable:
            continue
    raise Unclear(_("Please name a tile, such as 6-6."))


def _hands(typed: Mapping[str, str]) -> dict[str, int]:
    hands: dict[str, int] = {}
    for n in range(MOST_HANDS):
        tiles, points = typed.get(f"-tiles-{n}", "").strip(), typed.get(f"-points-{n}", "").strip()
        if not tiles and not points:
            continue
        named = [_tile(each) for each in re.split(r"[\s,+&]+", tiles) if each]
        if not named:
            raise Unclear(_("Please name a tile, such as 6-6."))
        hands[" ".join(sorted(set(named), reverse=True))] = _whole(points)
    return hands
