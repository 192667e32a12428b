"""Why a move is refused: a code for programs and a sentence for people."""

from .errors import IllegalMove
from .moves import Answer, Append, Bid, Cut, Draw, Insert, Lay, Move, Pass, Play, TurnOver
from .position import Position


def refusal(position: Position, move: Move, seat: int | None) -> IllegalMove:
    """The reason why *seat* (None: the seat on turn) can't make *move*, which isn't legal."""
    who = position.turn if seat is None else seat
    code, reason = _reason(position, move, seat)
    return IllegalMove(code, who, _described(move), reason)


def _described(move: Move) -> str:
    if isinstance(move, Play) and move.onto is not None:
        return f"play {move.tile}{' closed' * (move.style == 'x')} on {move.onto}"
    return f"play {move}" if isinstance(move, Lay) else str(move)


def _reason(position: Position, move: Move, seat: int | None) -> tuple[str, str]:
    turn = position.turn
    if turn is None:
        return "round_over", "the round is over"
    if seat is not None and not position.rules.has_seat(seat):
        return "no_such_seat", f"there is no seat {seat}"
    if seat is not None and seat != turn:
        return "not_your_turn", f"it is the turn of seat {turn}"
    if isinstance(move, (Append, Insert, Cut, TurnOver)) != position.rules.conduct.in_rows:
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
    if all(end.tile is not play.onto for end in position.layout.open):
        return "not_an_end", f"{play.onto} is not an open end"
    try:
        position.layout.end_for(play)
    except LookupError:
        return "does_not_fit", f"it doesn't fit {play.onto}"
    return None


def _what_is_owed(position: Position, move: Move) -> tuple[str, str]:
    """Why *move* isn't legal although its tiles would fit: something else is asked."""
    moves, rules = position.legal, position.rules
    draw = any(isinstance(legal, Draw) for legal in moves)
    if isinstance(move, Pass) and draw:
        return "must_draw", "a tile must be drawn"
    if isinstance(move, (Pass, Draw)) and any(isinstance(legal, Lay) for legal in moves):
        return "must_play", "a tile must be played"
    if isinstance(move, Draw):
        return _which_tile(position, move) if draw else ("no_draw", "no draw is open")
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
