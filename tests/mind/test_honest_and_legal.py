"""A mind plays by what its seat may know, by the rules, and to the end: in every game, and with house rules.

The long version is `python -m tests.mind.long_run --honest 10000 --games 10000`.
"""

from random import Random

import pytest

import rules
from tests.mind.long_run import QUICK, answers_in_other_worlds, whole_game
from tests.rules.test_worlds import house_table
from tests.samples import TABLES, some_tables


@pytest.mark.parametrize(("key", "seats"), TABLES, ids=str)
def test_minds_play_whole_games_by_the_rules(key, seats):
    assert whole_game(key, {}, seats, QUICK, Random(f"{key}{seats}")) > 5


@pytest.mark.parametrize("seed", range(25))
def test_minds_play_by_any_house_rules(seed):
    chance = Random(seed)
    key, seats, options = house_table(chance)
    short = options | {"end": "rounds:2"}
    assert whole_game(key, short if rules.is_possible(key, short, seats) else options, seats, QUICK, chance) >= 1


TWO_OR_FOUR = [table for table in TABLES if table[1] in (2, 4)]


@pytest.mark.parametrize(("key", "seats"), some_tables(16, TWO_OR_FOUR), ids=str)
def test_hidden_tiles_do_not_change_a_move(key, seats):
    """The same view gives the same move, whichever tiles are hidden and however the deal got there."""
    asked = answers_in_other_worlds(key, {}, seats, ["good"], Random(f"{key}{seats}"), most=6)
    assert asked.worlds > 0
    assert asked.different == []
