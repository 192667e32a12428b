"""What minds find, as values: hints, puzzles, and the study of a finished game. Programs get them as JSON as they are.

Losses, worths and luck are in points. What belongs to all sides is by side.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, NewType

from ..seen import SeatView

LevelKey = NewType("LevelKey", str)
"""One of `mind.LEVELS`."""


@dataclass(frozen=True)
class Reason:
    """A fact about a move: a *code* with *values* (docs/minds.md)."""

    code: str
    values: Mapping[str, object]


@dataclass(frozen=True)
class WeighedMove:
    """A move and its value."""

    move: str
    worth: Annotated[float, "Points compared with the best move, which has 0."]
    error: Annotated[float, "One standard error."]
    chance: Annotated[float, "The chance to win the game, from 0 to 1."]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class CannotHold:
    """Values that a seat is known not to hold, and what showed it last."""

    seat: int
    values: tuple[int, ...]
    why: Literal["passed", "drew", "led"]
    ply: int


@dataclass(frozen=True)
class Hints:
    """The worth of each move."""

    moves: Annotated[tuple[WeighedMove, ...], "The best first. Empty if no move is to be chosen now."]
    cannot: Annotated[tuple[CannotHold, ...], "Tiles that a seat is known not to have."]


@dataclass(frozen=True)
class Solution:
    """The answer to a puzzle."""

    solution: str
    margin: float
    moves: tuple[WeighedMove, ...]


@dataclass(frozen=True)
class Puzzle:
    """A position, and the answer to it. *margin*: between the best and the second best move."""

    view: SeatView
    solution: str
    margin: float
    moves: tuple[WeighedMove, ...]


@dataclass(frozen=True)
class DrawnTile:
    """The luck of a draw."""

    ply: int
    seat: int
    tile: str
    luck: Annotated[tuple[float, ...], "By side."]


@dataclass(frozen=True)
class Luck:
    """The luck of a deal."""

    deal: Annotated[tuple[float, ...], "By side."]
    draws: tuple[DrawnTile, ...]
    total: Annotated[tuple[float, ...], "By side: the luck of the deal and all draws."]


@dataclass(frozen=True)
class ChancesAt:
    """The chances to win the game after *ply* moves."""

    ply: int
    chance: Annotated[tuple[float, ...], "By side, with all hands known."]


@dataclass(frozen=True)
class ChoiceMade:
    """A move of a player who could choose."""

    ply: int
    seat: int
    move: str
    best: str
    loss: Annotated[float, "Points lost, given what the player could know."]
    error: Annotated[float, "One standard error."]
    step: Annotated[int, "0: no mistake; 1 to 3: a small slip, a mistake, a blunder."]
    open_loss: Annotated[float, "Points lost, with all hands known."]
    habit: str | None
    moves: tuple[WeighedMove, ...]


@dataclass(frozen=True)
class StudiedDeal:
    """A deal that was studied."""

    deal: int
    round: int
    result: Annotated[tuple[float, ...], "By side: the lead over the average of the others, in points."]
    luck: Luck
    without_luck: Annotated[tuple[float, ...], "By side: the result without luck."]
    curve: tuple[ChancesAt, ...]
    choices: tuple[ChoiceMade, ...]


@dataclass(frozen=True)
class Advice:
    """A better move in a round that its player lost, and why."""

    deal: int
    ply: int
    seat: int
    move: str
    best: str
    ways: Annotated[int, "How many moves played the tile of `best`, each in another place."]
    loss: Annotated[float, "Points lost, given what the player could know."]
    error: Annotated[float, "One standard error."]
    reason: Annotated[Reason, "What `best` had and `move` hadn't; its numbers say how much more or less."]


@dataclass(frozen=True)
class Coached:
    """What a lost round teaches. *puzzle*: its solution is the only move that would have won with all tiles open."""

    advice: Advice | None
    puzzle: Puzzle | None


@dataclass(frozen=True)
class StudiedSeat:
    """The choices of a seat in all deals together."""

    seat: int
    choices: int
    loss: float
    a_choice: float
    level: Annotated[LevelKey | None, "The level that loses about as much."]
    habits: Mapping[str, float]


@dataclass(frozen=True)
class ChoicePlace:
    """Where a choice was made."""

    deal: int
    ply: int


@dataclass(frozen=True)
class Study:
    """A game that was studied."""

    evaluator: Annotated[int, "The version. Figures of different versions can't be compared."]
    spread: Annotated[float, "The spread of a round's points."]
    deals: tuple[StudiedDeal, ...]
    seats: tuple[StudiedSeat, ...]
    costliest: Annotated[tuple[tuple[ChoicePlace, ...], ...], "By seat."]
