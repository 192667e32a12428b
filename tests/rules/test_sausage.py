"""Sausage (rules.md 9.6): rows, lines, cuts."""

import pytest

import rules

from .tables import after, moves, refused, table


def test_players_dont_see_their_own_row():
    position = table("sausage", "4-2 5-5 6-4", "6-2 4-1 3-3")
    for viewer in (0, 1, None):
        view = rules.to_json(rules.view_for(position, viewer))
        assert view["hand"] is None
        assert view["hands"] == [3, 3]
        assert view["turned"] is None


def test_a_turned_tile_that_can_be_placed_is_seen_by_all():
    view = rules.to_json(rules.view_for(after(table("sausage", "4-2 5-5 6-4", "6-2 4-1 3-3"), "turn"), None))
    assert view["turned"] == "6-2"
    assert view["ends"] == [{"tile": "4-2", "value": 4, "arm": "A"}, {"tile": "4-2", "value": 2, "arm": "B"}]


def test_a_double_start_grows_both_lines():
    assert moves(after(table("sausage", "4-4 5-5 6-4", "4-1 6-2 3-3"), "turn")) == ["4-1>A", "4-1>B"]


def test_a_double_is_inserted_between_two_neighbours():
    start = table("sausage", "4-2 3-0 4-4", "4-1 5-2 6-3")
    position = after(start, "turn", "4-1>A", "turn", "5-2>B")
    assert moves(position) == ["4-4^A0"]
    layout = rules.to_json(rules.view_for(after(position, "4-4^A0"), None))["layout"]
    assert [(tile["tile"], tile["arm"]) for tile in layout] == [
        ("4-2", "lead"), ("4-4", "A"), ("4-1", "A"), ("5-2", "B"),
    ]  # fmt: skip


def test_a_cut_gives_the_old_lines_to_the_opponent():
    start = table("sausage", "4-2 5-2 5-1 6-6", "4-1 3-3 0-0 1-1")
    position = after(start, "turn", "4-1>A", "5-2>B", "turn", "5-1/1")
    assert [hand.bit_count() for hand in position.hands] == [1, 6]
    assert [str(tile) for tile in position.layout.rows[1]] == ["0-0", "1-1", "3-3", "4-2", "4-1", "5-2"]


def test_an_empty_row_wins():
    position = after(table("sausage", "4-2 4-1", "6-6 5-5"), "turn", "turn", "4-1>A")
    assert (position.result.by, position.result.winner, position.result.written) == (0, 0, (0, 22))


def test_frames_have_the_layout_of_their_ply():
    position = after(table("sausage", "4-2 4-1", "6-6 5-5"), "turn", "turn", "4-1>A")
    assert [len(frame["layout"]) for frame in rules.to_json(rules.frames(position))] == [0, 1, 1, 2]


@pytest.mark.parametrize("text", ["6-4", "3-3", "6-4>4-2", "5-5>4-2,6-6>4-2", "draw@1", "pass", "bid 3", "keep"])
def test_moves_of_other_games_are_refused(text):
    error = refused(after(table("sausage", "4-2 5-5 6-4", "6-2 4-1 3-3"), "turn"), text)
    assert (error.code, error.reason) == ("not_now", "there is no such move in this game")


def test_refusals_do_not_depend_on_the_hidden_row():
    """Ben's turned tile is 6-2; his row is 4-1 and 3-3."""
    position = after(table("sausage", "4-2 5-5 6-4", "6-2 4-1 3-3"), "turn")
    said = {
        (error.code, error.reason)
        for tile in position.rules.tiles
        for text in (f"{tile}>A", f"{tile}^A0", f"{tile}/1")
        for error in [refused(position, text, 1)]
    }
    assert said == {("not_now", "possible now: 6-2>B")}


def test_a_row_has_two_tiles_at_least():
    with pytest.raises(rules.ImpossibleRules, match="hand: A row needs at least two tiles"):
        rules.ruleset("sausage", {"hand": 1}, 2)
    assert rules.ruleset("sausage", {"hand": 2}, 2).hand == 2


def test_the_side_with_more_pips_scores_a_blocked_round():
    position = after(table("sausage", "4-2 6-6", "5-5 3-3"), "turn", "turn", "turn")
    assert not position.over
    fish = after(position, "turn").result
    assert (fish.over, fish.winner, fish.pips, fish.written) == ("blocked", 0, (12, 16), (0, 16))
