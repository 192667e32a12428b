"""Questions about a position: the legal moves, and their results."""

import copyreg
from collections.abc import Callable, Iterable

from ..phases.stops import tiles_laid
from ..phases.turn import Turn
from ..pieces.moves import Draw, Leave, Move, Pass, Signal, TurnOver
from ..pieces.reading import parse_move
from ..pieces.refused import refused
from ..rounds.deal import Deal
from ..rounds.game import Game
from ..rounds.position import Position
from .conducts import conduct_of
from .refusals import refusal
from .start import start_round


def legal_moves(position: Position, seat: int | None = None) -> tuple[Move, ...]:
    """Every legal move of the seat on turn, in code-point order of the texts; empty once the round has ended.

    Without signals and leaving. For another *seat* than the one on turn: none. Raises ValueError for an unknown seat.
    """
    if seat is not None and not position.rules.has_seat(seat):
        raise ValueError(f"there is no seat {seat!r}")
    return position.legal_moves() if seat is None or seat == position.turn else ()


def play(position: Position, move: Move | str, seat: int | None = None) -> Position:
    """The position after *seat* (None: the seat whose turn it is) made *move*.

    Raises IllegalMove, and Unreadable for text that isn't a move.
    """
    if not isinstance(move, Move):
        move = parse_move(move)
    if seat is not None and not position.rules.has_seat(seat):
        raise refusal(position, move, seat)
    if move in (position.known_moves or position.legal_moves()) and (seat is None or seat == position.turn):
        return position.phase.play(position, move)
    if isinstance(move, (Leave, Signal)) and position.turn is not None:
        return _at_any_time(position, move, position.turn if seat is None else seat)
    raise refusal(position, move, seat)


def replayed(game: Game, deal: Deal, moves: Iterable[tuple[int, Move]], adjudicated: bool = False) -> Position:
    """The position after these *moves*, each with its seat, in *deal*, the next of *game*; *adjudicated*: the game
    ended then.
    """
    position = start_round(game, deal)
    for seat, move in moves:
        position = play(position, move, seat)
    return position.adjudicated() if adjudicated else position


def _as_played(position: Position) -> tuple[Callable[..., Position], tuple[object, ...]]:
    """A position is stored as its history."""
    return replayed, (*position.past, position.is_adjudicated)


copyreg.pickle(Position, _as_played)


def _at_any_time(position: Position, move: Leave | Signal, seat: int) -> Position:
    if isinstance(move, Leave):
        return conduct_of(position.rules).leave(position, seat, move)
    rules = position.rules
    if not conduct_of(rules).may_signal(position, seat, move):
        some = conduct_of(rules).has_signals(rules)
        raise refused("no_signal", seat, move, "not_the_signal" if some else "no_signals")
    return position.next(seat, move, turn=position.turn, phase=position.phase)


def forced(position: Position) -> Move | None:
    """The draw, pass or turn that the server makes for the player; never a play (rules.md 3).

    It must be the only legal move for every viewer. Otherwise making it automatically would reveal the player's hand.
    """
    moves = position.legal
    if len(moves) != 1 or not isinstance(moves[0], (Draw, Pass, TurnOver)) or _looks_chosen(position, moves[0]):
        return None
    return moves[0]


def _looks_chosen(position: Position, move: Move) -> bool:
    """Whether a player with a tile that fits could also make *move*; False if all fitting tiles have been played."""
    phase, rules = position.phase, position.rules
    if not isinstance(phase, Turn):
        return False
    kept = isinstance(move, Pass) and phase.drawn > 0 and rules.drawn_play == "may"
    early = isinstance(move, Draw) and rules.draw_when_able
    return (kept or early) and bool(position.layout.takes & ~tiles_laid(position))
