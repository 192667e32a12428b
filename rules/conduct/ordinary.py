"""Rules that data can't express, as in most games; some games override them (rules.md 9).

They decide who is dealt a hand, who leads, how a round is scored, and what happens when a seat leaves.
"""

from dataclasses import replace

from ..house.ruleset import RuleSet
from ..phases.opening import opening
from ..pieces.as_json import LaidTile, OpenEnd, Train
from ..pieces.layout import EMPTY, Layout
from ..pieces.moves import Answer, Leave, Signal
from ..pieces.refused import refused
from ..pieces.tiles import Tile
from ..rounds.by_seat import changed, left_by_seat
from ..rounds.deal import Deal
from ..rounds.game import Game, Outcome
from ..rounds.game_end import adjudicated, at_target
from ..rounds.lead import DealAgain, FetchLead, Lead, find_lead
from ..rounds.position import Position
from ..rounds.round_end import Ending, How, Over
from ..rounds.seen import tiles_in_order
from ..scoring.more import worth_in_all
from ..scoring.points import points_opened, points_written
from ..scoring.result import next_round, result_of
from ..scoring.tally import Tally


class Ordinary:
    """The rules of every game defined by data alone."""

    aside: Tile | None = None  # the tile that may be set aside for a seat before the deal (Sea Goat)

    def first_memory(self, rules: RuleSet) -> object:
        """The first state that this game carries from round to round, besides that of every game."""
        return None

    def dealt_seats(self, game: Game) -> tuple[int, ...]:
        """The seats that are dealt a hand in the next round."""
        seats = range(game.rules.seats)
        return tuple(seat for seat in seats if seat not in game.gone) if game.gone else tuple(seats)

    def set_aside(self, game: Game) -> dict[int, Tile]:
        """Tiles set aside before the deal, by the seat they are dealt to."""
        return {}

    def station(self, game: Game) -> Tile | None:
        """The tile set aside in the middle of the table before the next deal (Mexican Train)."""
        return None

    def first_layout(self, game: Game, deal: Deal) -> Layout:
        """The layout before the first move."""
        return EMPTY if deal.start is None else game.rules.board.lead(deal.start)

    def begun(self, first: Position) -> Position:
        """*first*, the bare deal, with its first question."""
        return opening(first)

    def lead(self, game: Game, chance: int | None, hands: tuple[int, ...]) -> Lead | FetchLead | DealAgain:
        """The leader of the next round, and the tile."""
        return find_lead(game, chance, hands)

    def has_signals(self, rules: RuleSet) -> bool:
        """Whether partners may make signals at this table."""
        return False

    def may_signal(self, position: Position, seat: int, signal: Signal) -> bool:
        """Whether *seat* may make *signal* now."""
        return False

    def settle(self, position: Position, over: Over) -> Ending:
        """The score of the deal that ended in *position*, and the game after it."""
        game, totals = position.game, position.totals
        if over.how is How.ANNULLED:
            return Ending(None, replace(game, annulled=game.annulled + 1, asked=game.asked | answered(position)))
        if over.how is How.STOPPED:
            return Ending(None, replace(game, totals=totals, over=at_target(game, totals)))
        if over.how is How.ADJUDICATED:
            return Ending(None, replace(game, totals=totals, over=adjudicated(game, totals)))
        if over.how is How.LEFT:
            assert isinstance(position.move, Leave)
            outcome = Outcome(game.sides_in, position.move.reason, totals)
            return Ending(None, replace(game, totals=totals, over=outcome))
        return self.score(Tally(position, over))

    def score(self, tally: Tally) -> Ending:
        """The score of a round that was played to its end."""
        game = tally.position.game
        points, is_open, kept = points_opened(game, points_written(tally, tally.position.totals))
        points, notes = (points, ()) if game.rules.pips_are_all else worth_in_all(tally, points)
        result = result_of(tally, tally.winner, points, notes)
        if game.rules.open_at:
            return Ending(result, replace(next_round(tally, result), opened=is_open, kept=kept))
        return Ending(result, next_round(tally, result))

    def layout_tiles(self, position: Position, viewer: int | None = None) -> tuple[LaidTile, ...]:
        """The tiles of the layout as the view of *viewer* has them."""
        return tiles_in_order(position, viewer)

    def open_ends(self, position: Position) -> tuple[OpenEnd, ...]:
        """The open ends as views show them."""
        return position.layout.open_ends()

    def trains(self, position: Position) -> tuple[Train, ...] | None:
        """The trains in the order of seats, the Mexican one last (Mexican Train)."""
        return None

    def cover(self, position: Position) -> str | None:
        """The train with the uncovered double, if one lies (Mexican Train)."""
        return None

    def turned(self, position: Position) -> Tile | None:
        """The tile that the seat on turn has turned over for all to see."""
        return None

    def leave(self, position: Position, seat: int, move: Leave) -> Position:
        """The position after *seat* left in the middle of a round (rules.md 7). Raises IllegalMove."""
        game = position.game
        if seat in game.gone:
            raise refused("already_left", seat, move)
        game = game.without((seat,))
        if len(game.sides_in) == 1:
            return last_left(position, seat, move, game)
        table = replace(position.table, game=game, left=left_by_seat(self.dealt_seats(game), game.rules.seats))
        return position.phase.leave(position, seat, move, table, changed(position.hands, seat, 0))


def last_left(position: Position, seat: int, move: Leave, game: Game) -> Position:
    """The end of *game* after *seat* left and one side remains. With more than two sides, the leaver's tiles are out of
    play.
    """
    hands = changed(position.hands, seat, 0) if game.rules.sides > 2 else None
    table = replace(position.table, game=game)
    return position.next(seat, move, turn=None, phase=Over(How.LEFT, seat), table=table, hands=hands)


def answered(position: Position) -> set[int]:
    """The seats that have answered in this deal whether they annul it."""
    return {at.seat for at in position.positions() if isinstance(at.move, Answer) and at.seat is not None}
