"""Sausage (rules.md 9.6): two lines side by side, and rows of face-down tiles."""

from dataclasses import replace
from typing import cast

from ..pieces.as_json import LaidTile
from ..pieces.layout import Layout
from ..pieces.moves import TURN, Append, Cut, Insert, Move
from ..pieces.tiles import Tile, bits
from ..rounds.by_seat import changed
from ..rounds.deal import Deal
from ..rounds.game import Game
from ..rounds.lead import Lead
from ..rounds.position import Position, Table
from ..rounds.round_end import Ending, How, Over
from ..scoring.result import next_round, result_of
from ..scoring.tally import Tally
from .lines import Lines
from .ordinary import Ordinary

LONGEST_ROUND = 1000  # turns, the start not counted


class Sausage(Ordinary):
    """Rows instead of hands, lines instead of ends."""

    def first_layout(self, game: Game, deal: Deal) -> Layout:
        return Lines(None, (), (), deal.hands)

    def begun(self, first: Position) -> Position:
        lead = self.lead(first.game, first.table.deal.lead, first.hands)
        assert isinstance(lead, Lead)
        return first.asked(lead.seat, _TURN, replace(first.table, leader=lead.seat))

    def score(self, tally: Tally) -> Ending:
        pips = tally.by_side
        by = tally.over.by
        more = None if pips[0] == pips[1] else pips.index(max(pips))
        loser = more if by is None else 1 - by
        points = (0, 0) if loser is None else changed((0, 0), loser, pips[loser])
        result = result_of(tally, None if loser is None else 1 - loser, points)
        return Ending(result, next_round(tally, result))

    def layout_tiles(self, position: Position, viewer: int | None = None) -> tuple[LaidTile, ...]:
        return lines_of(position).laid_tiles()

    def turned(self, position: Position) -> Tile | None:
        if position.turn is None:
            return None
        return lines_of(position).rows[position.turn][0]


class RowTurn:
    """The front tile of the row is turned over; if it can be placed, it must be."""

    def legal(self, position: Position, /) -> tuple[Move, ...]:
        lines, turn = lines_of(position), position.turn
        assert turn is not None
        return tuple(sorted(lines.placements(lines.rows[turn][0], position.rules.cut == "equal"))) or (TURN,)

    def play(self, position: Position, move: Move, /) -> Position:
        lines, seat, ply = lines_of(position), position.turn, position.ply + 1
        assert seat is not None
        over = None
        if lines.start is None:
            lines = lines.started(seat, ply)
        elif isinstance(move, (Append, Insert, Cut)):
            lines = lines.placed(seat, ply, move)
            over = None if lines.rows[seat] else Over(How.OUT, seat)
        else:
            lines = lines.turned_over(seat)
            over = Over(How.BLOCKED) if lines.gone_through else None
        if over is None and lines.turns >= LONGEST_ROUND:
            over = Over(How.BLOCKED)
        hands = tuple(bits(row) for row in lines.rows)
        return Position(
            position.table, position, seat, move, None if over else 1 - seat,
            hands, position.boneyard, lines, position.totals, over or _TURN,
        )  # fmt: skip

    def leave(self, position: Position, seat: int, move: Move, table: Table, hands: tuple[int, ...], /) -> Position:
        """Never asked: of two seats one is left, and the game has ended."""
        return position.next(seat, move, turn=None, phase=Over(How.LEFT, seat), table=table, hands=hands)


_TURN = RowTurn()


def lines_of(position: Position) -> Lines:
    """The layout of *position*: in Sausage, two lines."""
    return cast(Lines, position.layout)
