"""Reads the values of options (rules.md 2-9), and refuses impossible ones."""

import re
from collections.abc import Callable, Mapping

from .. import words
from ..errors import ImpossibleRules, Unreadable, Value, phrase, quoted
from ..pieces.tiles import LARGEST_SET, Tile, bits, tile
from ..words import words_of

Reader = Callable[[str, object], object]

_LARGE = 1_000_000
_TILE = r"[0-9]{1,2}-[0-9]{1,2}"
_NAMING = ("tile", "draw_until")  # the leads that name a tile
_LEAD_WORDS = tuple(word for word in words_of(words.LeadBy) if word not in _NAMING)
_NUMBER = r"[1-9][0-9]{0,5}"
MOST_BONUSES = 20


def _refuse(name: str, value: object, key: str, **values: Value) -> ImpossibleRules:
    return ImpossibleRules(phrase(key, value=quoted(value), **values), name)


def _yes_or_no(name: str, value: object) -> object:
    if not isinstance(value, bool):
        raise _refuse(name, value, "not_yes_or_no")
    return value


def _one_of(kind: object) -> Reader:
    """Reads one of the words of a type in `words`."""
    choices = words_of(kind)

    def read(name: str, value: object) -> object:
        if not isinstance(value, str) or value not in choices:
            raise _refuse(name, value, "not_one_of", choices=choices)
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
    return _one_of(words.Drawing)(name, value)


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
        if word in _NAMING and re.fullmatch(_TILE, named, re.ASCII):
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


def _points(kind: object) -> Reader:
    """Reads a map from words of a type to points, 1 or more: ``{"both": 30}``."""
    choices = words_of(kind)

    def read(name: str, value: object) -> object:
        if not isinstance(value, Mapping) or not set(value) <= set(choices):
            raise _refuse(name, value, "not_points", choices=choices)
        return {word: _whole(1)(name, value[word]) for word in choices if word in value}

    return read


def _bonuses(name: str, value: object) -> object:
    if not isinstance(value, (list, tuple)) or len(value) > MOST_BONUSES:
        raise _refuse(name, value, "not_bonuses", most=MOST_BONUSES)
    return [_whole(0)(name, each) for each in value]


def _without(name: str, value: object) -> object:
    """``"0-0"``, ``"0-0 1-1"``: the tiles in the order of the set, so equal values are equal."""
    if not isinstance(value, str):
        raise _refuse(name, value, "not_tiles")
    tiles: list[Tile] = []
    seen = 0
    for text in value.split():
        try:
            each = tile(text)
        except Unreadable as error:
            raise ImpossibleRules(error.phrase, name) from None
        if each.bit & seen:
            raise ImpossibleRules(phrase("there_twice", tile=str(each)), name)
        seen |= each.bit
        tiles.append(each)
    tiles.sort(key=lambda each: each.bit)
    return " ".join(tiles)


def _ends(name: str, value: object) -> object:
    """A number, several (``3+5``, the lowest first), or ``alike``."""
    if value == "alike":
        return "alike"
    if isinstance(value, str) and re.fullmatch(rf"{_NUMBER}(?:\+{_NUMBER}){{1,9}}", value, re.ASCII):
        numbers = sorted(map(int, value.split("+")))
        if len(set(numbers)) == len(numbers):
            return "+".join(map(str, numbers))
    if isinstance(value, str):
        raise _refuse(name, value, "not_ends")
    return _whole(0)(name, value)


def lone_hands(lone: Mapping[str, int]) -> dict[int, int]:
    """Hands (as bits) with a special value, and that value."""
    return {bits(tile(each) for each in key.split()): points for key, points in lone.items()}


READERS: Mapping[str, Reader] = {
    "set": _whole(3, LARGEST_SET),
    "doubles": _yes_or_no,
    "without": _without,
    "pairs": _yes_or_no,
    "hand": _hand,
    "match": _text(rf"equal|matador|sum:(?:0|{_NUMBER})", "equal", "sum:K", "matador"),
    "spinner": _one_of(words.Spinner),
    "doubles_per_turn": _doubles_per_turn,
    "closing": _yes_or_no,
    "double_lengthwise": _yes_or_no,
    "fill": _one_of(words.Fill),
    "arms": _whole(2, LARGEST_SET),
    "draw": _draw,
    "reserve": _whole(0, 1000),
    "draw_when_able": _yes_or_no,
    "drawn_play": _one_of(words.DrawnPlay),
    "pick": _one_of(words.Pick),
    "draw_price": _whole(0),
    "auction": _yes_or_no,
    "lead_first": _lead,
    "lead_next": _lead,
    "lead_blocked": _lead_or_none,
    "no_double": _one_of(words.NoDouble),
    "lead_free": _one_of(words.LeadFree),
    "redeal": _text(rf"none|ask:doubles:{_NUMBER}|must:(?:doubles|suit):{_NUMBER}",
                    "none", "ask:doubles:K", "must:doubles:K", "must:suit:K"),
    "block": _one_of(words.Block),
    "out_by": _one_of(words.OutBy),
    "out_wins": _one_of(words.OutWins),
    "block_win": _one_of(words.BlockWin),
    "tie_block": _one_of(words.TieBlock),
    "score_out": _one_of(words.Score),
    "score_block": _one_of(words.Score),
    "round_to": _whole(1),
    "out_bonus": _whole(0),
    "finish": _points(words.FinishWay),
    "finish_pays": _one_of(words.FinishPays),
    "passes": _points(words.PassPays),
    "round_bonus": _bonuses,
    "tie_next": _whole(0),
    "lone": _lone,
    "blank": _whole(0),
    "winner_free": _yes_or_no,
    "partner_free": _yes_or_no,
    "open_at": _whole(0),
    "remember": _yes_or_no,
    "ends": _ends,
    "ends_pay": _one_of(words.EndsPay),
    "end": _text(rf"(?:rounds|target|love):{_NUMBER}", "rounds:K", "target:T", "love:K"),
    "goal": _one_of(words.Goal),
    "tie_end": _one_of(words.TieEnd),
    "target_at": _one_of(words.TargetAt),
    "titles": _one_of(words.Titles),
    "signals": _yes_or_no,
    "eggs": _one_of(words.Eggs),
    "cut": _one_of(words.Cut),
    "opening": _one_of(words.Opening),
    "after_double": _one_of(words.AfterDouble),
    "last_double": _one_of(words.LastDouble),
    "own_first": _yes_or_no,
}  # fmt: skip

OPTIONS: tuple[str, ...] = tuple(READERS)

DEFAULTS: Mapping[str, object] = {
    "set": 6, "doubles": True, "without": "", "pairs": False, "match": "equal", "spinner": "none",
    "doubles_per_turn": 1, "closing": False, "double_lengthwise": False, "fill": "none", "arms": 4, "draw": "none",
    "reserve": 0, "draw_when_able": False, "drawn_play": "must", "pick": "pile", "draw_price": 0, "auction": False,
    "lead_blocked": None, "no_double": "heaviest", "lead_free": "any", "redeal": "none", "block": "stuck",
    "out_by": "seat", "out_wins": "out", "block_win": "fewest", "tie_block": "nobody", "score_out": "losers",
    "score_block": "losers_minus_own", "round_to": 1, "out_bonus": 0, "finish": {}, "finish_pays": "add",
    "passes": {}, "round_bonus": [], "tie_next": 0, "lone": {}, "blank": 0, "winner_free": False,
    "partner_free": False, "open_at": 0, "remember": False, "ends": 0, "ends_pay": "sum", "tie_end": "play_on",
    "target_at": "round", "titles": "any", "signals": True, "eggs": "rotten", "cut": "any",
    "opening": "one", "after_double": "cover", "last_double": "out", "own_first": False,
}  # fmt: skip


def read_option(name: object, value: object) -> object:
    """*value* of the option *name* in its normal form. Raises ImpossibleRules for an unknown name or a wrong value."""
    if not isinstance(name, str) or name not in READERS:
        raise ImpossibleRules(phrase("no_option", name=quoted(name)))
    return READERS[name](name, value)
