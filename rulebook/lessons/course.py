"""A lesson as played by the rules: its positions, and the moves that the reader chooses."""

from dataclasses import dataclass
from functools import cache

import rules
from rulebook.lessons.prepared import LESSONS, READER, Lesson
from rules import Append, Cut, Draw, Insert, Lay, Pass

Placed = Lay | Append | Insert | Cut  # a move that puts tiles on the table


@dataclass(frozen=True, slots=True)
class Step:
    """*position*: where the reader must choose, or the end of the round; *move*: the solution, None at the end.
    *since*: the positions after each move from the reader's last choice on.
    """

    lesson: Lesson
    number: int  # from 1
    position: rules.Position
    move: Placed | None
    since: tuple[rules.Position, ...]


@cache
def steps(key: str) -> tuple[Step, ...]:
    """The steps of the lesson for the game *key*; the last is the end of its round."""
    return played(next(lesson for lesson in LESSONS if lesson.key == key))


def played(lesson: Lesson) -> tuple[Step, ...]:
    position = rules.start_round(_game(lesson), lesson.deal)
    so_far: list[Step] = []
    since: list[rules.Position] = []
    for text in lesson.moves:
        move = rules.parse_move(text)
        if position.turn == READER and isinstance(move, Placed):
            so_far.append(Step(lesson, len(so_far) + 1, position, move, tuple(since)))
            since = []
        position = rules.play(position, move)
        since.append(position)
    assert position.over
    return (*so_far, Step(lesson, len(so_far) + 1, position, None, tuple(since)))


def _game(lesson: Lesson) -> rules.Game:
    return rules.new_game(rules.ruleset(lesson.key, lesson.options, lesson.seats))


def placings(position: rules.Position) -> list[Placed]:
    """The legal moves that put tiles on the table."""
    return [move for move in position.legal if isinstance(move, Placed)]


def asides(position: rules.Position) -> list[Draw | Pass]:
    """The moves besides playing a tile, where the rules leave the reader a choice."""
    return [move for move in position.legal if isinstance(move, Draw | Pass)]


def tiles_of(move: Placed) -> tuple[rules.Tile, ...]:
    return tuple(play.tile for play in move.plays) if isinstance(move, Lay) else (move.tile,)


def gain(position: rules.Position, move: rules.Move) -> int:
    """The points that *move* scores at once for the side that makes it."""
    return rules.scored_by(rules.play(position, move))


def end_values(position: rules.Position) -> set[int]:
    """The numbers at the open ends; of trains, at those where the seat on turn may play."""
    return {end.value for end in rules.conduct_of(position.rules).open_ends(position)}


def asked_values(position: rules.Position) -> set[int]:
    """The numbers that fit the open ends: the same, or where touching halves make a sum, what is missing to it."""
    r = position.rules
    asked = {value if (total := r.board.total) is None else total - value for value in end_values(position)}
    return {value for value in asked if value <= r.set}


def is_matador(r: rules.RuleSet, tile: rules.Tile) -> bool:
    """Whether *tile* fits every end (`match: matador`)."""
    return bool(tile.bit & r.board.anywhere)


def fitting(position: rules.Position) -> int:
    """How many of the reader's tiles fit an open end."""
    return (position.hands[READER] & position.layout.takes).bit_count()
