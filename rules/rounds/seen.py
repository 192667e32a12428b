"""The parts of a deal that one viewer sees: its positions, and the tiles of the layout in order of play."""

from typing import Any

from ..pieces.moves import Lay, Play, Signal
from ..pieces.tiles import Tile
from .position import Position


def positions_seen(position: Position, viewer: int | None) -> list[Position]:
    """The positions of this deal up to *position*, one per ply of *viewer*, who doesn't count the other sides' signals.

    Only the partner may know of a signal (rules.md 9.3), so it has no number for others.
    """
    sides = position.rules.side_by_seat
    side = None if viewer is None else sides[viewer]
    return [
        at
        for at in position.positions()
        if not isinstance(at.move, Signal) or (at.seat is not None and sides[at.seat] == side)
    ]


def tiles_in_order(position: Position, viewer: int | None) -> list[dict[str, Any]]:
    """The tiles of the layout in order of play (all games except Sausage). All views share the list, so don't change
    it.
    """
    found: list[dict[str, Any]] = []
    start = position.table.deal.start
    if start is not None:
        found.append(_laid(start, None, None, "lead", None, 0))
    spinner, every = position.layout.spinner, position.rules.spinner == "all"
    for ply, at in enumerate(positions_seen(position, viewer)):
        if isinstance(at.move, Lay):
            found += _tiles_laid(at, ply, at.move)
    if spinner is None and not every:
        return found
    return [
        {**tile, "spinner": True} if tile["tile"] == spinner or (every and tile["tile"] in _DOUBLES) else tile
        for tile in found
    ]


def _tiles_laid(at: Position, ply: int, move: Lay) -> list[dict[str, Any]]:
    """The tiles of the move that led there, computed once. Viewers who don't see a signal count plies differently."""
    if at.known_tiles is not None and at.ply == ply:
        return at.known_tiles
    assert at.previous is not None
    tiles = [_laid_by(at, at.previous, ply, play) for play in move.plays]
    if at.ply == ply:
        at.known_tiles = tiles
    return tiles


_DOUBLES = frozenset(f"{value}-{value}" for value in range(19))


def _laid_by(at: Position, previous: Position, ply: int, play: Play) -> dict[str, Any]:
    if play.onto is None:
        return _laid(play.tile, None, None, "lead", at.seat, ply)
    end = previous.layout.end_for(play)
    found = _laid(play.tile, str(play.onto), end.value, end.arm, at.seat, ply)
    if play.style == "x":
        found["closed"] = True
    elif play.style == "=":
        found["lengthwise"] = True
    return found


def _laid(tile: Tile, onto: str | None, at: int | None, arm: str, seat: int | None, ply: int) -> dict[str, Any]:
    return {"tile": str(tile), "onto": onto, "at": at, "arm": arm, "seat": seat, "ply": ply}
