"""The refusal of a move: what was tried, in words that follow "can't", and why it can't be."""

from ..errors import IllegalMove, Phrase, Value, phrase
from .moves import Append, Bid, Cut, Draw, Insert, Lay, Move, OnTrain, Play


def refused(code: str, seat: int | None, move: Move, reason: str = "", **values: Value) -> IllegalMove:
    """The refusal of *move* with *code*; *reason* is the key of its sentence, if that isn't the code."""
    return IllegalMove(code, seat, str(move), tried(move), phrase(reason or code, **values))


def tried(move: Move) -> Phrase:
    """The words for *move*, after "can't"."""
    match move:
        case OnTrain():
            return phrase("play_on_train", tile=str(move.tile), train=move.train)
        case Play(onto=None):
            return phrase("play", tiles=str(move))
        case Play(style="="):
            return phrase("play_lengthwise", tile=str(move.tile), end=place(move))
        case Play(style="x"):
            return phrase("play_closed", tile=str(move.tile), end=place(move))
        case Play():
            return phrase("play_onto", tile=str(move.tile), end=place(move))
        case Lay():
            return phrase("play", tiles=str(move))
        case Draw(position) if position is not None:
            return phrase("draw_at", position=position)
        case Bid(points):
            return phrase("bid", points=points)
        case Append():
            return phrase("append", tile=str(move.tile), line=move.line)
        case Insert() if move.behind:
            return phrase("insert", tile=str(move.tile), behind=move.behind, line=move.line)
        case Insert():
            return phrase("insert_at_start", tile=str(move.tile), line=move.line)
        case Cut():
            return phrase("cut", tile=str(move.tile), joint=move.joint)
    return phrase(str(move))  # one word that says it all, such as pass


def place(play: Play) -> str:
    """The end *play* names."""
    return f"{play.onto}" if play.at is None else f"{play.onto}:{play.at}"
