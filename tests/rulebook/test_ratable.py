"""Which rules and times let a game be rated."""

from dataclasses import replace

import pytest

import rules
from rulebook import choices, ratable
from rulebook.time_control import DAY, HOUR, MINUTE, Clock, TimeControl

DAYS = TimeControl(Clock.BANK, bank=3 * DAY, increment=DAY, cap=5 * DAY)


@pytest.mark.parametrize(
    "options",
    [{"hand": 6}, {"lead_first": "host"}, {"lead_next": "same"}, {"block": "dead"}, {"score_out": "all"},
     {"goal": "low"}, {"draw": "none"}, {"set": 9, "hand": 7}, {"end": "rounds:2"}, {"end": "target:5"},
     {"end": "target:99"}],
)  # fmt: skip
def test_every_house_rule_keeps_a_game_unrated(options):
    assert not ratable.has_own_rules(rules.ruleset("draw", options, 2))
    assert ratable.has_own_rules(rules.ruleset("draw", options, 2), appointed=True), "the server's choice"


@pytest.mark.parametrize(
    ("variant", "seats", "options"),
    [
        ("draw", 2, {}), ("draw", 2, {"end": "rounds:1"}), ("draw", 2, {"end": "target:50"}), ("draw", 2, {"hand": 7}),
        ("draw", 3, {"end": "target:122"}), ("draw", 4, {"pairs": True, "end": "target:200"}),
        ("draw", 5, {"set": 9, "hand": 7}), ("partnership", 4, {"end": "target:50"}), ("general", 6, {}),
    ],
)  # fmt: skip
def test_what_the_new_game_page_offers_is_no_house_rule(variant, seats, options):
    assert ratable.has_own_rules(rules.ruleset(variant, options, seats))


def test_each_game_has_its_own_rules():
    for game in choices.catalogue().values():
        assert all(ratable.has_own_rules(rules.ruleset(game.key, {}, seats)) for seats in game.seats)


@pytest.mark.parametrize(
    ("control", "lasts", "enough"),
    [
        (TimeControl(Clock.TURN, MINUTE), None, True), (TimeControl(Clock.NONE), None, False),
        (TimeControl(Clock.TURN, MINUTE), 10 * MINUTE, True), (TimeControl(Clock.TURN, MINUTE), 599, False),
        (TimeControl(Clock.BANK, bank=HOUR, increment=0, cap=HOUR), 2 * HOUR, True),
        (TimeControl(Clock.BANK, bank=HOUR, increment=0, cap=HOUR), 2 * HOUR - 1, False),
    ],
)  # fmt: skip
def test_turns_must_end_long_before_a_game_does(control, lasts, enough):
    whole = rules.ruleset("draw", {}, 2)
    assert ratable.may_be_rated(whole, replace(control, lasts=lasts)) is enough


@pytest.mark.parametrize(
    ("bank", "increment", "enough"),
    [(60, 0, False), (180, 0, False), (180, 5, True), (120, 20, True), (1200, 30, True)],
)
def test_a_bank_needs_seconds_for_each_turn(bank, increment, enough):
    """Otherwise a program wins each game on time."""
    control = TimeControl(Clock.BANK, None, bank, increment, bank)
    assert ratable.may_be_rated(rules.ruleset("draw", {}, 2), control) is enough


@pytest.mark.parametrize(("days", "enough"), [(30, True), (1, False)])
def test_a_tournaments_game_needs_as_much_time_as_usual(days, enough):
    """A round of Draw takes some days by this clock."""
    one = rules.ruleset("draw", {"end": "rounds:1", "lead_first": "host"}, 2)
    clock = replace(DAYS, lasts=days * DAY)
    assert ratable.may_be_rated(one, clock, appointed=True) is enough
