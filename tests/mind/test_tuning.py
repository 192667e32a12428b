"""Weights are found by self-play: fair comparisons, steps that win, and a search that can be stopped and resumed."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

import rules
from mind.__main__ import main
from mind.search.policy import FIRST_SIGHT, Weights, family, weights
from mind.search.tuning import TABLES, TUNED, Trial, Tuned, compare, duplicate, read, tune, write


@pytest.fixture(scope="module")
def pool():
    with ThreadPoolExecutor(1) as made:
        yield made


@pytest.mark.parametrize(
    ("key", "seats"), [("muggins", 2), ("draw", 3), ("partnership", 4), ("goat", 2), ("donkey", 2)]
)
def test_a_policy_is_exactly_as_good_as_itself(key, seats):
    """Each deal is played twice, with sides exchanged, so the luck of the deal is gone."""
    assert duplicate(key, seats, Trial(replace(FIRST_SIGHT), FIRST_SIGHT, 30, "even")) == pytest.approx([0.0] * 30)


def test_a_policy_that_forgets_points_loses_in_fives(pool):
    look = compare("fives_2", Trial(FIRST_SIGHT, replace(FIRST_SIGHT, points=0.0), 150, "points"), pool)
    assert look.better > 5 * look.error
    other_way = compare("fives_2", Trial(replace(FIRST_SIGHT, points=0.0), FIRST_SIGHT, 150, "points"), pool)
    assert other_way.better == pytest.approx(-look.better)


def test_every_game_has_a_family_and_house_rules_share_it():
    games = {(key, seats) for key, variant in rules.VARIANTS.items() for seats in variant.seats}
    special = {(key, seats) for key, seats in games if key in ("general", "sea_goat", "sausage", "mexican_train")}
    assert {table for tables in TABLES.values() for table in tables} == games - special
    house = {
        ("draw", 2): ({"ends": 5, "score_out": "none", "score_block": "none"}, "fives_2"),
        ("draw", 4): ({"pairs": True}, "pairs"),
        ("block", 3): ({"draw": "until"}, "draw_more"),
        ("goat", 2): ({"draw": "none"}, "block_2"),
        ("all_threes", 2): ({}, "fives_2"),
        ("fives_threes", 4): ({}, "fives_more"),
        ("matador", 2): ({"ends": "alike"}, "fives_2"),
    }
    for (key, seats), (options, name) in house.items():
        assert family(rules.ruleset(key, options, seats)) == name


def test_a_search_that_was_stopped_finds_what_one_without_a_stop_finds(pool, tmp_path):
    begun = Tuned("low_2", replace(FIRST_SIGHT, unseen=0.0), "resumed", 8)
    whole = [*tune(begun, pool)]
    kept, resumed = tmp_path / "weights.json", []
    line = begun
    while line.usual is None:
        line = next(tune(line, pool))
        write({line.family: line}, kept)
        line = read(kept)[line.family]
        resumed.append(line)
    assert resumed == whole
    assert len(whole) > 10


def test_the_command_keeps_its_place_in_a_file(capsys, tmp_path):
    kept = tmp_path / "weights.json"
    arguments = ["tune", "--family", "block_2", "--deals", "4", "--file", str(kept), "--seed", "a"]
    assert main(arguments) == 0
    told = json.loads(capsys.readouterr().out)
    assert read(kept)["block_2"] == rules.from_json(Tuned, told)
    assert told["usual"]["deals"] == 16
    assert main(arguments) == 0  # nothing is left to try
    assert json.loads(capsys.readouterr().out) == told


def test_the_weights_we_have_won_against_those_of_first_sight_and_say_how():
    lines = read(TUNED)
    assert set(lines) <= set(TABLES)
    for name, line in lines.items():
        assert line.usual is not None
        assert line.usual.better > 2 * line.usual.error
        key, seats = TABLES[name][0]
        assert weights(rules.ruleset(key, {}, seats)) == line.weights != FIRST_SIGHT
    assert weights(rules.ruleset("general", {}, 4)) == Weights()
