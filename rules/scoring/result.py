"""The line of a scored round, and the game after it (rules.md 6, 10)."""

from operator import add
from typing import Literal

from ..rounds.game import Game, LastRound
from ..rounds.game_end import after_round, is_level
from ..rounds.round_end import How, RoundResult
from .tally import Tally


def result_of(tally: Tally, winner: int | None, points: tuple[int, ...], notes: tuple[str, ...] = ()) -> RoundResult:
    """The round line: *winner* is a side, *points* are what each side scores."""
    position = tally.position
    totals = tuple(map(add, position.totals, points))
    by = tally.over.by
    over: Literal["out", "blocked"] = "blocked" if tally.over.how is How.BLOCKED else "out"
    return RoundResult(position.game.round, over, by, winner, tally.by_side, points, totals, notes)


def next_round(tally: Tally, result: RoundResult) -> Game:
    """The game after a scored round, over if the round ended it."""
    game = tally.position.game
    last = LastRound(
        leader=tally.position.table.leader,
        winner=None if is_level(game, result.totals) else tally.winning_seat(result.winner),
        blocked=result.by is None,
        player=tally.player,
    )
    return Game(
        game.rules,
        result.totals,
        game.opened,
        game.kept,
        game.round + 1,
        after_round(game, result.totals, game.round),
        game.gone,
        last,
        won=game.won + (result.winner is not None and bool(game.rules.round_bonus)),
        drawn=game.drawn + 1 if result.winner is None and game.rules.tie_next else 0,
        memory=game.memory,
    )
