"""Why a move is refused: a code for programs, and the key and values of a sentence for people."""

from collections.abc import Mapping
from typing import assert_never, cast

from ..errors import IllegalMove, Phrase, phrase
from ..phases.train_turn import TrainTurn, trains_of
from ..pieces.moves import Answer, Append, Bid, Cut, Draw, Insert, Lay, Move, OnTrain, Pass, Play, Stop, TurnOver
from ..pieces.refused import place, tried
from ..pieces.trains import train_of
from ..rounds.position import Position

Reason = tuple[str, Phrase]

# The reason for refusing a draw or a pass, by the kinds of legal moves.
_OWED: Mapping[tuple[type[Move], ...], Reason] = {
    (Lay,): ("must_play", phrase("must_play")),
    (Draw,): ("must_draw", phrase("must_draw")),
    (Lay, Draw): ("not_now", phrase("must_play_or_draw")),
    (Lay, Pass): ("no_draw", phrase("only_play_or_pass")),
}


def refusal(position: Position, move: Move, seat: int | None) -> IllegalMove:
    """The reason why *seat* (None: the seat on turn) can't make *move*, which isn't legal."""
    who = position.turn if seat is None else seat
    code, reason = _reason(position, move, seat)
    return IllegalMove(code, who, str(move), tried(move), reason)


def _reason(position: Position, move: Move, seat: int | None) -> Reason:
    turn = position.turn
    if turn is None:
        return "round_over", phrase("round_over")
    if seat is not None and not position.rules.has_seat(seat):
        return "no_such_seat", phrase("no_such_seat", other=str(seat))
    if seat is not None and seat != turn:
        return "not_your_turn", phrase("not_your_turn", turn=turn)
    if not _of_this_game(position, move):
        return "not_now", phrase("no_such_move")
    if isinstance(move, Lay):
        if move.bits & ~position.hands[turn]:
            return "not_your_tile", phrase("not_your_tile")
        for play in move.plays:
            if isinstance(play, OnTrain):
                if reason := _train_reason(position, play):
                    return reason
            elif reason := _end_reason(position, play):
                return reason
    return _what_is_owed(position, move)


def _of_this_game(position: Position, move: Move) -> bool:
    """Whether such a move exists where tiles lie as in this game."""
    match position.rules.layout_kind:
        case "lines":
            return isinstance(move, (Append, Insert, Cut, TurnOver))
        case "trains":
            return isinstance(move, (OnTrain, Stop, Draw, Pass))
        case "board":
            return not isinstance(move, (Append, Insert, Cut, TurnOver, OnTrain, Stop))
        case _:
            assert_never(position.rules.layout_kind)


def _train_reason(position: Position, move: OnTrain) -> Reason | None:
    """Why the train of *move* doesn't take it."""
    layout, phase = trains_of(position), position.phase
    train = layout.train(move.train)
    if train is None:
        return "not_an_end", phrase("no_such_train", train=move.train)
    places = phase.places(position) if isinstance(phase, TrainTurn) else ()
    if train not in places:
        own = train_of(cast(int, position.turn))
        if layout.cover is not None:
            return "not_an_end", phrase("cover_first", train=layout.cover)
        if not train.open and train.of != own:
            return "not_an_end", phrase("train_closed", train=train.of)
        going_on = isinstance(phase, TrainTurn) and phase.going_on
        return "not_an_end", phrase("opening_goes_on" if going_on else "own_train_first", train=own)
    if train.end not in (move.tile.high, move.tile.low):
        return "does_not_fit", phrase("not_the_end_of", train=train.of, end=train.end)
    return None


def _end_reason(position: Position, play: Play) -> Reason | None:
    """Why no end takes *play*, if none does."""
    if play.onto is None:
        return ("not_a_lead", phrase("not_a_lead")) if position.layout.ends else None
    ends = [end for end in position.layout.open if end.tile is play.onto and play.at in (None, end.value)]
    if not ends and any(end.tile is play.onto and play.at in (None, end.value) for end in position.layout.ends):
        return "not_an_end", phrase("unfilled", double=str(position.layout.waiting))
    if not ends:
        return "not_an_end", phrase("not_an_end", end=place(play))
    if not any(end.takes & play.bits for end in ends):
        return "does_not_fit", phrase("does_not_fit", end=place(play))
    if play.out is None and play.bits & position.rules.board.matadors:
        return "which_half", phrase("which_half", text=f"{play}~{play.tile.high}")
    return None


def _what_is_owed(position: Position, move: Move) -> Reason:
    """Why *move* isn't legal although its tiles would fit: another move is required."""
    moves, rules = position.legal, position.rules
    kinds = tuple(kind for kind in (Lay, Draw, Pass, Stop) if any(isinstance(legal, kind) for legal in moves))
    if isinstance(move, Draw) and Draw in kinds:
        return _which_tile(position, move)
    if isinstance(move, (Draw, Pass)) and kinds in _OWED:
        return _OWED[kinds]
    if isinstance(move, Draw):
        return "no_draw", phrase("no_draw")
    if (isinstance(move, Bid) and not rules.auction) or (isinstance(move, Answer) and "ask" not in rules.redeal):
        return "not_now", phrase("no_such_move")
    few = moves if len(moves) <= 4 else (*moves[:3], "…")
    return "not_now", phrase("possible_now", moves=tuple(map(str, few)))


def _which_tile(position: Position, draw: Draw) -> Reason:
    """Why *draw* names the wrong tile when drawing is allowed."""
    if position.rules.pick == "ends":
        return "which_tile", phrase("from_their_end")
    if position.rules.pick == "pile":
        return "which_tile", phrase("from_the_front")
    if draw.position is None:
        return "which_tile", phrase("by_its_position")
    return "which_tile", phrase("positions", last=len(position.boneyard) - 1)
