"""The mind's fast versions of points and knowledge agree with the rules."""

from dataclasses import replace
from itertools import combinations, islice
from random import Random

import pytest

import rules
from mind import choose
from mind.hidden.worlds import worlds
from mind.knowledge import NOBODY, knowledge
from mind.search.chances import Exact, chances
from mind.search.scoring import Scorer
from mind.seen import seen
from mind.table import score_line, view_of
from tests.rules.tables import after, table
from tests.rules.test_worlds import house_table, played
from tests.samples import TABLES

TABLES = [table for table in TABLES if table[0] != "sausage"]
HOUSES = 40


def rulesets():
    """Every game with every number of seats, and some house rules, each with its own random numbers."""
    yield from ((rules.ruleset(key, {}, seats), Random(f"{key}{seats}")) for key, seats in TABLES)
    chance = Random(7)
    for _ in range(HOUSES):
        key, seats, options = house_table(chance)
        if key != "sausage":
            yield rules.ruleset(key, options, seats), chance


@pytest.fixture(scope="module")
def deals():
    """Finished random deals of the first two rounds, with the score sheet before each; nobody leaves."""
    found = []
    for ruleset, chance in rulesets():
        game, scores = rules.new_game(ruleset), []
        while game.over is None and game.round <= 2 and game.annulled < 3:
            last = rules.random_round(game, chance)
            found.append((last, list(scores)))
            if line := score_line(last):
                scores.append(line)
            game = last.after
    return found


def test_points_agree_with_the_rules(deals):
    plain = 0
    for last, _scores in deals:
        if last.result is None:
            continue
        scorer = Scorer(last.game)
        before = last.game.totals
        scored = tuple(now - old for now, old in zip(last.totals, before, strict=True))
        lays = [(at.seat, at.move) for at in last.positions() if isinstance(at.move, rules.Lay)]
        out, way, ends = last.result.by, None, ()
        if out is not None and last.rules.finish and last.move.onto is not None:
            ends = tuple(end.value for end in last.previous.layout.ends)
            way = next((each for each in last.rules.finish if each in last.result.notes), None)
        ending = scorer.ending(last.hands, scored, lays, out, last.table.leader, ends)
        assert (ending.totals, ending.over, ending.memory) == (last.after.totals, last.after.over, last.after.memory)
        assert (ending.won, ending.drawn) == (last.after.won, last.after.drawn)
        player = lays[-1][0] if lays else None
        if scorer.plain and (totals := scorer.totals(last.hands, scored, out, player, way)):
            plain += 1
            assert totals == last.after.totals
    assert plain > 50


def test_the_actual_hands_are_always_thought_possible(deals):
    asked = 0
    for last, scores in deals:
        for position in last.positions():
            if position.turn is None or len(position.legal) < 2:
                continue
            asked += 1
            known = knowledge(seen(view_of(position, position.turn, scores)))
            assert sum(slot.owner == NOBODY for slot in known.slots) == len(position.boneyard)
            for seat, hand in enumerate(position.hands):
                may = [fits for slot, fits in zip(known.slots, known.fits, strict=True) if slot.owner == seat]
                assert seat == position.turn or not hand & ~sum_of(may), (seat, rules.tile_texts(hand & ~sum_of(may)))
    assert asked > 2000


def sum_of(sets):
    found = 0
    for each in sets:
        found |= each
    return found


@pytest.mark.parametrize(("key", "seats"), [("draw", 3), ("goat", 4), ("double_nine", 6), ("general", 6)])
def test_knowledge_is_right_when_seats_have_left(key, seats):
    last = played(key, seats, {}, Random(3))
    for position in last.positions():
        if position.turn is not None and len(position.legal) > 1:
            view = view_of(position, position.turn, [])
            known = knowledge(seen(view))
            world = next(worlds(known, position.turn, seats, Random(1)))
            counted = [hand.bit_count() for hand in world.hands]
            assert [n for seat, n in enumerate(counted) if seat not in position.game.gone] == [
                n for seat, n in enumerate(view.round.hands) if seat not in position.game.gone
            ]


def test_equally_likely_worlds_come_equally_often():
    """Seat 1 held nothing with a 0 or a 1, and now has three of these five hidden tiles."""
    ruleset = rules.ruleset("pool", {"set": 4, "hand": 2, "reserve": 0, "lead_first": "host"}, 2)
    first = ["1-0", "3-3", "2-2", "3-2", "4-4", "2-0"]
    rest = [str(tile) for tile in ruleset.tiles if tile not in first]
    game = rules.new_game(ruleset)
    position = rules.start_round(game, rules.make_deal(game, lambda *_: [rules.tile(text) for text in first + rest]))
    for move in ("1-0", "draw", "draw", "2-0>1-0"):
        position = rules.play(position, move)
    known, ways = knowledge(seen(view_of(position, 0, []))), {}
    for world in islice(worlds(known, 0, 2, Random(5)), 5000):
        ways[world.hands[1]] = ways.get(world.hands[1], 0) + 1
    among = ["2-2", "3-2", "4-2", "4-3", "4-4"]
    assert {frozenset(map(str, rules.tiles_in(hand))) for hand in ways} == set(map(frozenset, combinations(among, 3)))
    assert all(400 < times < 600 for times in ways.values()), ways


@pytest.mark.parametrize(("rule", "none"), [("low_double", {"1-1"}), ("blank_double", {"0-0", "1-1"})])
def test_a_lead_of_the_lowest_double_rules_out_lower_ones(rule, none):
    game = rules.new_game(rules.ruleset("block", {"hand": 2, "lead_first": rule}, 3))
    first = [rules.tile(text) for text in ("6-5", "4-3", "2-2", "5-4", "3-3", "3-2")]
    deal = rules.make_deal(game, lambda _purpose, tiles: first + [tile for tile in tiles if tile not in first])
    position = rules.play(rules.start_round(game, deal), "2-2")
    known = knowledge(seen(view_of(position, position.turn, [])))
    of_others = [fits for slot, fits in zip(known.slots, known.fits, strict=True) if slot.owner >= 0]
    ruled_out = {
        str(tile) for tile in rules.tiles_in(known.hidden(game.rules.all_tiles)) if tile.bit & ~sum_of(of_others)
    }
    assert ruled_out == none


@pytest.mark.parametrize(("titles", "move"), [("any", "6-2"), ("both", "6-2"), ("bald", "6-6"), ("bald_both", "6-6")])
def test_general_keeps_6_6_for_the_last_turn_only_where_it_makes_a_general(titles, move):
    hands = "1-1 6-1 5-5", "6-6 6-2 5-3", "4-2 4-3 5-2", "4-1 5-4 3-3"
    position = after(table("general", *hands, titles=titles), "1-1", "pass", "pass", "4-1>1-1", "6-1>1-1")
    assert choose(view_of(position, 1, []), "casual", "") == f"{move}>6-1"


# ---- Chances ----


def test_the_chances_in_a_game_to_love_are_those_of_a_fair_coin():
    """From 5 to 0 the next round wins the game or brings one-all or 0 to 0, where both have a half."""
    of = chances(rules.ruleset("jamaican", {}, 4)).of_totals
    assert of((5, 0), 5) == [3 / 4, 1 / 4]
    assert of((0, 4), 4) == [3 / 8, 5 / 8]
    assert of((1, 1), 2) == of((0, 0), 9) == [1 / 2, 1 / 2]
    assert of((6, 0), 6) == [1, 0]


def test_a_round_that_nobody_won_makes_the_next_one_worth_more():
    """From 4 to 0 with one point carried, the leader's next round is worth two and wins."""
    game = rules.new_game(rules.ruleset("jamaican", {}, 4))
    there = replace(game, totals=(4, 0), round=6, drawn=1)
    assert chances(game.rules).of_game(there) == [3 / 4, 1 / 4]
    assert chances(game.rules).of_game(replace(there, drawn=0)) == [5 / 8, 3 / 8]


def test_of_three_in_a_game_to_love_two_can_stop_the_third():
    """With 5, 1 and 0: a win, one for the second, who then has 2, or a broken game."""
    of = chances(rules.ruleset("cut_throat", {}, 3)).of_totals
    first, second, third = of((5, 2, 0), 7)
    assert of((5, 1, 0), 6) == pytest.approx([(1 + first + 1 / 3) / 3, (second + 1 / 3) / 3, (third + 1 / 3) / 3])
    assert first > second > third


def test_near_an_exact_target_a_point_more_can_be_worse():
    """Where sides score 3 most times and 1 now and then, one missing point is farther away than three."""
    exact = Exact([1, 3, 3, 3])
    far = [exact.points_left(missing) for missing in range(4)]
    assert far == pytest.approx([0, 10, 20, 7.5])  # 2.5 points a time, of which 1 can be used, 1, and all
    assert exact.points_left(61) - exact.points_left(60) == pytest.approx(1)
