"""Hints know what pays in the games of the world: the last tile, passes, exact targets, doubles to fill, matadors."""

from dataclasses import replace

import rules
from mind import choose
from mind.analysis.reasons import reasons
from mind.candidates import candidates
from mind.knowledge import knowledge
from mind.seen import SeenLine, seen
from mind.table import view_of
from tests.rules.tables import after, table


def facts(position, move):
    """The reasons for a move, by code."""
    at = seen(view_of(position, position.turn, []))
    option = next(option for option in candidates(at, knowledge(at)) if option.text == move)
    return {reason.code: reason.values for reason in reasons(option)}


def test_hints_say_what_a_last_tile_that_fits_both_ends_pays():
    hands = "6-5 6-4", "5-4 1-0", "2-2 3-3", "1-1 0-0"
    position = after(table("dominican", *hands, lead_first="host"), "6-5", "5-4>6-5", "pass", "pass")
    assert facts(position, "6-4>6-5")["finish"] == {"way": "both", "points": 30, "pays": "add"}


def test_hints_say_what_the_others_must_pay_for_passing():
    """Nobody else has a 6 or a 5, and 6-6 leaves these ends."""
    hands = "6-5 6-6 5-5", "1-0 1-1 2-0", "2-1 2-2 3-0", "3-1 3-2 3-3"
    position = after(table("dominican", *hands, lead_first="host"), "6-5", "pass", "pass", "pass")
    assert facts(position, "6-6>6-5")["passes"] == {"points": 30}
    without = after(table("dominican", *hands, lead_first="host", passes={"lead_single": 60}), "6-5", *["pass"] * 3)
    assert "passes" not in facts(without, "6-6>6-5")


def test_hints_say_that_points_would_pass_the_target():
    game = replace(rules.new_game(rules.ruleset("fives_threes", {"hand": 2, "lead_first": "host"}, 2)), totals=(58, 0))
    position = table("fives_threes", "6-6 5-4", "1-0 2-0", game=game)
    assert facts(position, "6-6")["too_many"] == {"points": 4}
    assert facts(position, "5-4")["scores"] == {"points": 3}
    assert choose(view_of(position, 0, line_of(game)), "beginner") == "5-4"


def line_of(game):
    """A score sheet that ends with the totals of *game*."""
    return [SeenLine(1, "out", 0, 0, (0, 9), game.totals, game.totals, ())]


def test_hints_count_what_a_double_that_has_to_be_filled_still_needs():
    hands = "2-2 0-0", "2-1 1-0", "3-2 3-3", "3-1 1-1"
    position = after(table("sebastopol", *hands, set=3, lead_first="host"), "2-2", "2-1>2-2")
    assert facts(position, "3-2>2-2")["fills"] == {"value": 2, "left": 2}


def test_hints_know_matadors():
    position = after(table("matador", "6-5 3-3 3-0", "6-1 5-2 2-0", lead_first="host"), "6-5")
    assert facts(position, "6-1>6-5:6~1")["matador"] == {}
    assert facts(position, "2-0>6-5")["keeps_matadors"] == {"number": 2}


def test_a_pass_at_matador_shows_that_a_seat_holds_no_matador():
    """After 3-3 only tiles with a 4, and matadors, go on; seat 1 had none of them."""
    hands = "3-3 6-6 5-0", "1-0 1-1 2-1", "4-1 3-0 3-1"
    position = after(table("matador", *hands, lead_first="host", draw="none"), "3-3", "pass")
    (shown,) = knowledge(seen(view_of(position, 2, []))).shown
    assert shown.seat == 1
    assert {"0-0", "6-1", "5-2", "4-3"} <= set(rules.tile_texts(shown.tiles))


def test_a_pass_at_an_unfilled_double_shows_only_what_would_have_filled_it():
    hands = "2-2 0-0", "2-1 1-0", "3-3 1-1", "3-1 3-2"
    position = after(table("sebastopol", *hands, set=3, lead_first="host"), "2-2", "2-1>2-2", "pass")
    at = seen(view_of(position, position.turn, []))
    (shown,) = knowledge(at).shown
    assert (shown.seat, shown.how) == (2, "passed")
    assert set(rules.tile_texts(shown.tiles)) <= {"2-0", "2-1", "2-2", "3-2"}
