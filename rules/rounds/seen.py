"""The parts of a deal that one viewer sees: its positions, and the tiles of the layout in order of play."""

from dataclasses import replace

from ..pieces.as_json import LaidTile
from ..pieces.moves import Lay, Play, Signal
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


def tiles_in_order(position: Position, viewer: int | None) -> tuple[LaidTile, ...]:
    """The tiles of the layout in order of play (all games except Sausage)."""
    tiles: list[LaidTile] = []
    start = position.table.deal.start
    if start is not None:
        tiles.append(LaidTile(str(start), None, None, "lead", None, 0))
    spinner, every = position.layout.spinner, position.rules.spinner == "all"
    for ply, at in enumerate(positions_seen(position, viewer)):
        if isinstance(at.move, Lay):
            tiles += _tiles_laid(at, ply, at.move)
    if spinner is None and not every:
        return tuple(tiles)
    return tuple(
        replace(laid, spinner=True) if laid.tile == spinner or (every and laid.tile in _DOUBLES) else laid
        for laid in tiles
    )


def _tiles_laid(at: Position, ply: int, move: Lay) -> tuple[LaidTile, ...]:
    """The tiles of the move that led there, computed once. Viewers who don't see a signal count plies differently."""
    if at.known_tiles is not None and at.ply == ply:
        return at.known_tiles
    assert at.previous is not None
    tiles = tuple(_laid_by(at, at.previous, ply, play) for play in move.plays)
    if at.ply == ply:
        at.known_tiles = tiles
    return tiles


_DOUBLES = frozenset(f"{value}-{value}" for value in range(19))


def _laid_by(at: Position, previous: Position, ply: int, play: Play) -> LaidTile:
    if play.onto is None:
        return LaidTile(str(play.tile), None, None, "lead", at.seat, ply)
    end = previous.layout.end_for(play)
    return LaidTile(
        str(play.tile), str(play.onto), end.value, end.arm, at.seat, ply,
        closed=play.style == "x", lengthwise=play.style == "=", out=play.out,
    )  # fmt: skip
