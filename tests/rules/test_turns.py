"""A turn: play, draw or pass (rules.md 3)."""

import pytest

import rules

from .tables import after, moves, refusal, refused, table


def test_players_draw_only_when_nothing_fits():
    ada = after(table("pool", "6-5 2-1", "3-2 0-0", boneyard="1-1 6-4"), "6-5")
    assert moves(ada) == ["draw"]
    assert refusal(ada, "pass") == "must_draw"
    assert moves(after(ada, "draw")) == ["draw"]
    assert moves(after(ada, "draw", "draw")) == ["6-4>6-5"]


def test_players_who_can_play_cant_draw():
    ben = after(table("pool", "6-5 2-1", "6-4 0-0"), "6-5")
    assert refusal(ben, "draw") == "must_play"
    assert refusal(ben, "pass") == "must_play"


def test_drawing_when_able_still_requires_a_play():
    ben = after(table("draw", "6-5 2-1", "6-4 0-0", boneyard="1-1"), "6-5", "draw")
    assert moves(ben) == ["6-4>6-5", "draw"]
    assert refusal(ben, "pass") == "not_now"


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


def test_the_price_of_a_draw_is_due_at_once():
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


def test_a_finished_round_takes_no_more_moves():
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
def test_texts_that_are_not_moves_are_unreadable(text):
    with pytest.raises(rules.Unreadable):
        rules.parse_move(text)


def test_doubles_are_read_in_any_order_and_written_low_tile_first():
    assert str(rules.parse_move("10-10>10-3,2-2>6-2")) == "2-2>6-2,10-10>10-3"


def test_the_server_draws_and_passes_but_never_plays():
    ben = after(table("pool", "6-5 2-1", "3-2 0-0", boneyard="6-4"), "6-5")
    assert rules.forced(ben) == "draw"
    assert rules.forced(after(ben, "draw")) is None


STUCK = ("6-5 2-1", "3-2 0-0")  # after 6-5 the second seat can't play


def test_necessary_draws_look_like_voluntary_ones_where_both_are_allowed():
    need = after(table("draw", *STUCK, boneyard="1-1 4-4"), "6-5")
    choice = after(table("draw", "6-5 2-1", "6-2 0-0", boneyard="1-1 4-4"), "6-5")
    assert (moves(need), moves(choice)) == (["draw"], ["6-2>6-5", "draw"])
    assert rules.forced(need) is rules.forced(choice) is None
    assert rules.forced(after(need, "draw")) is None
    one_left = after(table("draw", *STUCK, pick="choose", reserve=0, draw="1"), "6-5")
    assert rules.forced(one_left) is None


def test_a_draw_is_forced_when_all_can_see_that_nothing_fits():
    dead = table("draw", "2-2 4-2 4-1 2-1 1-0", "3-2 3-0 2-0 1-1 0-0", set=4)
    dead = after(dead, "2-2", "3-2>2-2", "4-2>2-2", "3-0>3-2", "4-1>4-2", "2-0>3-0", "2-1>4-1")
    assert dead.layout.takes  # an end shows 2, and all tiles with a 2 are on the table
    assert rules.forced(dead) == "draw"


def test_a_pass_is_forced_when_no_draw_is_possible():
    ben = after(table("draw", "4-4 1-0", "3-3 2-2", set=4, draw="1", boneyard="1-1 4-3"), "4-4", "draw")
    assert (moves(ben), rules.forced(ben)) == (["pass"], "pass")
    bare = after(table("draw", *STUCK, "6-3 1-0", "6-1 5-1", draw="none"), "6-5")
    assert (moves(bare), rules.forced(bare)) == (["pass"], "pass")


def test_a_pass_after_a_draw_may_keep_a_tile_that_fits():
    kept, none = (
        after(table("pool", *STUCK, boneyard=boneyard, draw="1", drawn_play="may"), "6-5", "draw")
        for boneyard in ("6-4", "1-1")
    )
    assert (moves(kept), moves(none)) == (["6-4>6-5", "pass"], ["pass"])
    assert rules.forced(kept) is rules.forced(none) is None


def test_a_draw_allowed_only_without_a_playable_tile_is_forced():
    ben = after(table("pool", *STUCK, boneyard="1-1 2-2", draw="2", drawn_play="may"), "6-5")
    assert rules.forced(ben) == rules.forced(after(ben, "draw")) == "draw"


def test_drawing_for_the_lead_tile_is_forced_even_with_voluntary_draws():
    first = table("vietnamese", "5-4", "3-2", boneyard="1-1 6-6", draw_when_able=True)
    assert rules.forced(first) == "draw"


def test_a_pass_after_a_bid_of_twenty_five_is_forced():
    hands = ("4-4 4-3 4-2 1-0 3-3", "1-1 2-1 2-2 0-0 3-1")
    ben = after(table("auction", *hands, set=4, boneyard="3-0 3-2 2-0 4-1 4-0"), "4-4", "draw", "draw", "draw")
    assert rules.forced(ben) is None
    assert rules.forced(after(ben, "bid 25")) == "pass"


@pytest.mark.parametrize("text", ["turn", "6-4>A", "3-3^B0", "6-4/1", "bid 3", "keep", "redeal"])
def test_moves_of_other_games_are_refused(text):
    ben = after(table("pool", "6-5 2-1", "6-4 3-3"), "6-5")
    assert (refused(ben, text).code, refused(ben, text).reason) == ("not_now", "there is no such move in this game")


def test_naming_a_tile_in_a_move_without_choice_is_refused():
    ben = after(table("pool", "6-5 2-1", "3-2 0-0"), "6-5")
    assert refused(ben, "draw@1").reason == "tiles are drawn from the front of the boneyard"
    ben = after(table("pool", "6-5 2-1", "3-2 0-0", pick="choose"), "6-5")
    assert refused(ben, "draw").reason == "the tile must be named by its position"
    assert refused(ben, "draw@24").reason == "the positions are 0 to 23"


def test_a_move_may_be_a_plain_text():
    ada = table("pool", "6-5 2-1", "6-4 0-0")
    ben = rules.play(ada, "6-5")
    assert ben == after(ada, "6-5")
    assert isinstance(ben.move, rules.Move)
    with pytest.raises(rules.IllegalMove, match="seat 1 can’t play 6-4 on 4-4"):
        rules.play(ben, "6-4>4-4")
    for text in ("", "six five", None, 7):
        with pytest.raises(rules.Unreadable):
            rules.play(ben, text)


@pytest.mark.parametrize("seat", [-1, 2, True, False, 1.0, "1"])
def test_unknown_seats_cant_move(seat):
    ben = after(table("pool", "6-5 2-1", "6-4 0-0"), "6-5")
    for text in ("6-4>6-5", "resign", "wink", "pass"):
        assert refusal(ben, text, seat) == "no_such_seat"
    with pytest.raises(ValueError, match="there is no seat"):
        rules.legal_moves(ben, seat)


def test_a_draws_price_may_end_the_game():
    low = {"score_out": "penalty", "score_block": "penalty", "out_wins": "out", "goal": "low", "target_at": "once"}
    start = table("pool", "6-5 2-1", "3-2 0-0", draw_price=5, end="target:15", **low)
    ben = after(start, "6-5", "draw", "draw")
    assert (ben.totals, ben.over) == ((0, 10), False)
    assert after(ben, "draw").after.over.winners == (0,)


def test_a_draws_price_may_end_the_game_before_the_last_two_tiles_are_sold():
    low = {"score_out": "penalty", "score_block": "penalty", "out_wins": "out", "goal": "low", "target_at": "once"}
    hands = ("4-4 4-3 4-2 1-0 3-3", "1-1 2-1 2-2 0-0 3-1")
    start = table("auction", *hands, set=4, boneyard="3-0 3-2 2-0", draw_price=5, end="target:15", **low)
    end = after(start, "4-4", "draw", "draw", "draw")
    assert (end.over, end.totals, end.result) == (True, (0, 15), None)
