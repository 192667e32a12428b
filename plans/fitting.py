"""Which move a plan comes to in a position: pure questions, nothing stored."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

import rules
from rules import Play

LINE = re.compile(r"(\d{1,2}-\d{1,2})(?:@(\d{1,2}))?")


@dataclass(frozen=True, slots=True)
class Line:
    """Play *tile* on an end that shows *end*; None: on any end that takes it. Written “5-3@5” and “5-3”."""

    tile: str
    end: int | None = None

    @classmethod
    def read(cls, text: str) -> Self | None:
        """None if it can't be read."""
        found = LINE.fullmatch(text)
        return cls(found[1], None if found[2] is None else int(found[2])) if found else None

    def __str__(self) -> str:
        return self.tile if self.end is None else f"{self.tile}@{self.end}"


def move_for(position: rules.Position, line: Line) -> str | None:
    """The legal move that *line* means for the seat on turn, or None where it doesn't fit now.

    A tile played alone, a double across: of two ends that show the same the one first in the order of moves. What a
    turn may do besides (several doubles, face down, a bid) is for the players themselves.
    """
    for move in position.legal:
        if type(move) is not Play or move.style or str(move.tile) != line.tile:
            continue
        if line.end is None:
            return str(move)
        if move.onto is not None and position.layout.end_for(move).value == line.end:
            return str(move)
    return None


def sole_play(position: rules.Position) -> str | None:
    """The one tile to be played where nothing else can be done; else None."""
    legal = position.legal
    return str(legal[0]) if len(legal) == 1 and isinstance(legal[0], Play) else None


def hand(position: rules.Position, seat: int) -> list[str]:
    """The tiles that *seat* may plan with: its own, where hands are seen by who holds them."""
    return rules.view_for(position, seat).as_dict()["hand"] or []


def ends_for(ruleset: rules.RuleSet, tile: str) -> tuple[int, ...]:
    """What an end may show for *tile* to go there, the higher first (rules.md 2, `match`)."""
    total = ruleset.board.total
    shown = {half if total is None else total - half for half in map(int, tile.split("-"))}
    return tuple(sorted((value for value in shown if 0 <= value <= ruleset.set), reverse=True))


def living(lines: Iterable[Line], tiles: Iterable[str]) -> list[Line]:
    """*lines* whose tile is still in the hand."""
    held = set(tiles)
    return [line for line in lines if line.tile in held]
