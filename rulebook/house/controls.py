"""Converts the value of an option to the texts of its inputs, and back.

An option has an input of its own (the suffix of the name is "") and perhaps one more for what a choice names. Others
have several: hands with special values two each, points for words one each. All values are texts, as browsers send
them.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from django.utils.translation import gettext as _

import rules
from rulebook.kinds import (
    Choice,
    Divisors,
    Hands,
    Kind,
    Number,
    Numbers,
    Pick,
    Points,
    Switch,
    Tiles,
    WithHighest,
    WithNumber,
    WithTile,
    split,
)

Typed = dict[str, str]  # by the suffix of the input's name
MOST_HANDS = 12
LONGEST_TYPED = 1_500  # room for all tiles of the largest set
COUNT = "count"  # the choice of a kind `Divisors` that has the numbers in the input beside it


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
    match kind:
        case WithTile() | WithNumber() | Divisors():
            return ["", "-rest"]
        case Hands():
            return [f"-{what}-{n}" for n in range(MOST_HANDS) for what in ("tiles", "points")]
        case Points():
            return [f"-{pick.value}" for pick in kind.picks]
        case Switch() | Choice() | Number() | WithHighest() | Tiles() | Numbers():
            return [""]
        case _:
            assert_never(kind)


def typed_value(kind: Kind, value: object) -> Typed:
    """The texts of the inputs for *value*."""
    match kind:
        case Switch():
            return {"": "on" if value else ""}
        case WithHighest():
            return {"": _text(split(kind.picks, value)[0])}
        case WithTile() | WithNumber():
            pick, rest = split(kind.picks, value)
            return {"": _text(pick), "-rest": rest}
        case Divisors():
            if any(value == pick.value for pick in kind.picks):
                return {"": str(value), "-rest": ""}
            return {"": COUNT, "-rest": str(value).replace("+", " + ")}
        case Hands():
            hands = list(_mapping(value).items())[:MOST_HANDS]
            tiles = {f"-tiles-{n}": str(hand) for n, (hand, _points) in enumerate(hands)}
            return tiles | {f"-points-{n}": str(points) for n, (_hand, points) in enumerate(hands)}
        case Points():
            return {f"-{pick.value}": str(_mapping(value).get(pick.value, 0)) for pick in kind.picks}
        case Numbers():
            return {"": ", ".join(map(str, value)) if isinstance(value, Sequence) else ""}
        case Choice() | Number() | Tiles():
            return {"": str(value)}
        case _:
            assert_never(kind)


def meant(kind: Kind, typed: Typed, set_of_tiles: int) -> object:
    """The value of the inputs, not checked against the rules. Raises Unclear."""
    own, rest = (typed.get(end, "").strip() for end in ("", "-rest"))
    match kind:
        case Switch():
            return own == "on"
        case Number():
            return _whole(own)
        case Hands():
            return _hands(typed)
        case Tiles():
            return " ".join(sorted(map(_tile, _apart(own)), key=lambda each: rules.tile(each).bit))
        case Points():
            points = {str(pick.value): typed.get(f"-{pick.value}", "").strip() for pick in kind.picks}
            return {word: number for word, text in points.items() if (number := _whole(text or "0"))}
        case Numbers():
            return [_whole(each) for each in _apart(own)]
        case Divisors():
            pick = _picked(kind.picks, own)
            return pick.value if pick.value != COUNT else _divisors(rest)
        case Choice():
            return _picked(kind.picks, own).value
        case WithTile():
            return _with_rest(_picked(kind.picks, own), lambda: _tile(rest))
        case WithNumber():
            return _with_rest(_picked(kind.picks, own), lambda: _whole(rest))
        case WithHighest():
            return _with_rest(_picked(kind.picks, own), lambda: set_of_tiles)
        case _:
            assert_never(kind)


def _picked(picks: Iterable[Pick], text: str) -> Pick:
    pick = next((pick for pick in picks if _text(pick) == text), None)
    if pick is None:
        raise Unclear(_("Please choose one of these."))
    return pick


def _with_rest(pick: Pick, rest: Callable[[], object]) -> object:
    return f"{pick.value}:{rest()}" if pick.told else pick.value


def listed(kind: Kind, typed: Typed, usual: object, seats: int) -> list[Input]:
    """The entries of the list of choices; the default is marked."""
    if not isinstance(kind, Choice | WithTile | WithNumber | WithHighest | Divisors):
        return []
    own, usually = typed.get("", ""), typed_value(kind, usual).get("", "")
    picks = [pick for pick in kind.picks if pick.seats in {None, seats} or _text(pick) == own]
    pairs = [(_text(pick), str(pick.listed)) for pick in picks]
    return [Input(value, label, value == own, value == usually) for value, label in pairs]


def heads_with_rest(kind: Kind) -> list[str]:
    """The choices that need a tile or a number."""
    if not isinstance(kind, WithTile | WithNumber | Divisors):
        return []
    return [_text(pick) for pick in kind.picks if pick.told]


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


def point_fields(kind: Points, typed: Typed) -> list[dict[str, object]]:
    """The words that can have points, each with the text of its input."""
    ends = [(f"-{pick.value}", str(pick.listed)) for pick in kind.picks]
    return [{"end": end, "label": label, "points": typed.get(end, "")} for end, label in ends]


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


def _apart(text: str) -> list[str]:
    """The parts of a text, however people separate them."""
    return [each for each in re.split(r"[\s,;+&]+", text) if each]


def _divisors(text: str) -> int | str:
    """One number, or several different ones, the lowest first."""
    numbers = sorted({_whole(each) for each in _apart(text)})
    if not numbers:
        raise Unclear(_("Please enter a whole number."))
    return numbers[0] if len(numbers) == 1 else "+".join(map(str, numbers))


def _mapping(value: object) -> Mapping[object, object]:
    return value if isinstance(value, Mapping) else {}


def _hands(typed: Mapping[str, str]) -> dict[str, int]:
    hands: dict[str, int] = {}
    for n in range(MOST_HANDS):
        tiles, points = typed.get(f"-tiles-{n}", "").strip(), typed.get(f"-points-{n}", "").strip()
        if not tiles and not points:
            continue
        named = [_tile(each) for each in _apart(tiles)]
        if not named:
            raise Unclear(_("Please name a tile, such as 6-6."))
        hands[" ".join(sorted(set(named), reverse=True))] = _whole(points)
    return hands
