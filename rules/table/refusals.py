"""Why a move is refused: a code for programs and a sentence for people."""

from collections.abc import Mapping

from ..errors import IllegalMove
from ..pieces.moves import Answer, Append, Bid, Cut, Draw, Insert, Lay, Move, Pass, Play, TurnOver
from ..rounds.position import Position

# What a draw or a pass that isn't legal is told, by the kinds of moves that are.
_OWED: Mapping[tuple[type[Move], ...], tuple[str, str]] = {
    (Lay,): ("must_play", "a tile must be played"),
    (Draw,): ("must_draw", "a tile must be drawn"),
    (Lay, Draw): ("not_now", "a tile must be played or drawn"),
    (Lay, Pass): ("no_draw", "only a play or a pass is open"),
}


def refusal(position: Position, move: Move, seat: int | None) -> IllegalMove:
    """The reason why *seat* (None: the seat on turn) can't make *move*, which isn't legal."""
    who = position.turn if seat is None else seat
    code, reason = _reason(position, move, seat)
    return IllegalMove(code, who, _described(move), reason)


def _described(move: Move) -> str:
    """*move* in the words that follow "can't"."""
    match move:
        case Play() if move.onto is not None:
            style = {"": "", "=": " lengthwise", "x": " closed"}[move.style]
            return f"play {move.tile}{style} on {_place(move)}"
        case Lay():
            return f"play {move}"
        case Draw() if move.position is not None:
            return f"draw the tile at position {move.position}"
        case Append():
            return f"lay {move.tile} on the end of line {move.line}"
        case Insert():
            behind = f"tile {move.behind}" if move.behind else "the start"
            return f"insert {move.tile} behind {behind} of line {move.line}"
        case Cut():
            return f"cut with {move.tile} at joint {move.joint}"
        case TurnOver():
            return "turn a tile over"
    return str(move)


def _place(play: Play) -> str:
    """The end *play* names."""
    return f"{play.onto}" if play.at is None else f"{play.onto}:{play.at}"


def _reason(position: Position, move: Move, seat: int | None) -> tuple[str, str]:
    turn = position.turn
    if turn is None:
        return "round_over", "the round is over"
    if seat is not None and not position.rules.has_seat(seat):
        return "no_such_seat", f"there is no seat {seat}"
    if seat is not None and seat != turn:
        return "not_your_turn", f"it is the turn of seat {turn}"
    if isinstance(move, (Append, Insert, Cut, TurnOver)) != position.rules.in_rows:
        return "not_now", "there is no such move in this game"
    if isinstance(move, Lay):
        if move.bits & ~position.hands[turn]:
            return "not_your_tile", "it isn't in the hand"
        for play in move.plays:
            if reason := _end_reason(position, play):
                return reason
    return _what_is_owed(position, move)


def _end_reason(position: Position, play: Play) -> tuple[str, str] | None:
    """Why no end takes *play*, if none does."""
    if play.onto is None:
        return ("not_a_lead", "the lead has been played") if position.layout.ends else None
    ends = [end for end in position.layout.open if end.tile is play.onto and play.at in (None, end.value)]
    if not ends:
        return "not_an_end", f"{_place(play)} is not an open end"
    if not any(end.takes & play.bits for end in ends):
        return "does_not_fit", f"it doesn't fit {_place(play)}"
    return None


def _what_is_owed(position: Position, move: Move) -> tuple[str, str]:
    """Why *move* isn't legal although its tiles would fit: something else is asked."""
    moves, rules = position.legal, position.rules
    kinds = tuple(kind for kind in (Lay, Draw, Pass) if any(isinstance(legal, kind) for legal in moves))
    if isinstance(move, Draw) and Draw in kinds:
        return _which_tile(position, move)
    if isinstance(move, (Draw, Pass)) and kinds in _OWED:
        return _OWED[kinds]
    if isinstance(move, Draw):
        return "no_draw", "no draw is open"
    if (isinstance(move, Bid) and not rules.auction) or (isinstance(move, Answer) and "ask" not in rules.redeal):
        return "not_now", "there is no such move in this game"
    few = moves if len(moves) <= 4 else (*moves[:3], "…")
    return "not_now", f"possible now: {', '.join(few)}"


def _which_tile(position: Position, draw: Draw) -> tuple[str, str]:
    """Why *draw* names its tile wrongly while drawing is open."""
    if position.rules.pick == "pile":
        return "which_tile", "tiles are drawn from the front of the boneyard"
    if draw.position is None:
        return "which_tile", "the tile must be named by its position"
    return "which_tile", f"the positions are 0 to {len(position.boneyard) - 1}"
