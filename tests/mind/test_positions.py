"""Positions with a known best move, and the levels that have to find it.

In the first twelve all tiles are dealt, so a player who counts knows both hands, and the best move is exact: it alone
wins the round. In the others every hidden tile is known by what was drawn and passed, and the best move makes most
points. Both are proved by playing every line by the rules to its end.
"""

from dataclasses import dataclass, replace

import pytest

import rules
from mind import choose, hints, study
from mind.contests.match import Contender, match
from mind.contests.match import level as player
from mind.seen import SeenLine
from mind.table import view_of
from rules import record
from tests.mind.quick import quick_studies  # noqa: F401 - a fixture
from tests.rules.tables import after, moves, table

ALL = ("beginner", "casual", "solid", "good", "strong", "master")
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


@dataclass(frozen=True)
class Ending:
    """With the double-four set. Levels from `good` on find *best*, because they solve what they know."""

    game: str
    options: dict
    hands: tuple[str, ...]
    boneyard: str
    lead: int | None
    played: str
    best: str

    def position(self):
        first = table(self.game, *self.hands, boneyard=self.boneyard, lead=self.lead, set=4, **self.options)
        return after(first, *self.played.split())


ENDINGS = [
    Ending("puerto_rico", {"lead_first": "high_double"}, ("0-0 4-1 1-0 4-0", "3-0 3-2 2-2 2-0"),
           "3-1 3-3 4-3 1-1 4-4 4-2 2-1", None,
           "2-2 draw draw draw draw draw draw 4-2>2-2",
           "2-0>2-2"),
    Ending("ukrainian", {}, ("3-0 1-0 2-0 3-1", "3-3 2-1 4-4 4-0"),
           "4-1 1-1 2-2 4-2 0-0 3-2 4-3", None,
           "4-4 draw 4-1>4-4 2-1>4-1 2-0>2-1 4-0>2-0 draw draw draw 4-2>4-0 draw draw 3-2>4-2 3-1>3-2 draw "
           "4-3>4-4",
           "3-0>4-3"),
    Ending("classic_six", {"match": "sum:4"}, ("3-0 3-3 4-4 4-1", "1-0 4-0 3-2 1-1"),
           "2-2 3-1 4-3 4-2 2-0 0-0 2-1", None,
           "4-4 4-0>4-4 3-0>4-4 1-0>3-0 4-1>1-0 3-2>4-1 draw 2-2>3-2 draw draw draw 4-2>2-2 draw 2-0>4-2 draw "
           "0-0>4-0 draw 2-1>2-0",
           "4-3>2-1"),
    Ending("telephone_72", {}, ("4-0 3-3 2-0 4-2", "1-0 3-2 0-0 1-1"),
           "2-1 2-2 4-1 4-4 3-1 3-0 4-3", None,
           "3-3 3-2>3-3 2-0>3-2 0-0>2-0 4-0>0-0 draw draw draw 4-1>4-0 draw draw 3-1>4-1 draw 3-0>3-3 draw",
           "4-3>3-3"),
    Ending("muggins", {"lead_first": "host"}, ("4-3 2-1 3-3 3-1", "2-0 4-2 1-1 4-0"),
           "4-4 1-0 2-2 3-2 3-0 0-0 4-1", 0,
           "3-1 1-1>3-1 4-3>3-1 4-2>4-3 2-1>4-2 draw draw 1-0>1-1 draw draw draw 3-0>1-0 draw draw 4-1>2-1 "
           "3-3>3-0=",
           "4-4>4-1="),
    Ending("goat", {"redeal": "none", "reserve": 0}, ("3-2 2-2 4-0 4-3", "3-0 2-1 0-0 1-1"),
           "2-0 4-2 1-0 3-1 3-3 4-4 4-1", None,
           "1-1 draw draw draw 1-0>1-1 2-1>1-1 4-0>1-0 draw draw draw 4-4>4-0",
           "4-2>4-4"),
    Ending("classic", {}, ("2-2 4-1 1-1 1-0", "0-0 2-1 3-3 2-0"),
           "3-2 4-4 4-0 4-2 3-1 3-0 4-3", None,
           "3-3 draw 3-2>3-3 2-0>3-2 1-0>2-0 2-1>1-0 2-2>2-1 draw draw draw 4-2>2-2 4-1>4-2 draw 3-1>4-1 draw "
           "3-0>3-3",
           "0-0>3-0"),
    Ending("block", {"lead_first": "high_double"},
           ("4-3 2-0 0-0 4-1 4-0", "3-0 1-0 4-2 3-1 2-1", "4-4 1-1 3-3 2-2 3-2"),
           "", None,
           "4-4 4-1>4-4 1-0>4-1 pass 4-0>1-0 4-2>4-4 3-2>4-2 4-3>4-0 3-1>3-2 3-3>4-3 pass",
           "3-0>3-3"),
    Ending("donkey", {"redeal": "none", "reserve": 0}, ("2-0 2-1 2-2 3-2", "1-0 3-3 4-3 4-1"),
           "4-0 1-1 4-4 3-0 3-1 0-0 4-2", None,
           "2-2 draw draw draw draw draw draw draw 4-2>2-2",
           "2-0>2-2"),
    Ending("double_nine", {"no_double": "heaviest"}, ("3-2 4-4 4-0 3-3", "1-1 0-0 3-0 4-2"),
           "2-2 2-1 3-1 2-0 4-3 4-1 1-0", None,
           "4-4 4-2>4-4 4-0>4-4 0-0>4-0 3-2>4-2 3-0>3-2 draw pass draw pass draw pass draw 2-0>3-0 2-2>2-0 "
           "2-1>2-2 3-1>2-1 draw 4-3>3-1 draw pass draw",
           "pass"),
    Ending("egyptian", {}, ("3-1 1-1 2-0 2-2", "0-0 4-0 1-0 4-1"),
           "4-4 4-3 4-2 2-1 3-3 3-0 3-2", None,
           "2-2 draw draw draw 4-2>2-2 2-0>2-2 4-0>2-0 draw draw draw draw pass 4-3>4-2 3-1>4-3",
           "4-1>3-1"),
    Ending("telephone", {"lead_first": "high_double"}, ("2-2 0-0 3-0 4-2", "4-0 2-0 2-1 4-1"),
           "4-4 3-2 3-3 4-3 3-1 1-0 1-1", None,
           "2-2 2-0>2-2 3-0>2-0 2-1>2-2 4-2>2-2 4-1>4-2 draw draw 3-2>3-0 draw draw draw 3-1>2-1 draw 1-0>4-1",
           "4-0>1-0"),
]  # fmt: skip


def most_points(position):
    """The move after which the seat's side makes most points, more than after any other, if all play for points."""
    known = {}

    def ahead(made, side):
        others = [points for other, points in enumerate(made) if other != side]
        return (made[side] - sum(others) / len(others)) * (1 if position.rules.goal == "high" else -1)

    def end(at):
        if at.over:
            return at.after.totals
        ends = tuple(sorted((str(end.tile), end.value, end.arm, end.worth) for end in at.layout.ends))
        last = [str(move) for move in (each.move for each in at.positions()) if isinstance(move, rules.Lay)][-1:]
        key = (at.hands, at.boneyard, at.turn, at.phase.drawn, ends, at.totals, *last)
        if key not in known:
            side = at.rules.side_of(at.turn)
            known[key] = max((end(rules.play(at, move)) for move in at.legal), key=lambda made: ahead(made, side))
        return known[key]

    side = position.rules.side_of(position.turn)
    worth = sorted((ahead(end(rules.play(position, move)), side), str(move)) for move in position.legal)
    assert worth[-1][0] > worth[-2][0]
    return worth[-1][1]


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: f"{ending.game} {ending.best}")
def test_levels_that_solve_find_the_best_move_of_known_endings(ending):
    position = ending.position()
    assert most_points(position) == ending.best
    view = view_of(position, position.turn, [])
    for level in ("good", "strong", "master"):
        assert {choose(view, level, seed) for seed in SEEDS} == {ending.best}, level
    assert any(choose(view, level, seed) != ending.best for level in ("solid", "casual") for seed in SEEDS)


@dataclass(frozen=True)
class Decided:
    """With the double-three set, all of it dealt. Every move wins the game, or loses it; *best* makes most points."""

    game: str
    hands: tuple[str, str]
    totals: tuple[int, int]
    played: str
    best: str
    chance: int
    why: str

    def position(self):
        options = {"end": "rounds:1", "draw": "none", "lead_first": "host", "set": 3, "hand": 5}
        if any(self.totals):
            options["end"] = f"target:{GOAL}"
        game = rules.new_game(rules.ruleset(self.game, options, 2))
        return after(table(self.game, *self.hands, game=replace(game, totals=self.totals)), *self.played.split())

    @property
    def scores(self):
        """The score sheet before the deal."""
        return [SeenLine(1, "out", 0, 0, (0, 9), self.totals, self.totals, ())] if any(self.totals) else []


GOAL = 100
WON = ("0-0 1-1 2-2 3-2 3-3", "1-0 2-0 2-1 3-0 3-1"), "1-1 3-1>1-1 3-3>3-1 1-0>1-1 0-0>1-0 3-0>0-0 3-2>3-3"
LOST = ("1-0 2-0 2-1 2-2 3-1", "0-0 1-1 3-0 3-2 3-3"), "2-2 3-2>2-2 3-1>3-2 1-1>3-1 2-0>2-2 3-0>2-0"
SCORING = ("1-1 2-1 2-2 3-0 3-3", "0-0 1-0 2-0 3-1 3-2"), "2-2 3-2>2-2 3-0>3-2 1-0>3-0 1-1>1-0= 3-1>1-1"
BLOCKS = "2-0 and 2-1 both block; 2 pips are left against 4, or only one less"
GIVES = "2-1 ends the deal at once, by a block that costs a point; after 1-0 the opponent goes out for 3"
TAKES = "only 3-3 across makes ten (6 + 4); going out brings the ten of 0-0 after any move"
DECIDED = [
    Decided("block", WON[0], (0, 0), WON[1], "2-1>3-2", 1, BLOCKS),
    Decided("block", WON[0], (20, GOAL - 1), WON[1], "2-1>3-2", 1, BLOCKS),
    Decided("block", LOST[0], (0, 0), LOST[1], "2-1>1-1", 0, GIVES),
    Decided("block", LOST[0], (20, GOAL - 1), LOST[1], "2-1>1-1", 0, GIVES),
    Decided("muggins", SCORING[0], (GOAL - 10, 20), SCORING[1], "3-3>3-1", 1, TAKES),
]


@pytest.mark.parametrize("decided", DECIDED, ids=lambda decided: f"{decided.game} {decided.totals} {decided.best}")
def test_a_game_that_is_won_or_lost_anyway_is_finished_for_points(decided):
    position = decided.position()
    view = view_of(position, position.turn, decided.scores)
    assert {choose(view, level, seed) for level in ("good", "strong", "master") for seed in SEEDS} == {decided.best}
    hinted = hints(view).moves
    assert hinted[0].move == decided.best
    assert {(line.worth, line.error, line.chance) for line in hinted} == {(0, 0, decided.chance)}


def test_points_are_taken_where_the_game_is_won_in_every_imagined_world():
    """Muggins to 100 with 95 and 10 for the lead. The last tile goes out onto either end: onto the 6 it scores 5 + 5,
    onto the 5 nothing. The opponent's tile may be any of 25.
    """
    game = replace(rules.new_game(rules.ruleset("muggins", {"end": f"target:{GOAL}", "hand": 2}, 2)), totals=(95, 0))
    position = after(table("muggins", "6-4 6-5", "5-4 0-0", game=game), "6-4", "5-4>6-4")
    view = view_of(position, position.turn, [SeenLine(1, "out", 0, 0, (0, 9), game.totals, game.totals, ())])
    assert moves(position) == ["6-5>5-4", "6-5>6-4"]
    assert {choose(view, level, 0) for level in ("good", "strong", "master")} == {"6-5>6-4"}


@pytest.mark.usefixtures("quick_studies")
@pytest.mark.parametrize("decided", [DECIDED[0], DECIDED[2]], ids=["won", "lost"])
def test_a_study_names_the_move_with_more_points_but_no_mistake(decided):
    """The deal is the whole game."""
    position = decided.position()
    for text in moves(position):
        last = after(position, text)
        while not last.over:
            last = after(last, moves(last)[0])
        choices = study(record.compose(position.rules, ["Ada", "Ben"], [last]).as_dict()).deals[0].choices
        made = next(each for each in choices if each.ply == position.ply + 1)
        assert (made.move, made.best, made.loss, made.step) == (text, decided.best, 0, 0)


@pytest.mark.parametrize("level", ALL[:4])
def test_no_level_is_weaker_than_chance_at_sausage(level):
    """Cutting wins; the weakest levels once avoided it, and lost two of three rounds against random placements."""
    halves = Contender(player(level, "a")), Contender(player("random", "b"))
    found = match(rules.ruleset("sausage", {}, 2), halves, deals=12, whole_games=False, seed="cut")
    assert found["share"] > 0.5
