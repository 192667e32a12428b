"""The questions a table asks of a position: what may be played, and what follows."""

from .errors import IllegalMove
from .moves import Draw, Leave, Move, Pass, Signal, TurnOver
from .position import Position
from .refusals import refusal


def legal_moves(position: Position, seat: int | None = None) -> tuple[Move, ...]:
    """Every legal move of the seat on turn, in code-point order of the texts; empty once the round is over.

    Signals and leaving aside. Of another *seat* than the one on turn: none.
    """
    return position.legal_moves() if seat is None or seat == position.turn else ()


def play(position: Position, move: Move, seat: int | None = None) -> Position:
    """The position after *seat* (None: the seat on turn) made *move*. Raises IllegalMove."""
    if move in (position.known_moves or position.legal_moves()) and (seat is None or seat == position.turn):
        return position.phase.play(position, move)
    if isinstance(move, (Leave, Signal)) and not position.over:
        who = position.turn if seat is None else seat
        if who is not None and 0 <= who < position.rules.seats:
            return _at_any_time(position, move, who)
    raise refusal(position, move, seat)


def _at_any_time(position: Position, move: Leave | Signal, seat: int) -> Position:
    if isinstance(move, Leave):
        return position.rules.conduct.leave(position, seat, move)
    if not position.rules.conduct.may_signal(position, seat, move):
        raise IllegalMove("no_signal", seat, str(move), "there is no such signal, or its tile isn't in the hand")
    return position.next(seat, move, turn=position.turn, phase=position.phase)


def forced(position: Position) -> Move | None:
    """The one draw, pass or turn that the server makes for the player; never a play (rules.md 3)."""
    moves = position.legal
    if len(moves) == 1 and isinstance(moves[0], (Draw, Pass, TurnOver)):
        return moves[0]
    return None
