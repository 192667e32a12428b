"""Pure functions that find the move of a plan's line in a position."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Self, cast

import rules
from rules import Play

LINE = re.compile(r"(\d{1,2}-\d{1,2})(?:@(\d{1,2}))?")


@dataclass(frozen=True, slots=True)
class Line:
    """Play *tile* on an end that shows *end*; None: on any end that takes it. As text: “5-3@5” or “5-3”.

    A matador goes on every end, so for it *end* is the half that stays outside. In Mexican Train a line has no *end*:
    the lines together are the player's own train, lined up.
    """

    tile: str
    end: int | None = None

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Parse a line; None if it is malformed, or names no tile."""
        if (parts := LINE.fullmatch(text)) is None:
            return None
        try:
            tile = rules.tile(parts[1])
        except rules.Unreadable:
            return None
        return cls(str(tile), None if parts[2] is None else int(parts[2]))

    def __str__(self) -> str:
        return self.tile if self.end is None else f"{self.tile}@{self.end}"


def move_for(position: rules.Position, line: Line) -> str | None:
    """The legal move that *line* means in this position, or None if it doesn't fit.

    If two ends show the same number, it is the first in the order of moves. Plans play a tile alone, doubles across;
    players make other moves (several doubles, face down, a bid) by hand.
    """
    if position.rules.in_trains:
        return _on_own_train(position, line)
    for move in position.legal:
        if type(move) is not Play or move.style or str(move.tile) != line.tile:
            continue
        if line.end is None:
            return str(move)
        if move.onto is None:
            continue
        if line.end == (position.layout.end_for(move).value if move.out is None else move.out):
            return str(move)
    return None


def _on_own_train(position: rules.Position, line: Line) -> str | None:
    """The move that plays the line's tile on the train of the seat on turn; None while another's double lies uncovered.

    Its own double and the cover belong together: the seat has just played it.
    """
    seat = cast(int, position.turn)
    move = f"{line.tile}>{rules.train_of(seat)}"
    uncovered = cast(rules.Trains, position.layout).cover is not None
    return move if move in position.legal and (not uncovered or position.seat == seat) else None


def lined_up(end: int | None, lines: Iterable[Line]) -> Iterator[tuple[Line, int | None]]:
    """The *lines* of a train that ends in *end*, each with the end behind it; None from the first one that doesn't fit
    on.
    """
    for line in lines:
        halves = [int(half) for half in line.tile.split("-")]
        end = sum(halves) - end if end in halves and line.end is None else None
        yield line, end


def own_end(view: rules.View, seat: int) -> int | None:
    """The number in which the train of *seat* ends; None if it has none, because it left before the deal."""
    return next((train.end for train in view.trains or () if train.of == rules.train_of(seat)), None)


def sole_play(position: rules.Position) -> str | None:
    """The only legal move, if it plays a tile; else None."""
    legal = position.legal
    return str(legal[0]) if len(legal) == 1 and isinstance(legal[0], Play) else None


def hand(position: rules.Position, seat: int) -> tuple[str, ...]:
    """The tiles of *seat*; empty in games where players don't see their hands."""
    return rules.view_for(position, seat).hand or ()


def ends_for(ruleset: rules.RuleSet, tile: str) -> tuple[int, ...]:
    """The numbers on which *tile* can be played, higher first (rules.md 2, `match`); of a matador its halves."""
    if stays_outside(ruleset, tile):
        return tuple(map(int, tile.split("-")))
    if rules.tile(tile).bit & ruleset.board.anywhere:
        return tuple(range(ruleset.set, -1, -1))
    total = ruleset.board.total
    values = {half if total is None else total - half for half in map(int, tile.split("-"))}
    return tuple(sorted((value for value in values if 0 <= value <= ruleset.set), reverse=True))


def stays_outside(ruleset: rules.RuleSet, tile: str) -> bool:
    """Whether a plan for *tile* names the half that stays outside: it is a matador with two different halves."""
    return bool(rules.tile(tile).bit & ruleset.board.matadors)


def living(lines: Iterable[Line], tiles: Iterable[str]) -> list[Line]:
    """The *lines* whose tile is in *tiles*, the hand."""
    held = set(tiles)
    return [line for line in lines if line.tile in held]
