"""The view of each viewer (Cleo only watches)."""

import pytest

import rules

from .tables import after, table

KEYS = {
    "round", "ply", "turn", "hand", "hands", "boneyard", "reserve", "open", "start", "turned", "layout", "ends",
    "unfilled", "trains", "cover", "count", "legal", "legal_counts", "legal_scores", "legal_taken", "moves", "remarks",
    "totals", "result", "outcome",
}  # fmt: skip


def view(position, viewer):
    return rules.to_json(rules.view_for(position, viewer))


def test_players_see_their_hand_and_legal_moves():
    ben = after(table("block", "6-5 4-1", "6-4 3-3"), "6-5")
    assert view(ben, 1)["hand"] == ["3-3", "6-4"]
    assert view(ben, 1)["legal"] == ["6-4>6-5"]
    assert view(ben, 0)["legal"] == []
    assert view(ben, None)["hand"] is None
    assert set(view(ben, None)) == KEYS


def test_moves_have_their_score_in_games_that_score_ends():
    ada = after(table("muggins", "6-6 5-5 4-3", "6-5 6-1 1-0"), "6-6", "6-5>6-6")
    assert dict(zip(view(ada, 0)["legal"], view(ada, 0)["legal_counts"], strict=True)) == {
        "5-5>6-5": 12 + 10,
        "5-5>6-5=": 12 + 5,
    }
    ben = after(ada, "5-5>6-5")
    assert dict(zip(view(ben, 1)["legal"], view(ben, 1)["legal_counts"], strict=True)) == {"6-1>6-6": 10 + 1}
    assert view(ben, 0)["legal_counts"] == []


def test_draws_have_no_count_and_other_games_have_no_counts():
    stuck = after(table("muggins", "6-6 5-5", "4-3 1-0", boneyard="6-1 2-2 3-3"), "6-6")
    assert (view(stuck, 1)["legal"], view(stuck, 1)["legal_counts"]) == (["draw"], [None])
    assert view(table("block", "6-5", "6-4"), 0)["legal_counts"] is None


def test_the_layout_says_what_was_played_onto_what():
    layout = view(after(table("block", "6-5 4-1", "6-4 3-3"), "6-5", "6-4>6-5"), None)["layout"]
    assert layout == [
        {"tile": "6-5", "onto": None, "at": None, "arm": "lead", "seat": 0, "ply": 1},
        {"tile": "6-4", "onto": "6-5", "at": 6, "arm": "line", "seat": 1, "ply": 2},
    ]


def test_spinners_lengthwise_and_closed_doubles_are_marked():
    position = after(table("muggins", "6-6 3-3 4-0", "6-3 6-2 1-0"), "6-6", "6-3>6-6", "3-3>6-3=")
    assert view(position, None)["layout"][0]["spinner"] is True
    assert view(position, None)["layout"][2]["lengthwise"] is True
    closed = after(
        table("donkey", "3-3 3-2 3-1", "3-0 2-2 1-1", lead_first="high_double"),
        "3-3", "3-0>3-3", "3-2>3-3", "2-2>3-2x",
    )  # fmt: skip
    assert view(closed, None)["layout"][3]["closed"] is True


def test_only_the_drawer_sees_the_drawn_tile_until_the_round_ends():
    ben = after(table("pool", "6-5 2-1", "3-2 0-0", boneyard="5-5"), "6-5", "draw")
    assert view(ben, 1)["moves"] == ["0 6-5", "1 draw 5-5"]
    assert view(ben, 0)["moves"] == view(ben, None)["moves"] == ["0 6-5", "1 draw"]


def test_all_hands_are_visible_after_the_round():
    over = after(table("block", "6-5 4-1", "4-4 3-3", end="rounds:1"), "6-5")
    shown = view(over, None)
    assert shown["open"] == [["4-1"], ["3-3", "4-4"]]
    assert shown["result"]["written"] == [9, 0]
    assert shown["totals"] == [9, 0]
    assert shown["outcome"] == {"totals": [9, 0], "winners": [0], "reason": "rounds"}


def test_a_start_tile_is_visible_before_the_first_move():
    position = table("brettspielnetz", "6-4 4-1", "5-2 3-3", start="6-5")
    assert view(position, None)["start"] == "6-5"
    assert view(position, None)["layout"][0]["arm"] == "lead"


@pytest.mark.parametrize("seat", [-1, 2, True, False, 0.0, "0"])
def test_only_seats_and_watchers_have_a_view(seat):
    with pytest.raises(ValueError, match="there is no seat"):
        rules.to_json(rules.view_for(table("block", "6-5 4-1", "6-4 3-3"), seat))
