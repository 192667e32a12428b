"""The view of a position for one viewer. No other part of a position leaves the server."""

from dataclasses import dataclass
from typing import Any

from .phases.turn import taken
from .pieces.moves import TURN, Draw, Lay, Move, TurnOver
from .pieces.tiles import Tile, tile_texts
from .rounds.position import Position
from .rounds.seen import positions_seen
from .table.conducts import conduct_of


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
        conduct = conduct_of(rules)
        ending_game = position.after if over else None
        result = position.result
        outcome = ending_game.over if ending_game else None
        own = viewer is not None and not rules.in_rows
        legal = position.legal if viewer is not None and viewer == position.turn else ()
        return {
            "round": position.game.round,
            "ply": len(moves),
            "turn": position.turn,
            "hand": tile_texts(position.hands[viewer]) if own and viewer is not None else None,
            "hands": [hand.bit_count() for hand in position.hands],
            "boneyard": len(position.boneyard),
            "reserve": rules.reserve,
            "open": [tile_texts(hand) for hand in position.hands] if over else None,
            "start": _text(position.table.deal.start),
            "turned": _text(conduct.turned(position)) if position.legal != (TURN,) else None,
            "layout": conduct.layout_tiles(position, viewer),
            "ends": position.layout.ends_as_dicts(),
            "count": position.layout.count if rules.ends else None,
            "legal": [str(move) for move in legal],
            "legal_counts": [_count_after(position, move) for move in legal] if rules.ends else None,
            "moves": moves,
            "totals": list(ending_game.totals if ending_game else position.totals),
            "result": None if result is None else result.as_dict(),
            "outcome": None if outcome is None else outcome_facts(outcome.as_dict()),
        }


def view_for(position: Position, seat: int | None) -> View:
    """The view of *position* for *seat*; None is a watcher, who sees only open tiles.

    Raises ValueError for an unknown seat.
    """
    if seat is not None and not position.rules.has_seat(seat):
        raise ValueError(f"there is no seat {seat!r}")
    return View(position, seat)


def _count_after(position: Position, move: Move) -> int | None:
    """The count of the ends after the legal *move*; None if it plays no tile."""
    return position.rules.board.after(position.layout, move).count if isinstance(move, Lay) else None


def _text(tile: Tile | None) -> str | None:
    return None if tile is None else str(tile)


def outcome_facts(line: dict[str, object]) -> dict[str, object]:
    """The last line of a replay without its marker."""
    return {name: value for name, value in line.items() if name != "over"}


def move_text(position: Position) -> str:
    """The move that led to *position*, with the tile it drew or turned (rules.md 10)."""
    previous, move = position.previous, position.move
    if isinstance(move, Draw) and previous is not None:
        return f"{move} {taken(previous.boneyard, move)[0]}"
    if isinstance(move, TurnOver) and previous is not None:
        return f"{move} {conduct_of(previous.rules).turned(previous)}"
    return str(move)


def _moves(position: Position, viewer: int | None) -> list[str]:
    """The moves of this deal, one per ply; until its end a draw names its tile only for the drawer."""
    over = position.over
    return [_texts(at)[over or viewer == at.seat] for at in positions_seen(position, viewer)[1:]]


def _texts(at: Position) -> tuple[str, str]:
    """The move that led there with its seat, as others see it during the deal, and as its player sees it."""
    texts = at.known_texts
    if texts is None:
        named = move_text(at)
        texts = at.known_texts = f"{at.seat} {at.move if isinstance(at.move, Draw) else named}", f"{at.seat} {named}"
    return texts


def frames(position: Position) -> list[dict[str, Any]]:
    """The replay of a finished deal with all hands open, one frame for each ply from 0.

    Raises ValueError during the deal, when hands are hidden.
    """
    if not position.over:
        raise ValueError("the round isn't over: its hands are hidden")
    return open_frames(position)


def open_frames(position: Position) -> list[dict[str, Any]]:
    """The same for a deal from an imported record, which names every tile, finished or not."""
    return [_frame(at, ply) for ply, at in enumerate(positions_seen(position, None))]


def _frame(at: Position, ply: int) -> dict[str, Any]:
    rules = at.rules
    frame: dict[str, Any] = {
        "ply": ply,
        "seat": at.seat,
        "move": None if at.move is None else move_text(at),
        "turn": at.turn,
        "hands": [tile_texts(hand) for hand in at.hands],
        "boneyard": len(at.boneyard),
        "ends": at.layout.ends_as_dicts(),
        "count": at.layout.count if rules.ends else None,
        "scored": scored_by(at),
        "totals": list(at.totals),
    }
    if rules.in_rows:
        frame["layout"] = conduct_of(rules).layout_tiles(at)
    return frame


def scored_by(position: Position) -> int:
    """The points scored by the move to *position*: ends, or a draw's price. A bid shows only in the totals."""
    previous, seat = position.previous, position.seat
    if previous is None or seat is None or not isinstance(position.move, (Lay, Draw)):
        return 0
    side = position.rules.side_by_seat[seat]
    return position.totals[side] - previous.totals[side]
