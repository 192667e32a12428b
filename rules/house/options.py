"""Reads the values of options (rules.md 2-9), and refuses impossible ones."""

import re
from collections.abc import Callable, Mapping

from ..errors import ImpossibleRules, Unreadable, Value, phrase, quoted
from ..pieces.tiles import LARGEST_SET, bits, tile

Reader = Callable[[str, object], object]

_LARGE = 1_000_000
_TILE = r"[0-9]{1,2}-[0-9]{1,2}"
_LEAD_WORDS = (
    "draw", "count", "odd_even", "random", "host", "high_double", "low_double", "blank_double",
    "stock", "rotate", "winner", "blocker", "last", "same",
)  # fmt: skip


def _refuse(name: str, value: object, key: str, **values: Value) -> ImpossibleRules:
    return ImpossibleRules(phrase(key, value=quoted(value), **values), name)


def _yes_or_no(name: str, value: object) -> object:
    if not isinstance(value, bool):
        raise _refuse(name, value, "not_yes_or_no")
    return value


def _one_of(*words: str) -> Reader:
    def read(name: str, value: object) -> object:
        if not isinstance(value, str) or value not in words:
            raise _refuse(name, value, "not_one_of", choices=words)
        return str(value)

    return read


def _whole(lowest: int, highest: int = _LARGE) -> Reader:
    def read(name: str, value: object) -> object:
        if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= highest:
            raise _refuse(name, value, "not_whole", lowest=lowest, highest=highest)
        return int(value)

    return read


def _text(pattern: str, *forms: str) -> Reader:
    def read(name: str, value: object) -> object:
        if not isinstance(value, str) or not re.fullmatch(pattern, value, re.ASCII):
            raise _refuse(name, value, "not_one_of", choices=forms)
        return str(value)

    return read


def _draw(name: str, value: object) -> object:
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value) if 0 < value < 4 else value
    return _one_of("none", "until", "1", "2", "3")(name, value)


def _doubles_per_turn(name: str, value: object) -> object:
    if isinstance(value, bool) or value not in (1, 2, 4) or not isinstance(value, int):
        raise _refuse(name, value, "not_one_of", choices=("1", "2", "4"))
    return value


def _hand(name: str, value: object) -> object:
    if value == "8-n":
        return value
    if isinstance(value, Mapping):
        sizes = {str(seats): _whole(1, 200)(name, size) for seats, size in value.items()}
        if all(re.fullmatch("[2-8]", seats) for seats in sizes):
            return sizes
    elif isinstance(value, int):
        return _whole(1, 200)(name, value)
    raise _refuse(name, value, "not_a_hand")


def _lead(name: str, value: object) -> object:
    if isinstance(value, str):
        word, _, named = value.partition(":")
        if value in _LEAD_WORDS:
            return str(value)
        if word in ("tile", "draw_until") and re.fullmatch(_TILE, named, re.ASCII):
            try:
                return f"{word}:{tile(named)}"
            except Unreadable:
                pass  # refused below, with all possible values
    raise _refuse(name, value, "not_one_of", choices=(*_LEAD_WORDS, "tile:6-6", "draw_until:6-6"))


def _lead_or_none(name: str, value: object) -> object:
    return None if value is None else _lead(name, value)


def _lone(name: str, value: object) -> object:
    """``{"0-0": 25, "6-6 0-0": 75}``; the tiles of a key are sorted, so equal values are equal."""
    if not isinstance(value, Mapping):
        raise _refuse(name, value, "not_lone")
    read: dict[str, int] = {}
    for key, points in value.items():
        try:
            tiles = {tile(each) for each in str(key).split()}
        except Unreadable as error:
            raise ImpossibleRules(error.phrase, name) from None
        if not tiles:
            raise _refuse(name, value, "not_lone")
        read[" ".join(sorted(tiles, reverse=True))] = int(str(_whole(0)(name, points)))
    return read


def lone_hands(lone: Mapping[str, int]) -> dict[int, int]:
    """Hands (as bits) with a special value, and that value."""
    return {bits(tile(each) for each in key.split()): points for key, points in lone.items()}


_NUMBER = r"[1-9][0-9]{0,5}"
_SCORE = ("penalty", "losers", "losers_minus_own", "differences", "all", "one", "write_down", "losers_fifths", "none")

READERS: Mapping[str, Reader] = {
    "set": _whole(3, LARGEST_SET),
    "doubles": _yes_or_no,
    "pairs": _yes_or_no,
    "hand": _hand,
    "match": _text(rf"equal|sum:(?:0|{_NUMBER})", "equal", "sum:K"),
    "spinner": _one_of("none", "first", "house", "all"),
    "doubles_per_turn": _doubles_per_turn,
    "closing": _yes_or_no,
    "double_lengthwise": _yes_or_no,
    "draw": _draw,
    "reserve": _whole(0, 1000),
    "draw_when_able": _yes_or_no,
    "drawn_play": _one_of("must", "may"),
    "pick": _one_of("pile", "choose"),
    "draw_price": _whole(0),
    "auction": _yes_or_no,
    "lead_first": _lead,
    "lead_next": _lead,
    "lead_blocked": _lead_or_none,
    "no_double": _one_of("redeal", "heaviest"),
    "lead_free": _one_of("any", "strong"),
    "redeal": _text(rf"none|ask:doubles:{_NUMBER}|must:(?:doubles|suit):{_NUMBER}",
                    "none", "ask:doubles:K", "must:doubles:K", "must:suit:K"),
    "block": _one_of("stuck", "dead", "reserve"),
    "out_wins": _one_of("out", "fewest"),
    "block_win": _one_of("fewest", "blocker"),
    "tie_block": _one_of("nobody", "fewest_tiles", "low_half", "skip", "blocker"),
    "score_out": _one_of(*_SCORE),
    "score_block": _one_of(*_SCORE),
    "round_to": _whole(1),
    "out_bonus": _whole(0),
    "lone": _lone,
    "blank": _whole(0),
    "winner_free": _yes_or_no,
    "partner_free": _yes_or_no,
    "open_at": _whole(0),
    "remember": _yes_or_no,
    "ends": _whole(0),
    "ends_pay": _one_of("sum", "parts"),
    "end": _text(rf"(?:rounds|target):{_NUMBER}", "rounds:K", "target:T"),
    "goal": _one_of("low", "high"),
    "tie_end": _one_of("play_on", "draw", "both"),
    "target_at": _one_of("round", "once"),
    "titles": _one_of("any", "bald", "bald_both", "both"),
    "signals": _yes_or_no,
    "eggs": _one_of("rotten", "draw"),
    "cut": _one_of("any", "equal"),
}  # fmt: skip

OPTIONS: tuple[str, ...] = tuple(READERS)

DEFAULTS: Mapping[str, object] = {
    "set": 6, "doubles": True, "pairs": False, "match": "equal", "spinner": "none", "doubles_per_turn": 1,
    "closing": False, "double_lengthwise": False, "draw": "none", "reserve": 0, "draw_when_able": False,
    "drawn_play": "must", "pick": "pile", "draw_price": 0, "auction": False, "lead_blocked": None,
    "no_double": "heaviest", "lead_free": "any", "redeal": "none", "block": "stuck", "out_wins": "out",
    "block_win": "fewest", "tie_block": "nobody", "score_out": "losers", "score_block": "losers_minus_own",
    "round_to": 1, "out_bonus": 0, "lone": {}, "blank": 0, "winner_free": False, "partner_free": False,
    "open_at": 0, "remember": False, "ends": 0, "ends_pay": "sum", "tie_end": "play_on", "target_at": "round",
    "titles": "any", "signals": True, "eggs": "rotten", "cut": "any",
}  # fmt: skip


def read_option(name: object, value: object) -> object:
    """*value* of the option *name* in its normal form. Raises ImpossibleRules for an unknown name or a wrong value."""
    if not isinstance(name, str) or name not in READERS:
        raise ImpossibleRules(phrase("no_option", name=quoted(name)))
    return READERS[name](name, value)
