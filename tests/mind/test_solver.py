"""Known endings: the solver finds what playing every line by the rules finds, in all games and with house rules."""

import sys
from collections import Counter
from itertools import islice
from random import Random
from statistics import fmean

import pytest

import rules
from mind import choose, study
from mind.analysis.open_hands import seen_at
from mind.candidates import candidates
from mind.hidden.few_worlds import few_worlds
from mind.hidden.inference import imagined_worlds
from mind.hidden.worlds import World, worlds
from mind.knowledge import knowledge
from mind.search.chances import chances
from mind.search.exact import exact_worths
from mind.search.solver import Solver, TooLarge
from mind.table import score_line, view_of
from rules import record
from tests.mind.quick import quick_studies  # noqa: F401 - a fixture
from tests.mind.test_automaton import GAMES, houses
from tests.rules.tables import after, table
from tests.samples import ALL, examples

LAST = 3  # choices of each deal
DEALS = 100  # at most, until there are enough positions of a kind
MOST_LINES = 3_000  # positions played by the rules; larger endings aren't compared
MOST_SOLVED = 10_000 if ALL else 600  # … nor those of more positions to the solver, which is sooner found out


class TooManyLines(Exception):
    pass


class ByTheRules:
    """The chances after best play, found by playing every line with all hands known."""

    def __init__(self, ruleset):
        self.chances = chances(ruleset)
        self.known = {}

    def of(self, position):
        if position.over:
            return tuple(self.chances.of_game(position.after))
        if len(self.known) > MOST_LINES:
            raise TooManyLines
        ends = tuple(sorted((str(end.tile), end.value, end.arm, end.worth) for end in position.layout.ends))
        last = next(
            (at.seat, str(at.move)) for at in reversed([*position.positions()]) if isinstance(at.move, rules.Lay)
        )
        key = (position.hands, position.boneyard, position.turn, position.phase.drawn, ends, position.totals, last)
        if key not in self.known:
            side = position.rules.side_of(position.turn)
            moves = [move for move in position.legal if not (isinstance(move, rules.Draw) and move.position)]
            found = [self.of(rules.play(position, move)) for move in moves]
            self.known[key] = min(found, key=lambda by_side: (-by_side[side], by_side))
        return self.known[key]


def endings(ruleset, chance):
    """The last choices of the first two deals, each with the score sheet; bids aren't solved."""
    game, scores = rules.new_game(ruleset), []
    while game.over is None and game.round <= 2 and game.annulled < 3:
        last = rules.random_round(game, chance)
        choices = [at for at in last.positions() if at.turn is not None and len(at.legal) > 1 and at.layout.ends]
        for position in choices[-LAST:]:
            if isinstance(position.legal[0], rules.Lay) and not (ruleset.auction and position.boneyard):
                yield position, tuple(scores)
        if line := score_line(last):
            scores.append(line)
        game = last.after


@pytest.fixture
def rough_chances(monkeypatch):
    """Chances from few random rounds: for hundreds of rules, their estimate would cost more than the comparison."""
    module = sys.modules[chances.__module__]
    monkeypatch.setattr(module, "SAMPLE", examples(module.SAMPLE))
    chances.cache_clear()
    yield
    chances.cache_clear()


@pytest.mark.usefixtures("rough_chances")
@pytest.mark.parametrize("tables", [GAMES, houses()], ids=["games", "house rules"])
def test_the_solver_finds_what_the_rules_find(tables):
    compared, chance = Counter(), Random(11)
    for key, options, seats in tables:
        ruleset = rules.ruleset(key, options, seats)
        for position, scores in endings(ruleset, chance):
            at = seen_at(position, position.turn, scores)
            options_there = candidates(at, knowledge(at))
            solver = Solver(options_there[0].playouts, MOST_SOLVED)
            world = World(position.hands, tuple(tile.bit for tile in position.boneyard))
            by_the_rules = ByTheRules(ruleset)
            try:
                found = {option.text: option.solved(world, solver) for option in options_there}
                expected = {text: by_the_rules.of(rules.play(position, text)) for text in found}
            except (TooManyLines, TooLarge):
                continue
            for text, by_side in found.items():
                assert list(by_side) == pytest.approx(list(expected[text])), (key, options, seats, text)
                compared[ruleset.sides] += 1
    assert compared[2] > 150
    assert compared.total() > 400


def test_a_position_that_is_too_large_is_not_solved():
    position = table("block", "6-5 5-4 4-3 3-2", "5-1 4-1 3-1 2-1", set=6, lead_first="host")
    at = seen_at(after(position, "6-5"), 1, ())
    options = candidates(at, knowledge(at))
    world = World(after(position, "6-5").hands, ())
    solver = Solver(options[0].playouts, 2)
    with pytest.raises(TooLarge):
        options[0].solved(world, solver)


@pytest.mark.parametrize("key", ["good", "strong", "master"])
@pytest.mark.parametrize("game", ["puerto_rico", "muggins", "ukrainian", "telephone", "austrian"])
def test_no_choice_with_known_hands_loses_to_exact_play(game, key):
    """Of the last choices of deals with an empty boneyard, so that both know all tiles."""
    ruleset, chance, asked = rules.ruleset(game, {}, 2), Random(f"{game}{key}"), 0
    by_the_rules = ByTheRules(ruleset)
    while asked < 12:
        for position, scores in endings(ruleset, chance):
            at = seen_at(position, position.turn, scores)
            if position.boneyard or len(candidates(at, knowledge(at))) < 2:
                continue
            by_the_rules.known.clear()
            try:
                after_each = {
                    str(move): by_the_rules.of(rules.play(position, move))[at.side] for move in position.legal
                }
            except TooManyLines:
                continue
            asked += 1
            chosen = choose(view_of(position, position.turn, scores), key, "exact")
            assert after_each[chosen] == pytest.approx(max(after_each.values())), (str(position), chosen, after_each)


# With draws, some worlds soon come in more ways than others.
@pytest.mark.parametrize(
    ("key", "options", "seats", "uneven"),
    [
        ("block", {"hand": 8}, 3, 0),
        ("draw", {}, 3, 0),
        ("puerto_rico", {}, 2, 2),
        ("goat", {}, 2, 2),
        ("brettspielnetz", {}, 2, 2),
    ],
)
def test_few_worlds_come_as_often_as_when_they_are_drawn_at_random(key, options, seats, uneven):
    """The share of each world among the arrangements is that among many worlds made by swapping tiles."""
    ruleset, chance, number, even = rules.ruleset(key, options, seats), Random(5), 4_000, 3
    for _ in range(DEALS):
        for position, scores in endings(ruleset, chance):
            known = knowledge(seen_at(position, position.turn, scores))
            drawable = max(len(position.boneyard) - ruleset.reserve, 0) if ruleset.draw_limit else 0
            listed = few_worlds(known, position.turn, seats, drawable, 20)
            if listed is None or len(listed) == 1:
                continue
            if len(set(listed.values())) > 1:
                uneven -= 1
            elif even > 0:
                even -= 1
            else:
                continue
            imagined = islice(worlds(known, position.turn, seats, chance), number)
            often = Counter((world.hands, world.boneyard[:drawable]) for world in imagined)
            shares = {
                (world.hands, world.boneyard[:drawable]): ways / sum(listed.values()) for world, ways in listed.items()
            }
            assert set(often) == set(shares)
            for world, share in shares.items():
                assert abs(often[world] / number - share) < 5 * (share * (1 - share) / number) ** 0.5 + 0.01
        if max(even, uneven) <= 0:
            return
    pytest.fail("too few of them")


@pytest.mark.parametrize(("key", "seats"), [("puerto_rico", 2), ("partnership", 4)])
def test_likelier_worlds_count_more(key, seats):
    """A move is worth its mean in worlds as the mind imagines them, which isn't that of the worlds as listed."""
    ruleset, chance, number, apart = rules.ruleset(key, {}, seats), Random(3), 2_000, 0
    for _ in range(DEALS):
        for position, scores in endings(ruleset, chance):
            at = seen_at(position, position.turn, scores)
            options = candidates(at, knowledge(at))
            drawable = max(len(position.boneyard) - ruleset.reserve, 0) if ruleset.draw_limit else 0
            listed = few_worlds(options[0].playouts.known, at.seat, seats, drawable, 20)
            if not listed or len(listed) == 1 or len(options) < 2:
                continue
            solver, found = Solver(options[0].playouts, 10_000), exact_worths(at, options, 20)
            if found is None:
                continue
            imagined = [*islice(imagined_worlds(at, options[0].playouts.known, chance, number), number)]
            for option in options:
                by_world = Counter(option.solved(world, solver)[at.side] for world in imagined)
                mean = sum(value * times for value, times in by_world.items()) / number
                spread = (sum(value**2 * times for value, times in by_world.items()) / number - mean**2) ** 0.5
                assert found[option.text] == pytest.approx(mean, abs=5 * spread / number**0.5 + 0.005)
                plain = fmean(option.solved(world, solver)[at.side] for world in listed)
                apart += abs(plain - mean) > 5 * spread / number**0.5 + 0.01
        if apart >= 3:
            return
    pytest.fail("too few of them")


@pytest.mark.usefixtures("quick_studies")
@pytest.mark.parametrize("game", ["puerto_rico", "muggins", "ukrainian", "egyptian"])
def test_a_study_marks_what_loses_with_known_hands_and_nothing_else(game):
    """Random players leave many choices that are as good as the best, and many that lose much."""
    ruleset, asked, tied, lost = rules.ruleset(game, {}, 2), 0, 0, 0
    for seed in range(3 * DEALS):
        last = rules.random_round(rules.new_game(ruleset), Random(f"{game}/{seed}"))
        positions = [*last.positions()]
        if all(at.boneyard or len(at.legal) < 2 for at in positions):
            continue
        for made in study(record.compose(ruleset, ["Ada", "Ben"], [last]).as_dict()).deals[0].choices:
            before, side = positions[made.ply - 1], ruleset.side_of(made.seat)
            by_the_rules = ByTheRules(ruleset)
            if before.boneyard or not before.layout.ends:
                continue
            try:
                found = {str(move): by_the_rules.of(rules.play(before, move))[side] for move in before.legal}
            except TooManyLines:
                continue
            point = chances(ruleset).of_a_point(before.totals, 1, side)
            loss = (max(found.values()) - found[made.move]) / point
            assert made.loss == pytest.approx(loss, abs=0.01)
            assert (made.move == made.best) == (loss < 1e-6)
            assert not made.step or loss > 0
            assert made.step or loss < 8
            asked, tied, lost = asked + 1, tied + (loss < 1e-6), lost + (loss > 8)
        if asked > 10 and tied and lost:
            return
    pytest.fail("too few of them")
