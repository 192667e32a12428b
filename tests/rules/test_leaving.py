"""A seat resigns or runs out of time (rules.md 7)."""

import json
import re
from dataclasses import replace
from random import Random

import pytest

import rules
from rules import random_round, tile_texts
from tests.samples import TABLES, some_tables

from .tables import after, deal_for, moves, refusal, table


def three(**options):
    return table("block", "6-5 4-1", "6-4 3-3", "5-4 1-1", **options)


def test_with_two_sides_the_other_wins_at_once():
    ended = after(table("block", "6-5 4-1", "6-4 3-3"), "6-5", "0 timeout")
    assert ended.over
    assert ended.result is None
    assert (ended.after.over.winners, ended.after.over.reason) == ((1,), "timeout")


def test_partners_lose_together():
    table_of_pairs = table("partnership", "6-6 4-1", "6-4 3-3", "5-4 1-1", "2-1 2-2")
    assert after(table_of_pairs, "2 resign").after.over.winners == (1,)


def test_with_three_sides_the_others_play_on_without_the_leavers_tiles():
    position = after(three(), "6-5", "1 resign")
    assert position.turn == 2
    assert [hand.bit_count() for hand in position.hands] == [1, 0, 2]
    assert not position.over


def test_a_leavers_lead_passes_to_the_left_as_a_free_lead():
    position = table("ukrainian", "6-5 4-1", "6-6 3-3", "5-4 1-1")
    assert moves(position) == ["6-6"]
    position = after(position, "1 resign")
    assert (position.turn, moves(position)) == (2, ["1-1", "5-4"])


def test_the_last_side_left_wins():
    position = after(three(), "1 resign", "0 timeout")
    assert (position.after.over.winners, position.after.over.reason) == ((2,), "timeout")


def test_leaving_twice_is_refused():
    assert refusal(after(three(), "1 resign"), "timeout", 1) == "already_left"


def test_seats_that_left_get_no_tiles_and_cant_win():
    position = after(three(end="rounds:2"), "6-5", "1 resign", "5-4>6-5", "4-1>5-4")
    assert position.result.written == (2, 0, 0)
    game = position.after
    deal = rules.make_deal(game, lambda _, tiles: tiles)
    assert [len(hand) for hand in deal.hands] == [2, 0, 2]
    assert rules.start_round(game, deal).turn in (0, 2)


def test_a_seat_may_leave_when_asked_to_annul_the_deal():
    position = table("classic", "5-5 4-4", "2-1 1-0", "3-3 2-2", redeal="ask:doubles:2")
    position = after(position, "0 resign")
    assert (position.turn, moves(position)) == (2, ["keep", "redeal"])


def test_a_seat_that_draws_for_the_lead_may_leave():
    position = after(table("vietnamese", "5-4", "3-2", "2-1", boneyard="1-1 6-6"), "draw", "1 resign")
    assert (position.turn, moves(position)) == (2, ["draw"])


@pytest.mark.parametrize(("seat", "turn"), [(0, 2), (1, 2), (2, 0)])
def test_a_seat_may_leave_in_an_auction(seat, turn):
    hands = ("4-4 4-3 4-2", "1-1 2-1 2-2", "1-0 3-3 2-0")
    position = after(table("auction", *hands, set=4, boneyard="0-0 3-0 3-1 3-2"), "4-4", "draw", "draw", "draw", "draw")
    assert position.turn == 1
    position = after(position, "bid 3")
    assert position.turn == 2
    assert after(position, f"{seat} resign").turn == turn


def test_a_lead_onto_a_start_tile_passes_to_the_left_too():
    hands = ("6-4 4-1", "5-2 3-3", "6-2 1-1")
    position = after(table("block", *hands, start="6-5", lead_first="stock"), "0 resign")
    assert position.turn == 1
    assert position.table.leader == 1


def test_the_leavers_hand_is_out_of_play_with_three_sides_but_not_with_two():
    three_seats = after(three(), "6-5", "1 resign", "0 timeout")
    assert [hand.bit_count() for hand in three_seats.hands] == [0, 0, 2]
    assert rules.to_json(rules.view_for(three_seats, None))["open"] == [[], [], ["1-1", "5-4"]]
    two_seats = after(table("block", "6-5 4-1", "6-4 3-3"), "6-5", "0 timeout")
    assert [hand.bit_count() for hand in two_seats.hands] == [1, 2]


def gone(totals, seat, **options):
    """A game of three with these totals, after *seat* left."""
    game = rules.new_game(rules.ruleset("block", {"hand": 2, **options}, 3))
    return replace(game, totals=totals, gone=frozenset({seat}))


def ends_for_two(game):
    """Ada goes out, Cleo has 3-3 left: six pips."""
    position = rules.start_round(game, deal_for(game, "6-5 5-1", "", "6-4 3-3"))
    return after(position, "6-5", "6-4>6-5", "5-1>6-5").after.over


def test_a_target_reached_only_by_a_side_that_left_does_not_end_the_game():
    assert ends_for_two(gone((40, 70, 0), 1, end="target:50")) is None
    assert ends_for_two(gone((44, 70, 0), 1, end="target:50")).winners == (0,)
    low = {"end": "target:50", "score_out": "penalty", "score_block": "penalty", "goal": "low"}
    assert ends_for_two(gone((40, 70, 0), 1, **low)) is None
    assert ends_for_two(gone((40, 70, 44), 1, **low)).winners == (0,)


def test_a_target_during_play_looks_only_at_sides_still_in():
    options = {"end": "target:15", "target_at": "once", "draw": "none", "lead_first": "high_double"}
    game = rules.new_game(rules.ruleset("muggins", {"hand": 3, **options}, 3))
    game = replace(game, totals=(0, 15, 0), gone=frozenset({1}))
    position = rules.start_round(game, deal_for(game, "6-4 6-1 0-0", "", "5-5 5-4 2-1"))
    position = after(position, "5-5")
    assert position.totals == (0, 15, 10)
    assert not position.over


def test_the_bid_of_a_highest_bidder_who_left_must_still_be_beaten():
    hands = ("4-4 4-3 4-2", "1-1 2-1 2-2", "1-0 3-3 2-0")
    position = after(table("auction", *hands, set=4, boneyard="0-0 3-0 3-1 3-2"), "4-4", "draw", "draw", "draw", "draw")
    position = after(position, "bid 3", "1 resign")
    assert (position.turn, refusal(position, "bid 3"), moves(position)[-1]) == (2, "not_now", "pass")
    unsold = after(position, "pass", "pass")
    assert (len(unsold.boneyard), unsold.totals, unsold.turn) == (2, (0, 0, 0), 2)
    sold = after(position, "bid 4", "pass")
    assert (len(sold.boneyard), sold.totals, sold.hands[2].bit_count()) == (0, (0, 0, -4), 5)


def test_a_lead_onto_a_start_tile_passes_on_after_the_deal_was_kept():
    hands = ("6-4 4-4", "5-2 3-1", "6-2 2-1")
    position = table("block", *hands, start="6-5", lead_first="stock", redeal="ask:doubles:1")
    position = after(position, "0 keep", "0 resign")
    assert (position.turn, position.table.leader) == (1, 1)


def test_after_an_auction_whose_drawer_left_a_new_turn_starts():
    hands = ("4-4 4-3 4-2", "1-1 2-1 2-2", "4-0 3-3 2-0")
    start = table("auction", *hands, set=4, boneyard="0-0 3-0 3-1 3-2", drawn_play="may")
    position = after(start, "4-4", "draw", "draw", "draw", "draw", "1 resign", "2 pass", "0 pass")
    assert (position.turn, moves(position)) == (2, ["4-0>4-4"])


MORE_THAN_TWO_SIDES = [(key, seats) for key, seats in TABLES if rules.ruleset(key, {}, seats).sides > 2]


def some_deal(game, rng):
    """The positions of a random deal that wasn't annulled automatically."""
    while True:
        line = random_round(game, rng).positions()
        if len(line) > 1:
            return line


@pytest.mark.parametrize(("key", "seats"), some_tables(20, MORE_THAN_TWO_SIDES), ids=str)
def test_the_leavers_tiles_stay_hidden_and_count_nowhere(key, seats):
    """The leaver's tiles stay hidden until the end of the deal, except drawn tiles in the moves."""
    rng = Random(f"{key} {seats}")
    game = rules.new_game(rules.ruleset(key, {}, seats))
    for seat in range(seats):
        for _ in range(2):
            position = rng.choice(some_deal(game, rng)[:-1])
            held = tile_texts(position.hands[seat])
            position = rules.play(position, rng.choice(["resign", "timeout"]), seat)
            while True:
                assert position.hands[seat] == 0
                for viewer in (*range(seats), None):
                    view = {**rules.to_json(rules.view_for(position, viewer)), "moves": None}
                    assert view["hands"][seat] == 0
                    assert not set(held) & set(re.findall(r"\d+-\d+", json.dumps(view)))
                if position.over:
                    break
                position = rules.play(position, rng.choice(position.legal))
