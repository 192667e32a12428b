"""Find deals that have something to plan."""

from dataclasses import dataclass
from datetime import datetime

import rules
from common import queues
from games.models import Game
from games.positions import memory, referee, tables
from plans import fitting
from plans.actions import save_plan
from plans.fitting import Line
from plans.turns import planned_turns

TRIES = 300


def play_due(now: datetime) -> int:
    """Play all planned turns that are due; returns how many were tried."""
    return queues.drain(planned_turns, now)


@dataclass(frozen=True)
class Chance:
    """After *mover* plays *first*, the line *answer* of *planner* fits as the move *text*; *misfit* doesn't fit."""

    game: Game
    mover: int
    first: str
    planner: int
    answer: Line
    text: str
    misfit: Line
    version: int


def chance(deal, *, choices: int = 2) -> Chance:
    """Call *deal()* for new games until one fits. The planner has one legal move, or several if *choices* > 1."""
    for _ in range(TRIES):
        game = deal()
        table = memory.current(game.public_id)
        if (found := _in(game, table, choices)) is not None:
            return found
    raise AssertionError("no deal gave anything to plan")


def _in(game: Game, table: tables.Table, choices: int) -> Chance | None:
    position = table.running.position
    for first in position.legal:
        if type(first) is not rules.Play:
            continue
        after, made = referee.force(rules.play(position, first), [])
        seat = after.turn
        if seat is None or seat == position.turn or made or (len(after.legal) > 1) != (choices > 1):
            continue
        held = fitting.hand(after, seat)
        fits = [line for line in every_line(game.rules, held) if fitting.move_for(after, line)]
        misfits = [line for line in every_line(game.rules, held) if not fitting.move_for(after, line)]
        answers = [line for line in fits if line.end is not None]
        misfits = [line for line in misfits if all(line.tile != answer.tile for answer in answers)]
        if answers and misfits:
            text = fitting.move_for(after, answers[0])
            last, made = referee.force(rules.play(after, rules.parse_move(text)), [])
            if made or last.over:
                continue
            return Chance(game, position.turn, str(first), seat, answers[0], text, misfits[0], table.version)
    return None


def every_line(ruleset, held) -> list[Line]:
    return [Line(tile, end) for tile in held for end in (*fitting.ends_for(ruleset, tile), None)]


def moves(game: Game) -> list[tuple[int, str, str]]:
    """The moves as (seat, text, made by)."""
    return list(game.moves.values_list("seat", "text", "by"))


def plan(at, *lines: Line, people) -> None:
    """Save *lines* as the planner's plan. *people*: the players by seat."""
    save_plan(public_id=at.game.public_id, player=people[at.planner], lines=lines)
