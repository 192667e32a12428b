"""Reasons for a move: an idea is a fact of the position and the rules, so it needs no knowledge of the game.

*position* is where the reader chooses, *move* the move to make, *other* another legal one.
"""

from collections.abc import Callable, Collection
from enum import StrEnum

import rules
from rulebook.lessons import trains
from rulebook.lessons.course import Placed, Step, end_values, fitting, gain, is_matador, placings, tiles_of
from rulebook.lessons.prepared import READER
from rules import Cut, Lay, Pass


class Idea(StrEnum):
    """In order of importance."""

    OUT = "out"  # plays the last tile
    SCORES = "scores"  # scores more than any other move
    CUTS = "cuts"  # the lines of Sausage
    STOPS = "stops"  # the next seat has passed on all numbers it leaves, and must pass again
    ONLY = "only"  # nothing else fits
    TOGETHER = "together"  # several doubles in one turn
    TRAIN = "train"  # leaves fewer pips outside the train that the reader's hand can build
    KEEP = "keep"  # a matador, while another tile fits
    DOUBLE = "double"  # the heaviest double, if others fit, too
    HEAVY = "heavy"  # the heaviest tile that fits
    FOLLOW = "follow"  # leaves ends that fit more of the reader's tiles than after any other move
    UNSEEN = "unseen"  # … ends that fit fewer of the tiles that the reader doesn't see


def idea_of(step: Step) -> Idea | None:
    """The idea of the move to make there; None if a move that is about as good lacks it."""
    assert step.move is not None
    idea = idea_in(step.position, step.move)
    holds = _HOLDS.get(idea)
    lacks = holds and any(holds(step.position, step.move, other) for other in as_good(step))
    return None if lacks else idea


def as_good(step: Step) -> list[Placed]:
    """The moves that are about as good as the one to make there."""
    even = step.lesson.even.get(step.number, ())
    return [move for move in placings(step.position) if str(move) in even]


def idea_in(position: rules.Position, move: Placed) -> Idea:
    """The idea of *move*. Raises LookupError if there is none."""
    others = [other for other in placings(position) if other != move]
    if _empties(position, move):
        return Idea.OUT
    if not others:
        return Idea.STOPS if _stopped(position, move) else Idea.ONLY
    for idea, holds in _HOLDS.items():
        beats = [holds(position, move, other) or _heavier_double(idea, position, move, other) for other in others]
        if all(beats) and any(holds(position, move, other) for other in others):
            return idea
    raise LookupError(move)


def _heavier_double(idea: Idea, position: rules.Position, move: Placed, other: rules.Move) -> bool:
    return idea is Idea.DOUBLE and tiles_of(move)[0].double and _heavy(position, move, other)


def advantage(position: rules.Position, move: Placed, other: rules.Move, even: Collection[Placed] = ()) -> Idea | None:
    """An idea that holds for *move* and not for *other*, if possible its main one; None if there is none.

    The *even* moves are about as good as *move*, so an idea counts only if it holds for each of them, too.
    """
    first = idea_in(position, move)
    ideas = [
        idea
        for idea, holds in _HOLDS.items()
        if holds(position, move, other)
        and not any(holds(position, move, good) and not holds(position, good, other) for good in even)
    ]
    return first if first in ideas else next(iter(ideas), None)


def passed_on(position: rules.Position, seat: int) -> set[int]:
    """Numbers that *seat* can't hold, because it passed in a game without draws."""
    if position.rules.draw != "none":
        return set()
    passes = (at.previous for at in position.positions() if at.seat == seat and isinstance(at.move, Pass))
    return {value for before in passes if before is not None for value in end_values(before)}


def weight(position: rules.Position, move: rules.Move) -> int:
    """The pips that *move* takes out of the hand, as the round counts them."""
    if not isinstance(move, Placed):
        return 0
    blank = position.rules.blank
    return sum(tile.pips or blank for tile in tiles_of(move))


def follows(position: rules.Position, move: rules.Move) -> int:
    """How many of the reader's tiles fit after it."""
    return fitting(rules.play(position, move))


def unseen(position: rules.Position, move: rules.Move) -> int:
    """How many of the tiles that the reader doesn't see fit after it."""
    hidden = sum(position.hands) - position.hands[READER] + sum(tile.bit for tile in position.boneyard)
    return (hidden & rules.play(position, move).layout.takes).bit_count()


def _out(position: rules.Position, move: Placed, other: rules.Move) -> bool:
    return _empties(position, move) and not _empties(position, other)


def _empties(position: rules.Position, move: rules.Move) -> bool:
    return position.turn is not None and not rules.play(position, move).hands[position.turn]


def _scores(position: rules.Position, move: Placed, other: rules.Move) -> bool:
    return gain(position, move) > max(0, gain(position, other))


def _cuts(_position: rules.Position, move: Placed, other: rules.Move) -> bool:
    return isinstance(move, Cut) and not isinstance(other, Cut)


def _stops(position: rules.Position, move: Placed, other: rules.Move) -> bool:
    return _stopped(position, move) and not _stopped(position, other)


def _stopped(position: rules.Position, move: rules.Move) -> bool:
    after = rules.play(position, move)
    known = set() if after.turn is None else passed_on(position, after.turn)
    return bool(known) and end_values(after) <= known


def _together(_position: rules.Position, move: Placed, other: rules.Move) -> bool:
    return len(tiles_of(move)) > max(1, _laid(other))


def _laid(move: rules.Move) -> int:
    return len(tiles_of(move)) if isinstance(move, Placed) else 0


def _train(position: rules.Position, move: Placed, other: rules.Move) -> bool:
    return position.rules.in_trains and left_out(position, move) < left_out(position, other)


def left_out(position: rules.Position, move: rules.Move) -> int:
    """The pips outside the dearest train that the reader can build after *move*."""
    return trains.left_out(rules.play(position, move))


def _keep(position: rules.Position, move: Placed, other: rules.Move) -> bool:
    return isinstance(other, Lay) and not _has_matador(position, move) and _has_matador(position, other)


def _has_matador(position: rules.Position, move: Placed) -> bool:
    return any(is_matador(position.rules, tile) for tile in tiles_of(move))


def _double(position: rules.Position, move: Placed, other: rules.Move) -> bool:
    """One double against one tile that isn't."""
    if not isinstance(move, Lay) or not isinstance(other, Lay) or len(tiles_of(move)) > 1:
        return False
    if _has_matador(position, move):
        return False
    return tiles_of(move)[0].double and not any(tile.double for tile in tiles_of(other))


def _heavy(position: rules.Position, move: Placed, other: rules.Move) -> bool:
    return pips_count(position.rules) and weight(position, move) > weight(position, other) > 0


def pips_count(r: rules.RuleSet) -> bool:
    """Whether the pips left in a hand always count in the round's score."""
    return r.variant.conduct != "general" and not r.in_rows and {r.score_out, r.score_block}.isdisjoint({"none", "one"})


def _follow(position: rules.Position, move: Placed, other: rules.Move) -> bool:
    return position.rules.layout_kind == "board" and follows(position, move) > follows(position, other)


def _unseen(position: rules.Position, move: Placed, other: rules.Move) -> bool:
    return position.rules.layout_kind == "board" and unseen(position, move) < unseen(position, other)


_HOLDS: dict[Idea, Callable[[rules.Position, Placed, rules.Move], bool]] = {
    Idea.OUT: _out, Idea.SCORES: _scores, Idea.CUTS: _cuts, Idea.STOPS: _stops, Idea.TOGETHER: _together,
    Idea.TRAIN: _train, Idea.KEEP: _keep, Idea.DOUBLE: _double, Idea.HEAVY: _heavy, Idea.FOLLOW: _follow,
    Idea.UNSEEN: _unseen,
}  # fmt: skip
