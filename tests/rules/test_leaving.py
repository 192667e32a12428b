"""A seat gives up or runs out of time (rules.md 7)."""

import pytest

import rules

from .tables import after, moves, refusal, table


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


def test_with_three_the_others_play_on_and_the_tiles_leave_play():
    position = after(three(), "6-5", "1 resign")
    assert position.turn == 2
    assert [hand.bit_count() for hand in position.hands] == [1, 0, 2]
    assert not position.over


def test_a_lead_passes_to_the_left_as_a_free_one():
    position = table("ukrainian", "6-5 4-1", "6-6 3-3", "5-4 1-1")
    assert moves(position) == ["6-6"]
    position = after(position, "1 resign")
    assert (position.turn, moves(position)) == (2, ["1-1", "5-4"])


def test_until_one_is_left():
    position = after(three(), "1 resign", "0 timeout")
    assert (position.after.over.winners, position.after.over.reason) == ((2,), "timeout")


def test_nobody_leaves_twice():
    assert refusal(after(three(), "1 resign"), "timeout", 1) == "already_left"


def test_who_has_left_is_dealt_no_tiles_and_cant_win():
    position = after(three(end="rounds:2"), "6-5", "1 resign", "5-4>6-5", "4-1>5-4")
    assert position.result.written == (2, 0, 0)
    game = position.after
    deal = rules.make_deal(game, lambda _, tiles: tiles)
    assert [len(hand) for hand in deal.hands] == [2, 0, 2]
    assert rules.start_round(game, deal).turn in (0, 2)


def test_a_seat_asked_about_the_deal_may_leave():
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
