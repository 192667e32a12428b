"""What one viewer may see of a position: the only way from a position to anything that leaves the server."""

from dataclasses import dataclass
from typing import Any

from .moves import TURN, Draw, Lay, Play, Signal, TurnOver
from .position import Position
from .tiles import Tile, texts
from .turn import taken


@dataclass(frozen=True, slots=True)
class View:
    """*position* as *viewer* (a seat, or None for a watcher) sees it."""

    position: Position
    viewer: int | None

    def as_dict(self) -> dict[str, Any]:
        """The view as plain JSON values; no field can hold a tile that is hidden from the viewer."""
        position, viewer = self.position, self.viewer
        rules, over = position.rules, position.over
        moves = _moves(position, viewer)
        conduct = rules.conduct
        ending_game = position.after if over else None
        result = position.result
        outcome = ending_game.over if ending_game else None
        own = viewer is not None and not conduct.in_rows
        return {
            "round": position.game.round,
            "ply": len(moves),
            "turn": position.turn,
            "hand": texts(position.hands[viewer]) if own and viewer is not None else None,
            "hands": [hand.bit_count() for hand in position.hands],
            "boneyard": len(position.boneyard),
            "reserve": rules.reserve,
            "open": [texts(hand) for hand in position.hands] if over else None,
            "start": _text(position.table.deal.start),
            "turned": _text(conduct.turned(position)) if position.legal != (TURN,) else None,
            "layout": conduct.layout_shown(position, viewer),
            "ends": conduct.ends_shown(position),
            "count": position.layout.count if rules.ends else None,
            "legal": [str(move) for move in position.legal] if viewer is not None and viewer == position.turn else [],
            "moves": moves,
            "totals": list(ending_game.totals if ending_game else position.totals),
            "result": None if result is None else result.as_dict(),
            "outcome": None if outcome is None else outcome_shown(outcome.as_dict()),
        }


def view_for(position: Position, seat: int | None) -> View:
    """What *seat* sees of *position*; None: a watcher, who sees what lies open on the table.

    Raises ValueError where there is no such seat.
    """
    if seat is not None and not position.rules.has_seat(seat):
        raise ValueError(f"there is no seat {seat!r}")
    return View(position, seat)


def _text(tile: Tile | None) -> str | None:
    return None if tile is None else str(tile)


def outcome_shown(line: dict[str, object]) -> dict[str, object]:
    """The last line of a replay without its marker."""
    return {name: value for name, value in line.items() if name != "over"}


def named(position: Position) -> str:
    """The move that led to *position*, with the tile it drew or turned (rules.md 10)."""
    previous, move = position.previous, position.move
    if isinstance(move, Draw) and previous is not None:
        return f"{move} {taken(previous.boneyard, move)[0]}"
    if isinstance(move, TurnOver) and previous is not None:
        return f"{move} {previous.rules.conduct.turned(previous)}"
    return str(move)


def line_seen(position: Position, viewer: int | None) -> list[Position]:
    """The positions of this deal up to *position*, one a ply as *viewer* counts: signals of another side left out.

    Only the partner may ever tell that one was made (rules.md 9.3), so it has no number either.
    """
    sides = position.rules.side_by_seat
    side = None if viewer is None else sides[viewer]
    return [
        at for at in position.line()
        if not isinstance(at.move, Signal) or (at.seat is not None and sides[at.seat] == side)
    ]  # fmt: skip


def _moves(position: Position, viewer: int | None) -> list[str]:
    """The moves of this deal, one a ply; until it is over a draw names its tile for the drawer alone."""
    hidden = not position.over
    return [
        f"{at.seat} {at.move if hidden and isinstance(at.move, Draw) and viewer != at.seat else named(at)}"
        for at in line_seen(position, viewer)[1:]
    ]


def layout_of_line(position: Position, viewer: int | None) -> list[dict[str, Any]]:
    """The tiles of the layout in order of play (all games but Sausage)."""
    found: list[dict[str, Any]] = []
    start = position.table.deal.start
    if start is not None:
        found.append(_laid(start, None, None, "lead", None, 0))
    spinner, every = position.layout.spinner, position.rules.spinner == "all"
    for ply, at in enumerate(line_seen(position, viewer)):
        if isinstance(at.move, Lay):
            assert at.previous is not None
            found += [_shown(at, at.previous, ply, play) for play in at.move.plays]
    for tile in found:
        if tile["tile"] == spinner or (every and tile["tile"] in _DOUBLES):
            tile["spinner"] = True
    return found


_DOUBLES = frozenset(f"{value}-{value}" for value in range(19))


def _shown(at: Position, previous: Position, ply: int, play: Play) -> dict[str, Any]:
    if play.onto is None:
        return _laid(play.tile, None, None, "lead", at.seat, ply)
    end = previous.layout.end_for(play)
    shown = _laid(play.tile, str(play.onto), end.value, end.arm, at.seat, ply)
    if play.style == "x":
        shown["closed"] = True
    elif play.style == "=":
        shown["lengthwise"] = True
    return shown


def _laid(tile: Tile, onto: str | None, at: int | None, arm: str, seat: int | None, ply: int) -> dict[str, Any]:
    return {"tile": str(tile), "onto": onto, "at": at, "arm": arm, "seat": seat, "ply": ply}


def ends_of_line(position: Position) -> list[dict[str, Any]]:
    """The open ends, one entry each."""
    return [{"tile": str(end.tile), "value": end.value, "arm": end.arm} for end in position.layout.ends]


def frames(position: Position) -> list[dict[str, Any]]:
    """The replay of a finished deal with all hands open, one frame for each ply from 0.

    Raises ValueError while the deal isn't over: until then hands are hidden.
    """
    if not position.over:
        raise ValueError("the round isn't over: its hands are hidden")
    return open_frames(position)


def open_frames(position: Position) -> list[dict[str, Any]]:
    """The same of a deal from a record somebody has brought along: it names every tile anyway, over or not."""
    return [_frame(at, ply) for ply, at in enumerate(line_seen(position, None))]


def _frame(at: Position, ply: int) -> dict[str, Any]:
    rules, conduct = at.rules, at.rules.conduct
    frame: dict[str, Any] = {
        "ply": ply,
        "seat": at.seat,
        "move": None if at.move is None else named(at),
        "turn": at.turn,
        "hands": [texts(hand) for hand in at.hands],
        "boneyard": len(at.boneyard),
        "ends": conduct.ends_shown(at),
        "count": at.layout.count if rules.ends else None,
        "scored": scored_by(at),
        "totals": list(at.totals),
    }
    if conduct.in_rows:
        frame["layout"] = conduct.layout_shown(at)
    return frame


def scored_by(position: Position) -> int:
    """What the move to *position* added to its side's total: ends, or a draw's price; a bid shows in totals alone."""
    previous, seat = position.previous, position.seat
    if previous is None or seat is None or not isinstance(position.move, (Lay, Draw)):
        return 0
    side = position.rules.side_by_seat[seat]
    return position.totals[side] - previous.totals[side]
