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
    STOP,
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
    OnTrain,
    Play,
)
from .tiles import tile

_WORDS: dict[str, Move] = {
    str(move): move for move in (DRAW, PASS, REDEAL, KEEP, WINK, PUFF, RESIGN, TIMEOUT, TURN, STOP)
}
_TILE = r"[0-9]{1,2}-[0-9]{1,2}"
_NUMBER = r"0|[1-9][0-9]{0,2}"
_PLAY = re.compile(rf"({_TILE})(?:>({_TILE})(?::({_NUMBER}))?([=x]?)(?:~({_NUMBER}))?)?")
_DRAW = re.compile(rf"draw@({_NUMBER})")
_BID = re.compile(rf"bid ({_NUMBER})")
_APPEND = re.compile(rf"({_TILE})>([AB])")
_INSERT = re.compile(rf"({_TILE})\^([AB])({_NUMBER})")
_ON_TRAIN = re.compile(rf"({_TILE})>(T[0-7]|M)")
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
    if parts := _PLAY.fullmatch(text):
        return _play(parts)
    if parts := _DRAW.fullmatch(text):
        return Draw(int(parts[1]))
    if parts := _BID.fullmatch(text):
        return Bid(int(parts[1]))
    if parts := _APPEND.fullmatch(text):
        return Append(tile(parts[1]), parts[2])
    if parts := _ON_TRAIN.fullmatch(text):
        return OnTrain(tile(parts[1]), parts[2])
    if parts := _INSERT.fullmatch(text):
        return Insert(tile(parts[1]), parts[2], int(parts[3]))
    if parts := _CUT.fullmatch(text):
        return Cut(tile(parts[1]), int(parts[2]))
    raise Unreadable(phrase("not_a_move", text=quoted(text)))


def _play(parts: re.Match[str]) -> Play:
    onto = None if parts[2] is None else tile(parts[2])
    at = None if parts[3] is None else int(parts[3])
    out = None if parts[5] is None else int(parts[5])
    return Play(tile(parts[1]), onto, at, parts[4] or "", out)


def _doubles(text: str) -> Move:
    plays = []
    for part in text.split(","):
        parts = _PLAY.fullmatch(part)
        if not parts or parts[2] is None:
            raise Unreadable(phrase("no_play_onto", text=quoted(text), part=quoted(part)))
        plays.append(_play(parts))
    if not all(play.tile.double for play in plays):
        raise Unreadable(phrase("not_only_doubles", text=quoted(text)))
    if len({play.tile for play in plays}) < len(plays):
        raise Unreadable(phrase("a_tile_twice", text=quoted(text)))
    return Doubles(tuple(plays))
