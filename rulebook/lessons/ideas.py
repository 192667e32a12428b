"""Reasons for a move: an idea is a fact of the position, so it needs no knowledge of the game."""

from enum import StrEnum

import rules
from rulebook.lessons.course import Placed, Step, end_values, gain, placings, tiles_of
from rules import Cut, Pass, tiles_in


class Idea(StrEnum):
    """In order of importance."""

    OUT = "out"  # plays the last tile
    SCORES = "scores"  # scores more than any other move
    CUTS = "cuts"  # the lines of Sausage
    STOPS = "stops"  # the next seat has passed on all numbers it leaves, and must pass again
    ONLY = "only"  # nothing else fits
    DOUBLE = "double"  # the heaviest double, if others fit, too
    HEAVY = "heavy"  # the heaviest tile that fits
    FOLLOW = "follow"  # leaves ends that fit more of the reader's tiles than after any other move


# For these ideas, the place of a tile matters, too.
OF_PLACES = frozenset({Idea.SCORES, Idea.STOPS, Idea.FOLLOW})


def idea_of(step: Step) -> Idea:
    """The idea of the move to make there. Raises LookupError if there is none."""
    position, move = step.position, step.move
    assert move is not None
    others = [other for other in placings(position) if other != move]
    for idea, holds in _HOLDS.items():
        if holds(position, move, others):
            return idea
    raise LookupError(move)


def passed_on(position: rules.Position, seat: int) -> set[int]:
    """Numbers that *seat* can't hold, because it passed in a game without draws."""
    if position.rules.draw != "none":
        return set()
    passes = (at.previous for at in position.positions() if at.seat == seat and isinstance(at.move, Pass))
    return {value for before in passes if before is not None for value in end_values(before)}


def _out(position: rules.Position, move: Placed, _others: list[Placed]) -> bool:
    return position.turn is not None and not rules.play(position, move).hands[position.turn]


def _scores(position: rules.Position, move: Placed, others: list[Placed]) -> bool:
    points = gain(position, move)
    return points > 0 and all(gain(position, other) < points for other in others)


def _cuts(_position: rules.Position, move: Placed, _others: list[Placed]) -> bool:
    return isinstance(move, Cut)


def _stops(position: rules.Position, move: Placed, _others: list[Placed]) -> bool:
    after = rules.play(position, move)
    known = set() if after.turn is None else passed_on(position, after.turn)
    return bool(known) and end_values(after) <= known


def _only(_position: rules.Position, _move: Placed, others: list[Placed]) -> bool:
    return not others


def _double(_position: rules.Position, move: Placed, others: list[Placed]) -> bool:
    (tile, *_), rest = tiles_of(move), [tiles_of(other)[0] for other in others]
    lighter = all(other.pips < tile.pips for other in rest if other.double)
    return tile.double and lighter and any(not other.double for other in rest)


def _heavy(_position: rules.Position, move: Placed, others: list[Placed]) -> bool:
    return all(tiles_of(other)[0].pips < tiles_of(move)[0].pips for other in others)


def _follow(position: rules.Position, move: Placed, others: list[Placed]) -> bool:
    return all(_fitting(position, other) < _fitting(position, move) for other in others)


def _fitting(position: rules.Position, move: Placed) -> int:
    """How many of the player's tiles fit after the move."""
    after = rules.play(position, move)
    assert position.turn is not None
    values = end_values(after)
    return sum(tile.high in values or tile.low in values for tile in tiles_in(after.hands[position.turn]))


_HOLDS = {
    Idea.OUT: _out, Idea.SCORES: _scores, Idea.CUTS: _cuts, Idea.STOPS: _stops, Idea.ONLY: _only,
    Idea.DOUBLE: _double, Idea.HEAVY: _heavy, Idea.FOLLOW: _follow,
}  # fmt: skip
