"""Positions with a known best move, and the levels that have to find it.

All tiles are dealt, so a player who counts knows both hands, and the best move is exact: it alone wins the round.
`best_by_the_rules` proves it by playing every line to its end.
"""

from dataclasses import dataclass

import pytest

import rules
from mind import choose
from mind.table import view_of
from tests.rules.tables import after, moves, table

ALL = ("beginner", "casual", "solid", "good", "strong")
SEEDS = range(3)  # of the worlds that a level imagines


@dataclass(frozen=True)
class Puzzle:
    """*found_from*: the weakest level that finds *best*; *why*: what it has to see."""

    game: str
    hands: tuple[str, str]
    lead: int
    played: str
    best: str
    found_from: str
    why: str

    def position(self):
        options = {"draw": "none"} if self.game == "muggins" else {}
        highest = max(int(digit) for digit in "".join(self.hands) if digit.isdigit())
        first = table(self.game, *self.hands, lead=self.lead, set=highest, lead_first="host", end="rounds:1", **options)
        return after(first, *self.played.split())


POSITIONS = [
    Puzzle("block", ("1-0 2-0 2-1 2-2 3-1", "0-0 1-1 3-0 3-2 3-3"), 0, "1-0",
           "3-0>1-0", "beginner", "the heaviest tile goes"),
    Puzzle("muggins", ("1-0 1-1 2-0 2-2 3-1", "0-0 2-1 3-0 3-2 3-3"), 0, "2-2 3-2>2-2 3-1>3-2 2-1>3-1 2-0>2-2",
           "3-0>2-0", "beginner", "five points, and the heaviest tile"),
    Puzzle("block", ("1-0 2-0 2-1 2-2 3-0", "0-0 1-1 3-1 3-2 3-3"), 0,
           "3-0 0-0>3-0 2-0>0-0 3-1>3-0 2-2>2-0 1-1>3-1",
           "2-1>2-2", "casual", "only this end leaves a tile of one's own that fits"),
    Puzzle("block", ("1-1 2-0 2-1 3-1 3-2 3-3 4-0", "1-0 2-2 3-0 4-1 4-2 4-3 4-4"), 0,
           "2-1 1-0>2-1 3-2>2-1 3-0>3-2 4-0>1-0 4-4>4-0 2-0>3-0 4-3>4-4 3-3>4-3",
           "2-2>2-0", "casual", "a double is harder to get rid of than a tile with two pips more"),
    Puzzle("muggins", ("0-0 1-1 2-0 2-1 3-2", "1-0 2-2 3-0 3-1 3-3"), 0, "1-1 3-1>1-1 2-1>1-1 2-2>2-1=",
           "3-2>3-1", "casual", "the other end would leave none of one's own that fits"),
    Puzzle("block", ("0-0 1-0 1-1 2-2 3-0", "2-0 2-1 3-1 3-2 3-3"), 0, "1-1 2-1>1-1 1-0>1-1 3-2>2-1",
           "3-0>3-2", "solid", "fewer of the unseen tiles fit on 0 and 0"),
    Puzzle("block", ("2-0 2-1 2-2 3-1 4-0 4-3 4-4", "0-0 1-0 1-1 3-0 3-2 4-1 4-2"), 0,
           "2-2 3-2>2-2 3-1>3-2 4-1>3-1 2-1>2-2 1-0>2-1 2-0>1-0",
           "4-2>4-1", "solid", "it blocks: no tile with a 2 is left"),
    Puzzle("muggins", ("0-0 1-0 1-1 3-0 3-3", "2-0 2-1 2-2 3-1 3-2"), 0,
           "1-1 3-1>1-1 3-3>3-1 3-2>3-3 1-0>1-1 2-2>3-2 0-0>1-0=",
           "2-0>0-0", "solid", "nothing of the opponent's fits then"),
    Puzzle("block", ("1-0 1-1 3-0 3-1 3-3", "0-0 2-0 2-1 2-2 3-2"), 0, "3-0 3-2>3-0 1-0>3-0",
           "2-1>1-0", "good", "the heavy double can wait: nobody else has a 2"),
    Puzzle("block", ("2-0 3-0 3-1 3-2 3-3", "0-0 1-0 1-1 2-1 2-2"), 0, "2-0 0-0>2-0 3-2>2-0 1-0>0-0",
           "3-1>1-0", "good", "both ends are 3 then, and nobody else has one"),
    Puzzle("block", ("0-0 1-0 1-1 2-1 2-2 3-1 4-1", "2-0 3-0 3-2 4-0 4-2 4-3 4-4"), 0,
           "2-2 4-2>2-2 4-1>4-2 3-2>2-2 1-1>4-1 3-0>3-2",
           "1-0>3-0", "good", "both ends are 1 then, and nobody else has one"),
    Puzzle("muggins", ("1-0 2-1 2-2 3-1 3-3", "0-0 1-1 2-0 3-0 3-2"), 0, "3-3 3-0>3-3 1-0>3-0 1-1>1-0=",
           "3-1>3-3", "good", "the spinner's other end wins, however the opponent replies"),
]  # fmt: skip


def best_by_the_rules(position):
    """The one move that wins the round whatever the opponent plays, found by playing every line."""
    side, known = position.rules.side_of(position.turn), {}

    def ahead(at):
        if at.over:
            return at.result.totals[side] - at.result.totals[1 - side]
        ends = tuple(sorted((str(end.tile), end.value, end.arm) for end in at.layout.ends))
        key = (tuple(at.hands), at.turn, ends, at.totals)
        if key not in known:
            best = max if at.rules.side_of(at.turn) == side else min
            known[key] = best(ahead(rules.play(at, move)) for move in rules.legal_moves(at))
        return known[key]

    winning = [str(move) for move in rules.legal_moves(position) if ahead(rules.play(position, move)) > 0]
    assert len(winning) == 1
    return winning[0]


@pytest.mark.parametrize("puzzle", POSITIONS, ids=lambda puzzle: f"{puzzle.game}: {puzzle.why}")
def test_each_level_finds_the_moves_it_should(puzzle):
    position = puzzle.position()
    assert len(moves(position)) > 1
    assert best_by_the_rules(position) == puzzle.best
    view = view_of(position, position.turn, [])
    for level in ALL[ALL.index(puzzle.found_from) :]:
        assert {choose(view, level, seed) for seed in SEEDS} == {puzzle.best}, level
