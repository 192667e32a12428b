"""What data can't say, as most games answer it; games of their own (rules.md 9) answer otherwise.

The questions: who is dealt a hand, who leads, how a round is scored, what it means that a seat leaves.
"""

from dataclasses import replace
from operator import add
from typing import Any

from .ending import Ending, How, Over, RoundResult
from .errors import IllegalMove
from .game import Game, LastRound, Outcome
from .lead import DealAgain, FetchLead, Lead, find_lead
from .moves import Answer, Leave, Signal
from .outcome import after_round, at_target
from .over import changed
from .position import Position
from .ruleset import RuleSet
from .scoring import opened, written
from .starting import left_by_seat, questions
from .tally import Tally
from .tiles import Tile
from .view import ends_of_line, layout_of_line


class Ordinary:
    """The answers of every game that is only data."""

    in_rows = False  # whether hands are dealt as face-down rows (Sausage)
    aside: Tile | None = None  # the tile that may be set aside for a seat before the deal (Sea Goat)

    def first_memory(self, rules: RuleSet) -> object:  # noqa: ARG002 - games of their own look
        """What the game remembers from round to round besides what every game does."""
        return None

    def dealt_seats(self, game: Game) -> tuple[int, ...]:
        """The seats that are dealt a hand in the next round."""
        seats = range(game.rules.seats)
        return tuple(seat for seat in seats if seat not in game.gone) if game.gone else tuple(seats)

    def set_aside(self, game: Game) -> dict[int, Tile]:  # noqa: ARG002 - games of their own look
        """Tiles set aside before the deal, by the seat they are dealt to."""
        return {}

    def begun(self, first: Position) -> Position:
        """*first*, the bare deal, with its first question."""
        return questions(first)

    def lead(self, game: Game, chance: int | None, hands: tuple[int, ...]) -> Lead | FetchLead | DealAgain:
        """Who leads the next round, and with what."""
        return find_lead(game, chance, hands)

    def has_signals(self, rules: RuleSet) -> bool:  # noqa: ARG002 - General looks
        """Whether partners may make signals at this table."""
        return False

    def may_signal(self, position: Position, seat: int, signal: Signal) -> bool:  # noqa: ARG002 - General looks
        """Whether *seat* may make *signal* now."""
        return False

    def settle(self, position: Position, over: Over) -> Ending:
        """The score of the deal that ended in *position*, and the game after it."""
        game, totals = position.game, position.totals
        if over.how is How.ANNULLED:
            return Ending(None, replace(game, annulled=game.annulled + 1, asked=game.asked | answered(position)))
        if over.how is How.STOPPED:
            return Ending(None, replace(game, totals=totals, over=at_target(game, totals)))
        if over.how is How.LEFT:
            assert isinstance(position.move, Leave)
            outcome = Outcome(game.sides_in, position.move.reason, totals)
            return Ending(None, replace(game, totals=totals, over=outcome))
        return self.score(Tally(position, over))

    def score(self, tally: Tally) -> Ending:
        """The score of a round that was played to its end."""
        game = tally.position.game
        points, is_open, kept = opened(game, written(tally, tally.position.totals))
        result = result_of(tally, tally.winner, points)
        if game.rules.open_at:
            return Ending(result, next_round(tally, result, opened=is_open, kept=kept))
        return Ending(result, next_round(tally, result))

    def layout_shown(self, position: Position, viewer: int | None = None) -> list[dict[str, Any]]:
        """The layout as the view of *viewer* has it."""
        return layout_of_line(position, viewer)

    def ends_shown(self, position: Position) -> list[dict[str, Any]]:
        """The open ends as a view has them."""
        return ends_of_line(position)

    def turned(self, position: Position) -> Tile | None:  # noqa: ARG002 - Sausage looks
        """The tile that the seat on turn has turned over for all to see."""
        return None

    def leave(self, position: Position, seat: int, move: Leave) -> Position:
        """The position after *seat* left in the middle of a round (rules.md 7). Raises IllegalMove."""
        game = position.game
        if seat in game.gone:
            raise IllegalMove("already_left", seat, str(move), "it has left already")
        game = game.without((seat,))
        if len(game.sides_in) == 1:
            return last_left(position, seat, move, game)
        table = replace(position.table, game=game, left=left_by_seat(game))
        return position.phase.leave(position, seat, move, table, changed(position.hands, seat, 0))


def last_left(position: Position, seat: int, move: Leave, game: Game) -> Position:
    """The end of the *game*, which *seat* has left to the last side: of more than two, its tiles are out of play."""
    hands = changed(position.hands, seat, 0) if game.rules.sides > 2 else None
    table = replace(position.table, game=game)
    return position.next(seat, move, turn=None, phase=Over(How.LEFT, seat), table=table, hands=hands)


def answered(position: Position) -> set[int]:
    """The seats that have answered in this deal whether they annul it."""
    return {at.seat for at in position.line() if isinstance(at.move, Answer) and at.seat is not None}


def result_of(tally: Tally, winner: int | None, points: tuple[int, ...], notes: tuple[str, ...] = ()) -> RoundResult:
    """The round line: *winner* the side, *points* what each side writes."""
    position = tally.position
    totals = tuple(map(add, position.totals, points))
    by = tally.over.by
    over = tally.over.how.value
    return RoundResult(position.game.round, over, by, winner, tally.by_side, points, totals, notes)


def next_round(tally: Tally, result: RoundResult, **changes: Any) -> Game:
    """The game after a scored round, over if the round ended it, with further *changes*."""
    game = tally.position.game
    last = LastRound(
        leader=tally.position.table.leader,
        winner=tally.winning_seat(result.winner),
        blocked=result.by is None,
        player=tally.player,
    )
    over = after_round(game, result.totals, game.round)
    after = Game(
        game.rules, result.totals, game.opened, game.kept, game.round + 1, over, game.gone, last, memory=game.memory
    )
    return replace(after, **changes) if changes else after
