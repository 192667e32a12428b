"""A turn: play, draw or pass (rules.md 3)."""

import pytest

import rules

from .tables import after, moves, refusal, table


def test_one_draws_only_when_nothing_fits():
    ada = after(table("pool", "6-5 2-1", "3-2 0-0", boneyard="1-1 6-4"), "6-5")
    assert moves(ada) == ["draw"]
    assert refusal(ada, "pass") == "must_draw"
    assert moves(after(ada, "draw")) == ["draw"]
    assert moves(after(ada, "draw", "draw")) == ["6-4>6-5"]


def test_who_can_play_must_not_draw():
    ben = after(table("pool", "6-5 2-1", "6-4 0-0"), "6-5")
    assert refusal(ben, "draw") == "must_play"
    assert refusal(ben, "pass") == "must_play"


def test_who_may_draw_when_able_still_owes_the_play():
    ben = after(table("draw", "6-5 2-1", "6-4 0-0", boneyard="1-1"), "6-5", "draw")
    assert moves(ben) == ["6-4>6-5", "draw"]
    assert refusal(ben, "pass") == "must_draw"


def test_the_limit_of_draws_counts_within_one_turn():
    start = table("dutch", "6-6 6-1 5-5", "0-0 2-2 3-2", boneyard="3-3 4-2 5-4")
    ben = after(start, "6-6", "draw", "draw")
    assert moves(ben) == ["pass"]
    assert refusal(ben, "draw") == "no_draw"
    assert moves(after(ben, "pass", "6-1>6-6")) == ["draw"]


def test_a_drawn_tile_may_be_kept_where_the_game_allows_it():
    ben = after(table("pool", "6-5 2-1", "3-2 0-0", boneyard="6-4", drawn_play="may"), "6-5", "draw")
    assert moves(ben) == ["6-4>6-5", "pass"]
    assert after(ben, "pass").turn == 0


def test_the_reserve_stays_in_the_boneyard():
    ben = after(table("pool", "1-1 1-0 3-0", "3-3 2-2 3-2", set=3, boneyard="2-0 3-1"), "1-1")
    assert len(ben.boneyard) == 4
    ben = after(ben, "draw")
    assert moves(after(ben, "draw")) == ["3-1>1-1"]
    stuck = after(table("pool", "1-1 1-0 3-0", "3-3 2-2 3-2", set=3, boneyard="2-0 0-0"), "1-1", "draw", "draw")
    assert len(stuck.boneyard) == 2
    assert moves(stuck) == ["pass"]


def test_a_tile_of_the_row_is_chosen_by_its_place():
    ben = after(table("pool", "6-5 2-1", "3-2 0-0", boneyard="1-1 4-4 6-4", pick="choose"), "6-5")
    assert refusal(ben, "draw") == "which_tile"
    ben = after(ben, "draw@2")
    assert moves(ben) == ["6-4>6-5"]
    assert [str(tile) for tile in ben.boneyard[:2]] == ["1-1", "4-4"]


def test_a_draw_has_its_price_at_once():
    ben = after(table("pool", "6-5 2-1", "3-2 0-0", draw_price=3), "6-5", "draw", "draw")
    assert ben.totals == (0, -6)
    low = after(table("double_nine", "9-9 9-5", "5-5 5-1", draw_price=3), "9-9", "draw")
    assert low.totals == (0, 3)


@pytest.mark.parametrize(
    ("text", "seat", "code"),
    [
        ("6-4>6-5", 0, "not_your_turn"),
        ("5-0>6-5", 1, "not_your_tile"),
        ("6-4>4-4", 1, "not_an_end"),
        ("0-0>6-5", 1, "does_not_fit"),
        ("6-4", 1, "not_a_lead"),
        ("keep", 1, "not_now"),
        ("wink", 1, "no_signal"),
        ("6-4>6-5", 7, "no_such_seat"),
    ],
)
def test_a_refused_move_says_why(text, seat, code):
    ben = after(table("pool", "6-5 2-1", "6-4 0-0"), "6-5")
    assert refusal(ben, text, seat) == code


def test_a_round_that_is_over_takes_no_more_moves():
    over = after(table("block", "6-5 4-1", "4-4 3-3"), "6-5")
    assert refusal(over, "pass") == "round_over"
    assert refusal(over, "resign", 0) == "round_over"


@pytest.mark.parametrize(
    "text",
    [
        "", "6-7", "56", "5-6", "6-5>", "draw@", "draw@-1", "bid", "bid 1.5", "6-5>5-4x=", "٣-٣", "6-6,5-5",
        "6-6>6-5,6-6>6-4", "6-5>6-4,5-5>5-1", "PASS", " pass", None, 7, "x" * 999,
    ],
)  # fmt: skip
def test_what_is_no_move_is_unreadable(text):
    with pytest.raises(rules.Unreadable):
        rules.parse_move(text)


def test_doubles_are_read_in_any_order_and_written_low_tile_first():
    assert str(rules.parse_move("10-10>10-3,2-2>6-2")) == "2-2>6-2,10-10>10-3"


def test_the_server_draws_and_passes_but_never_plays():
    ben = after(table("pool", "6-5 2-1", "3-2 0-0", boneyard="6-4"), "6-5")
    assert rules.forced(ben) == "draw"
    assert rules.forced(after(ben, "draw")) is None
