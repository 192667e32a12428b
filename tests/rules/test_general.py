"""General (rules.md 9.3): titles, signals, pairs in a queue."""

from dataclasses import replace

import pytest

import rules
from rules import Queue

from .tables import after, deal_for, moves, refusal, refused, table

HANDS = ("1-1 0-0", "1-0 5-4", "6-1 4-2", "6-3 3-2")
OUT = ("1-1", "1-0>1-1", "6-1>1-1", "6-3>6-1", "0-0>1-0")
SIX_HANDS = ("1-1 0-0", "1-0 5-4", "", "6-1 4-2", "6-3 3-2", "")


def test_going_out_with_the_double_blank_makes_the_next_side_general():
    result = after(table("general", *HANDS), *OUT).result
    assert (result.written, result.winner, result.notes) == ((0, 1), 0, ("general",))


def test_under_titles_both_one_double_gives_none():
    assert after(table("general", *HANDS, titles="both"), *OUT).result.written == (0, 0)


LAST_TURN = {
    "0-0>1-0": HANDS,
    "6-6>6-1": ("1-1 6-6", "1-0 5-4", "6-1 4-2", "4-3 3-2"),
    "0-0>1-0,6-6>6-1": ("1-1 0-0 6-6", "1-0 5-4 3-2", "6-1 4-2 5-2", "4-3 5-3 3-3"),
}


@pytest.mark.parametrize(
    ("titles", "given"), [("any", (1, 1, 2)), ("bald", (1, 0, 1)), ("bald_both", (1, 0, 2)), ("both", (0, 0, 1))]
)
def test_last_turns_with_0_0_and_6_6_or_both_give_their_titles(titles, given):
    for (last, hands), generals in zip(LAST_TURN.items(), given, strict=True):
        third = "6-3>6-1" if hands is HANDS else "pass"
        result = after(table("general", *hands, titles=titles), "1-1", "1-0>1-1", "6-1>1-1", third, last).result
        assert (result.written, result.notes) == ((0, generals), ("general",) * bool(generals)), last


def test_a_fish_is_dealt_again():
    position = after(table("general", "1-1 0-0", "6-0 5-4", "6-5 4-2", "6-3 3-2"), "1-1")
    assert position.result.notes == ("fish",)
    assert position.after.round == 1


def seen(position, viewer):
    """The moves, the number of them, and those numbers that the layout names."""
    view = rules.to_json(rules.view_for(position, viewer))
    return view["moves"], view["ply"], [tile["ply"] for tile in view["layout"]]


def test_only_the_side_of_a_wink_sees_it_and_nobody_else_can_count_it():
    position = after(table("general", *HANDS), "0 wink", "1-1", "0 wink", "1-0>1-1")
    assert position.turn == 2
    for partner in (0, 2):
        assert seen(position, partner) == (["0 wink", "0 1-1", "0 wink", "1 1-0>1-1"], 4, [2, 4])
    for other in (1, 3, None):
        assert seen(position, other) == (["0 1-1", "1 1-0>1-1"], 2, [1, 2])


def test_a_view_is_the_same_with_and_without_another_sides_signals():
    silent, winked = (after(table("general", *HANDS), *moves) for moves in (("1-1",), ("0 wink", "1-1", "0 wink")))
    for other in (1, 3, None):
        assert rules.to_json(rules.view_for(winked, other)) == rules.to_json(rules.view_for(silent, other))


def test_a_wink_stays_between_partners_after_the_deal():
    silent, winked = after(table("general", *HANDS), *OUT), after(table("general", *HANDS), "0 wink", *OUT)
    assert seen(winked, 2)[0][0] == "0 wink"
    for other in (1, 3, None):
        assert rules.to_json(rules.view_for(winked, other)) == rules.to_json(rules.view_for(silent, other))
    assert rules.to_json(rules.frames(winked)) == rules.to_json(rules.frames(silent))
    assert [frame["ply"] for frame in rules.to_json(rules.frames(winked))] == [0, 1, 2, 3, 4, 5]


def test_seats_without_the_tile_cant_signal():
    position = table("general", *HANDS)
    assert refusal(position, "puff", 0) == "no_signal"
    assert refusal(position, "wink", 1) == "no_signal"


def test_signals_can_be_forbidden():
    assert refusal(table("general", *HANDS, signals=False), "wink", 0) == "no_signal"
    for titles, answer in {"bald": "no_signal", "bald_both": "no_signal", "any": None, "both": None}.items():
        position = table("general", *HANDS, titles=titles)
        assert rules.conduct_of(position.rules).has_signals(position.rules) == (answer is None)
        if answer:
            assert refusal(position, "wink", 0) == answer


def six():
    game = rules.new_game(rules.ruleset("general", {"hand": 2}, 6))
    return rules.start_round(game, deal_for(game, *SIX_HANDS))


def test_the_side_that_takes_a_title_leaves_the_table():
    position = after(six(), "1-1", "1-0>1-1", "6-1>1-1", "6-3>6-1", "0-0>1-0")
    assert position.after.memory == Queue(on=(0, 2), waiting=(1,), lost=(0, 0))


def test_a_pair_that_lost_two_rounds_leaves_the_table():
    game = rules.new_game(rules.ruleset("general", {"hand": 2}, 6))
    game = replace(game, memory=replace(game.memory, lost=(0, 1)))
    hands = ("1-1 2-0", "1-0 5-4", "", "6-1 4-2", "6-3 3-2", "")
    position = rules.start_round(game, deal_for(game, *hands))
    position = after(position, "1-1", "1-0>1-1", "6-1>1-1", "6-3>6-1", "2-0>1-0")
    assert position.result.written == (0, 0, 0)
    assert position.after.memory.on == (0, 2)


def test_when_a_playing_pair_leaves_the_next_pair_gets_a_new_deal():
    position = after(six(), "1-1", "4 resign")
    assert position.annulled
    game = position.after
    assert game.memory == Queue(on=(0, 2), waiting=(), lost=(0, 0))
    assert game.gone == {1, 4}


def test_a_waiting_pair_can_leave_without_stopping_the_round():
    position = after(six(), "1-1", "5 resign")
    assert moves(position) == ["1-0>1-1"]
    last = after(position, "0 resign")
    assert last.after.over.winners == (1,)


def test_when_the_last_but_one_pair_leaves_their_hand_is_out_of_play():
    position = after(six(), "5 resign", "0 resign")
    assert position.after.over.winners == (1,)
    assert position.hands[0] == 0


def test_a_signal_is_refused_with_its_reason():
    position = table("general", *HANDS)
    assert refused(position, "wink", 1).reason == "the tile for it isn’t in the hand"
    for silent in (table("general", *HANDS, signals=False), table("block", "6-5 0-0", "6-4 3-3")):
        assert refused(silent, "wink", 0).reason == "there are no signals in this game"
