"""A position: the deal so far, and the question to the seat whose turn it is (rules.md 3-5)."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, Self

from ..house.ruleset import RuleSet
from ..pieces.as_json import LaidTile
from ..pieces.layout import Layout
from ..pieces.moves import Lay, Move
from ..pieces.tiles import Tile
from .deal import Deal
from .game import Game
from .lead import DealAgain, FetchLead, Lead
from .round_end import Ending, How, Over, RoundResult


class Conduct(Protocol):
    """The rules of a game that data can't express, as far as positions need them. Games may share them."""

    def lead(self, game: Game, chance: int | None, hands: tuple[int, ...], /) -> Lead | FetchLead | DealAgain:
        """The leader of the next round of *game*, and the tile."""

    def settle(self, position: "Position", over: Over, /) -> Ending:
        """The score of the deal that ended in *position*, and the game after it."""


@dataclass(frozen=True, slots=True)
class Table:
    """The part of a deal that moves don't change.

    *conduct* has the rules that data can't express; *dealt* are the hands as dealt, as bits; *left* is the next seat in
    play by seat; *leader* the seat with the lead, None until it is known.
    """

    conduct: Conduct
    game: Game
    deal: Deal
    dealt: tuple[int, ...]
    left: tuple[int, ...]
    leader: int | None = None


class Phase(Protocol):
    """The question to the seat whose turn it is. Small frozen values; callers pass the position."""

    def legal(self, position: "Position", /) -> tuple[Move, ...]:
        """Every legal move in code-point order."""

    def play(self, position: "Position", move: Any, /) -> "Position":
        """The position after *move*, which is one of `legal`."""

    def leave(self, position: "Position", seat: int, move: Move, table: Table, hands: tuple[int, ...], /) -> "Position":
        """The position after *seat* left: *table* and *hands* are already without it."""


class Position:
    """One moment of a deal. Never changed: a move makes the next one, linked to this by *previous*.

    Two are equal where the same moves were made in the same deal of the same game, and the game was adjudicated there
    or not; so a copy is the position itself, and it is stored as its `past` (`rules.table.play`).

    Frozen for the type checker alone; refusing at run time would cost a third of a move.

    *seat* and *move* led here (None at the deal); *turn* is the seat to move, None once nothing more can be
    played and the deal is *over*; *hands* are bits by seat, *boneyard* is front first; *totals* by side include what
    was scored during play, and the round's score only in `after`.
    """

    __slots__ = (
        "boneyard", "hands", "known_moves", "known_texts", "known_tiles", "layout", "move", "over", "phase", "ply",
        "previous", "seat", "table", "totals", "turn",
    )  # fmt: skip

    def __init__(
        self,
        table: Table,
        previous: "Position | None",
        seat: int | None,
        move: Move | None,
        turn: int | None,
        hands: tuple[int, ...],
        boneyard: tuple[Tile, ...],
        layout: Layout,
        totals: tuple[int, ...],
        phase: Phase,
    ) -> None:
        self.table: Final = table
        self.previous: Final = previous
        self.seat: Final = seat
        self.move: Final = move
        self.turn: Final = turn
        self.over: Final = turn is None
        self.hands: Final = hands
        self.boneyard: Final = boneyard
        self.layout: Final = layout
        self.totals: Final = totals
        self.phase: Final = phase
        self.ply: Final[int] = previous.ply + 1 if previous else 0
        self.known_moves: tuple[Move, ...] | None = None
        # The move that led here, as views show it; the first view computes it (rules/view.py, rules/rounds/seen.py).
        self.known_texts: tuple[str, str] | None = None
        self.known_tiles: tuple[LaidTile, ...] | None = None

    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves of the seat on turn, in code-point order, except leaving and signals; computed once."""
        moves = self.known_moves
        if moves is None:
            moves = self.known_moves = self.phase.legal(self)
        return moves

    @property
    def legal(self) -> tuple[Move, ...]:
        """`legal_moves` as a property."""
        return self.legal_moves()

    def next(
        self,
        seat: int | None,
        move: Move | None,
        *,
        turn: int | None,
        phase: Phase,
        table: Table | None = None,
        hands: tuple[int, ...] | None = None,
        boneyard: tuple[Tile, ...] | None = None,
        totals: tuple[int, ...] | None = None,
    ) -> "Position":
        """The position after *seat* made *move*; other fields keep their value."""
        return Position(
            table or self.table,
            self,
            seat,
            move,
            turn,
            self.hands if hands is None else hands,
            self.boneyard if boneyard is None else boneyard,
            self.layout,
            self.totals if totals is None else totals,
            phase,
        )

    def asked(
        self, turn: int | None, phase: Phase, table: Table | None = None, layout: Layout | None = None
    ) -> "Position":
        """The same position with another question, or another seat asked."""
        return Position(
            table or self.table,
            self.previous,
            self.seat,
            self.move,
            turn,
            self.hands,
            self.boneyard,
            layout or self.layout,
            self.totals,
            phase,
        )

    @property
    def game(self) -> Game:
        """The game this deal is part of, as it was before the deal, except for seats that left since."""
        return self.table.game

    @property
    def rules(self) -> RuleSet:
        """The rules at this table."""
        return self.table.game.rules

    @property
    def result(self) -> RoundResult | None:
        """The round's score; None during it, for an annulled deal, and if the game stopped during the deal."""
        return self._ending().result if self.over else None

    @property
    def annulled(self) -> bool:
        """Whether the deal doesn't count and the round is dealt again."""
        return isinstance(self.phase, Over) and self.phase.how is How.ANNULLED

    @property
    def after(self) -> Game:
        """The game after this deal. Raises ValueError while it goes on."""
        return self._ending().after

    def adjudicated(self) -> "Position":
        """The same position with the game ended by its last moment (rules.md 7); no move leads to it.

        Raises ValueError if the deal has ended.
        """
        if self.over:
            raise ValueError("the round has ended")
        return self.asked(None, Over(How.ADJUDICATED))

    @property
    def is_adjudicated(self) -> bool:
        """Whether the game was ended there by its last moment."""
        return isinstance(self.phase, Over) and self.phase.how is How.ADJUDICATED

    def _ending(self) -> Ending:
        over = self.phase
        if not isinstance(over, Over):
            raise ValueError("the round isn't over")
        if over.ending is None:
            over.ending = self.table.conduct.settle(self, over)
        return over.ending

    @property
    def past(self) -> tuple[Game, Deal, tuple[tuple[int | None, Move | None], ...]]:
        """The history of this position: the game before the deal, the deal, and the moves with their seats."""
        first, *later = self.positions()
        return first.game, first.table.deal, tuple((at.seat, at.move) for at in later)

    if TYPE_CHECKING:  # rules/picture/svg.py and rules/notation bring them

        def svg(self, seat: int | Literal["all"] | None = "all") -> str: ...
        def _repr_svg_(self) -> str: ...

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        if self is other:
            return True
        return hash(self) == hash(other) and self.over == other.over and self.past == other.past

    def __hash__(self) -> int:
        return hash((self.ply, self.seat, self.move))

    def __repr__(self) -> str:
        """Short, and without tiles: it gets into logs."""
        return f"<Position: {self.rules.key}, round {self.game.round}, ply {self.ply}>"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _copied: dict[int, object]) -> Self:
        return self

    def last_lay(self) -> "Position | None":
        """The position after the last tiles that a seat played; None before the lead."""
        at: Position | None = self
        while at is not None and not isinstance(at.move, Lay):
            at = at.previous
        return at

    def positions(self) -> list["Position"]:
        """All positions of this deal from the first to this one."""
        positions = [self]
        while (previous := positions[-1].previous) is not None:
            positions.append(previous)
        positions.reverse()
        return positions
