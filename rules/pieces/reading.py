"""Reading the text of a move (rules.md 10)."""

import re
from functools import lru_cache

from ..errors import Unreadable, phrase, quoted
from .moves import (
    DRAW,
    KEEP,
    PASS,
    PUFF,
    REDEAL,
    RESIGN,
    TIMEOUT,
    TURN,
    WINK,
    Append,
    Bid,
    Cut,
    Doubles,
    Draw,
    Insert,
    Move,
    Play,
)
from .tiles import tile

_WORDS: dict[str, Move] = {str(move): move for move in (DRAW, PASS, REDEAL, KEEP, WINK, PUFF, RESIGN, TIMEOUT, TURN)}
_TILE = r"[0-9]{1,2}-[0-9]{1,2}"
_NUMBER = r"0|[1-9][0-9]{0,2}"
_PLAY = re.compile(rf"({_TILE})(?:>({_TILE})(?::({_NUMBER}))?([=x]?))?")
_DRAW = re.compile(rf"draw@({_NUMBER})")
_BID = re.compile(rf"bid ({_NUMBER})")
_APPEND = re.compile(rf"({_TILE})>([AB])")
_INSERT = re.compile(rf"({_TILE})\^([AB])({_NUMBER})")
_CUT = re.compile(rf"({_TILE})/({_NUMBER})")


def parse_move(text: object) -> Move:
    """The move written *text*. Several doubles are read in any order. Raises Unreadable."""
    if not isinstance(text, str) or len(text) > 100:
        raise Unreadable(phrase("not_a_move", text=quoted(text)))
    return _parse(str(text))


@lru_cache(maxsize=1 << 14)
def _parse(text: str) -> Move:
    if text in _WORDS:
        return _WORDS[text]
    if "," in text:
        return _doubles(text)
    if found := _PLAY.fullmatch(text):
        return _play(found)
    if found := _DRAW.fullmatch(text):
        return Draw(int(found[1]))
    if found := _BID.fullmatch(text):
        return Bid(int(found[1]))
    if found := _APPEND.fullmatch(text):
        return Append(tile(found[1]), found[2])
    if found := _INSERT.fullmatch(text):
        return Insert(tile(found[1]), found[2], int(found[3]))
    if found := _CUT.fullmatch(text):
        return Cut(tile(found[1]), int(found[2]))
    raise Unreadable(phrase("not_a_move", text=quoted(text)))


def _play(found: re.Match[str]) -> Play:
    onto = None if found[2] is None else tile(found[2])
    at = None if found[3] is None else int(found[3])
    return Play(tile(found[1]), onto, at, found[4] or "")


def _doubles(text: str) -> Move:
    plays = []
    for part in text.split(","):
        found = _PLAY.fullmatch(part)
        if not found or found[2] is None:
            raise Unreadable(phrase("no_play_onto", text=quoted(text), part=quoted(part)))
        plays.append(_play(found))
    if not all(play.tile.double for play in plays):
        raise Unreadable(phrase("not_only_doubles", text=quoted(text)))
    if len({play.tile for play in plays}) < len(plays):
        raise Unreadable(phrase("a_tile_twice", text=quoted(text)))
    return Doubles(tuple(plays))
