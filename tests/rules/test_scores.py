"""The end of a round and its scores (rules.md 5-7)."""

from dataclasses import replace

import pytest

import rules

from .tables import after, table

OUT = ("6-5", "6-4>6-5", "5-1>6-5")


def out(**options):
    """Ada goes out, Ben holds 3-3: six pips."""
    return after(table("block", "6-5 5-1", "6-4 3-3", **options), *OUT).result


def block(*hands, key="block", **options):
    """Seat 0 leads 6-5 and nobody can follow."""
    return after(table(key, *hands, **options), "6-5").result


def test_the_winner_scores_the_pips_of_the_others():
    assert out().written == (6, 0)


@pytest.mark.parametrize(
    ("score", "written"),
    [("losers", 14), ("losers_minus_own", 9), ("differences", 9), ("all", 19), ("one", 1), ("losers_fifths", 3)],
)
def test_the_score_after_a_block(score, written):
    assert block("6-5 4-1", "4-4 3-3", score_block=score).written == (written, 0)


def test_differences_are_taken_from_each_other_hand():
    assert block("6-5 2-1", "4-4 3-3", "3-2 4-3", score_block="differences").written == (11 + 9, 0, 0)


def test_a_winner_never_scores_less_than_zero():
    result = block("6-5 4-1", "2-2 1-0", "3-3 4-4", score_block="losers_minus_own", block_win="blocker")
    assert result.winner == 0
    assert block("6-5 4-4", "1-0 0-0", block_win="blocker").written == (0, 0)


def test_points_are_rounded_to_the_nearest_five():
    result = block("6-5 1-0", "4-4 0-0", round_to=5, score_block="losers_minus_own")
    assert result.pips == (1, 8)
    assert result.written == (5, 0)
    assert block("6-5 1-0", "4-4 1-1", round_to=5).written == (10, 0)


def test_a_bonus_for_going_out_is_added_or_taken_off_the_penalty():
    assert out(out_bonus=10).written == (16, 0)
    low = {"score_out": "penalty", "score_block": "penalty", "goal": "low"}
    assert out(out_bonus=5, **low).written == (-5, 6)


def test_the_winner_of_a_block_scores_nothing_when_others_score_their_own_pips():
    low = {"score_out": "penalty", "score_block": "penalty", "goal": "low"}
    assert block("6-5 4-1", "4-4 3-3", **low).written == (5, 14)
    assert block("6-5 4-1", "4-4 3-3", winner_free=True, **low).written == (0, 14)
    assert block("6-5 4-1", "3-2 0-0", winner_free=True, **low).written == (5, 5)  # nobody won
    assert out(winner_free=True, **low).written == (0, 6)


def test_the_bonus_for_going_out_counts_even_if_another_side_wins():
    low = {"score_out": "penalty", "score_block": "penalty", "goal": "low"}
    position = table(
        "block", "6-5 5-1", "6-1 1-0", "6-4 4-4", "3-1 2-0", pairs=True, out_wins="fewest", out_bonus=2, **low
    )
    result = after(position, "6-5", "6-1>6-5", "pass", "3-1>6-1", "5-1>6-5").result
    assert (result.by, result.winner, result.pips, result.written) == (0, 1, (18, 3), (16, 3))


def test_a_lone_tile_and_the_blank_may_have_special_values():
    assert block("6-5 1-0", "0-0 4-4", blank=13).pips == (1, 21)
    lone = {"0-0": 25, "4-4 0-0": 75}
    assert block("6-5 4-1", "0-0 4-4", lone=lone).pips == (5, 75)


@pytest.mark.parametrize(
    ("rule", "hands", "winner"),
    [
        ("nobody", ("6-5 4-1", "3-2 0-0"), None),
        ("fewest_tiles", ("6-5 4-1", "3-2 0-0"), 0),
        ("low_half", ("6-5 4-1", "3-2 0-0"), 1),
        ("blocker", ("6-5 4-1", "3-2 0-0"), 0),
        ("blocker", ("6-5 4-4", "3-2 1-1", "4-3 0-0"), None),  # the player who blocked isn't tied
        ("skip", ("6-5 4-1", "3-2 0-0"), None),
        ("skip", ("6-5 4-1", "3-2 0-0", "3-3 4-4"), 2),
        ("skip", ("6-5 4-1", "3-2 0-0", "3-3 2-2", "4-2 3-1"), None),
    ],
)
def test_ties_for_fewest_pips_follow_the_option(rule, hands, winner):
    assert block(*hands, tie_block=rule).winner == winner


def test_going_out_does_not_always_win():
    position = table("block", "6-5 5-1", "6-1 1-0", "6-4 4-4", "3-1 2-0", pairs=True, out_wins="fewest")
    result = after(position, "6-5", "6-1>6-5", "pass", "3-1>6-1", "5-1>6-5").result
    assert (result.by, result.winner) == (0, 1)


def test_scores_open_at_thirteen_and_everything_counts_afterwards():
    low = {"score_out": "penalty", "score_block": "penalty", "goal": "low", "open_at": 13}
    position = after(table("block", "6-5 5-1", "6-4 3-3", **low), *OUT)
    assert position.result.written == (0, 0)
    opened = replace(position.after, opened=(False, True), last=None)
    assert after(table("block", "6-5 5-1", "6-4 3-3", game=opened), *OUT).result.written == (0, 6)


def test_remembered_pips_are_scored_once_they_reach_thirteen():
    low = {"score_out": "penalty", "score_block": "penalty", "goal": "low", "open_at": 13, "remember": True}
    position = after(table("block", "6-5 5-1", "6-4 3-3", **low), *OUT)
    assert position.after.kept == (0, 6)
    more = replace(position.after, kept=(0, 7), last=None)
    assert after(table("block", "6-5 5-1", "6-4 3-3", game=more), *OUT).result.written == (0, 13)


def test_a_blocked_round_costs_its_winner_points_too():
    game = rules.new_game(rules.ruleset("telephone", {"hand": 2, "lead_first": "random", "draw": "none"}, 2))
    end = after(table("telephone", "6-5 4-1", "4-4 3-3", game=replace(game, totals=(20, 20))), "6-5")
    assert (end.result.winner, end.result.pips, end.result.written) == (0, (5, 14), (-5, -10))


def test_a_round_without_pips_clears_remembered_pips():
    low = {"score_out": "penalty", "score_block": "penalty", "goal": "low", "open_at": 13, "remember": True}
    game = rules.new_game(rules.ruleset("block", {"hand": 2, **low}, 2))
    assert after(table("block", "6-5 5-1", "6-4 3-3", game=replace(game, kept=(7, 0))), *OUT).after.kept == (0, 6)


def test_open_ends_score_their_count_or_a_part_of_it():
    for pay, points in (("sum", 10), ("parts", 2)):
        assert after(table("telephone_72", "5-5 4-0", "6-3 6-2", ends_pay=pay), "5-5").totals == (points, 0)


@pytest.mark.parametrize(("last", "leader"), [(0, 1), (2, 3)])
def test_with_equal_pips_the_partner_first_left_of_the_last_player_wins(last, leader):
    """Nobody can follow 6-6. Its side has eighteen pips or more left, the other side four in each hand."""
    hands = ["5-5 4-4", "2-1 1-0", "5-4 5-3", "3-0 1-0"]
    hands[1], hands[3] = "2-1 1-0", "3-1 0-0"
    hands[last] = f"6-6 {hands[last].split()[1]}"
    end = after(table("block", *hands, pairs=True, lead_first="tile:6-6"), "6-6")
    assert (end.result.winner, end.after.last.winner) == (1, leader)


def test_a_dead_layout_ends_the_round_though_tiles_could_be_drawn():
    deal = ("2-2 4-2 4-1 2-1 1-0", "3-2 3-0 2-0 1-1 0-0")
    plays = ("2-2", "3-2>2-2", "4-2>2-2", "3-0>3-2", "4-1>4-2", "2-0>3-0", "2-1>4-1")
    assert after(table("egyptian", *deal, set=4), *plays).over
    assert not after(table("egyptian", *deal, set=4, block="stuck"), *plays).over


def test_at_the_reserve_the_round_ends_if_the_seat_to_move_cant_play():
    deal = ("4-4 3-3 4-2 4-1 4-0 3-2", "0-0 1-0 1-1 2-0 2-1 2-2")
    assert after(table("brettspielnetz", *deal, start="4-3", set=4), "4-4>4-3").result.over == "blocked"


def outcome(totals, **options):
    """The outcome after a round with six pips for the winner, added to *totals*."""
    game = rules.new_game(rules.ruleset("block", {"hand": 2, "end": "target:50", **options}, 2))
    return after(table("block", "6-5 5-1", "6-4 3-3", game=replace(game, totals=totals)), *OUT).after.over


def test_a_game_ends_at_its_target():
    assert outcome((40, 0)) is None
    assert outcome((44, 0)).winners == (0,)


def test_a_tie_at_the_target_is_played_on_or_drawn():
    assert outcome((44, 50)) is None
    assert outcome((44, 50), tie_end="draw").winners == (0, 1)
    assert outcome((44, 70), tie_end="both").winners == (0, 1)
    assert outcome((44, 70)).winners == (1,)


def test_reaching_the_target_loses_when_low_wins():
    low = {"score_out": "penalty", "score_block": "penalty", "goal": "low"}
    assert outcome((10, 44), **low).winners == (0,)


def test_a_game_to_a_target_ends_after_two_hundred_rounds():
    game = replace(rules.new_game(rules.ruleset("block", {"hand": 2}, 2)), round=200, totals=(0, 10))
    over = after(table("block", "6-5 5-1", "6-4 3-3", game=game), *OUT).after.over
    assert (over.reason, over.winners) == ("limit", (1,))


def test_the_game_may_stop_as_soon_as_a_side_reaches_the_target():
    position = table("muggins", "6-6 4-0", "6-3 6-5", draw="none", end="target:15", target_at="once")
    position = after(position, "6-6", "6-3>6-6")
    assert position.over
    assert position.result is None
    assert position.after.over.winners == (1,)


def test_sides_with_tiles_left_lose_points_but_not_below_zero():
    game = rules.new_game(rules.ruleset("telephone", {"hand": 2, "lead_first": "random"}, 2))
    position = table("telephone", "6-3 3-1", "6-4 3-3", game=replace(game, totals=(0, 4)))
    assert after(position, "6-3", "6-4>6-3", "3-1>6-3").result.written == (0, -4)
