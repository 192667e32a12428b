"""Positions can be copied, stored and compared."""

import pickle
from copy import copy, deepcopy
from itertools import islice
from random import Random

import pytest

import rules
from rules import random_rounds
from tests.samples import TABLES

from .tables import after, table


def stored(value):
    return pickle.loads(pickle.dumps(value))


@pytest.mark.parametrize(("key", "seats"), TABLES, ids=str)
def test_a_copied_position_is_equal_and_plays_on_the_same(key, seats):
    *_, end = islice(random_rounds(rules.ruleset(key, {}, seats), Random(1)), 2)
    line = end.positions()
    middle = line[len(line) // 2]
    for copied in (copy(middle), deepcopy(middle), stored(middle)):
        assert copied == middle
        assert hash(copied) == hash(middle)
        for at in line[len(line) // 2 + 1 :]:
            assert copied.legal == at.previous.legal
            copied = rules.play(copied, at.move, at.seat)
        assert copied == end
        assert copied.after == end.after
        assert rules.to_json(rules.frames(copied)) == rules.to_json(rules.frames(end))


def test_a_round_of_thousands_of_moves_can_be_stored():
    position = after(table("general", "1-1 0-0", "1-0 5-4", "6-1 4-2", "6-3 3-2"), *["0 wink"] * 3000)
    assert stored(position) == copy(position) == deepcopy(position) == position


def test_positions_differ_by_deal_by_moves_and_by_game_so_far():
    one = table("block", "6-5 4-1", "6-4 3-3")
    assert one == table("block", "6-5 4-1", "6-4 3-3")
    assert one != table("block", "6-5 4-1", "6-4 2-2")
    assert one != table("block", "6-5 4-1", "6-4 3-3", end="rounds:3")
    assert after(one, "6-5") != after(one, "4-1")
    assert one != "6-5"


def test_a_copy_keeps_the_seats_that_left():
    position = after(table("block", "6-5 4-1", "6-4 3-3", "5-4 1-1"), "6-5", "1 resign")
    assert stored(position) == position
    assert stored(position).game.gone == {1}


def test_a_view_the_rules_and_a_refusal_can_be_stored():
    position = after(table("draw", "6-5 4-1", "6-4 3-3", lone={"0-0": 25}), "6-5")
    assert stored(rules.view_for(position, 1)) == rules.view_for(position, 1)
    assert deepcopy(position.rules) is stored(position.rules) is position.rules
    with pytest.raises(rules.IllegalMove) as refused:
        rules.play(position, "6-4>4-4")
    again = stored(refused.value)
    assert str(again) == "seat 1 can’t play 6-4 on 4-4: 4-4 is not an open end"
    assert (again.code, again.move, again.reason) == ("not_an_end", "play 6-4 on 4-4", "4-4 is not an open end")
