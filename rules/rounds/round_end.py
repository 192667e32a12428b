"""The ends of a deal, the round's score, and the game after it (rules.md 5, 6, 10)."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Final, Literal, NoReturn

from ..pieces.moves import Move
from .game import Game


class How(Enum):
    """How a deal ended."""

    OUT = "out"
    BLOCKED = "blocked"
    ANNULLED = "annulled"
    LEFT = "left"
    STOPPED = "stopped"  # the target was reached during play
    ADJUDICATED = "adjudicated"  # the game's last moment came during play


@dataclass(frozen=True)  # sent as it is (pieces/as_json.py)
class RoundResult:
    """The score of a round."""

    # as in rules.md 10

    round: Annotated[int, "From 1."]
    over: Literal["out", "blocked"]
    by: Annotated[int | None, "The seat that went out."]
    winner: Annotated[int | None, "The winning side."]
    pips: Annotated[tuple[int, ...], "Pips left, by side."]
    written: Annotated[tuple[int, ...], "By side."]
    totals: Annotated[tuple[int, ...], "By side."]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """The outcome of a finished deal: its score, if it has one, and the game after it."""

    result: RoundResult | None
    after: Game


class Over:
    """The phase of a finished deal; *ending* is computed on first use."""

    __slots__ = ("by", "ending", "how")

    def __init__(self, how: How, by: int | None = None) -> None:
        self.how: Final = how
        self.by: Final = by  # the seat that went out, or left
        self.ending: Ending | None = None

    def legal(self, _position: object, /) -> tuple[Move, ...]:
        return ()

    def play(self, position: object, move: Move, /) -> NoReturn:
        raise LookupError(move, position)

    def leave(self, position: object, seat: int, move: Move, table: object, hands: object, /) -> NoReturn:
        raise LookupError(move, position, seat, table, hands)
