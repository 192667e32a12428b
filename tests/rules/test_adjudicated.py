"""A game's last moment: the caller ends it, and the current totals decide (rules.md 7)."""

import copy
import json
import pickle
from dataclasses import replace
from random import Random

import pytest

import rules
from rules import Ledger, random_rounds, record
from tests.samples import TABLES, some_tables

from .tables import after, deal_for, refusal, table


def with_totals(key, totals, *hands, gone=(), memory=None, **options):
    """The first position of a round of *key* with these *totals* by side."""
    options.setdefault("hand", len(hands[0].split()))
    game = rules.new_game(rules.ruleset(key, options, len(hands)))
    game = replace(game, totals=totals, gone=frozenset(gone), memory=game.memory if memory is None else memory)
    return rules.start_round(game, deal_for(game, *hands))


def verdict(position):
    """Winners and totals if the game is adjudicated now."""
    over = position.adjudicated().after.over
    assert over.reason == "adjudicated"
    return over.winners, over.totals


TWO = ("6-5 4-1", "6-4 3-3")
THREE = (*TWO, "5-4 1-1")
FOUR = (*THREE, "2-1 2-2")


@pytest.mark.parametrize(
    ("key", "totals", "hands", "winners"),
    [
        ("block", (30, 12), TWO, (0,)),  # most points win
        ("block", (12, 12), TWO, (0, 1)),  # equal best share the win
        ("block", (12, 12, 3), THREE, (0, 1)),
        ("block", (-4, -9), TWO, (0,)),  # prices and bids may take a total below zero
        ("brettspielnetz", (30, 12), TWO, (1,)),  # fewest points win
        ("goat", (0, 40, 0), THREE, (0, 2)),
        ("double_nine", (70, 20, 21), ("9-8 4-1", "6-4 3-3", "5-4 1-1"), (1,)),
        ("telephone", (200, 210), FOUR, (1,)),  # in pairs
        ("telephone_72", (70, 71, 5), THREE, (1,)),
        ("sport_goat", (40, 40), FOUR, (0, 1)),
    ],
)
def test_the_best_total_wins_by_the_goal(key, totals, hands, winners):
    start = {"start": "6-2"} if key == "brettspielnetz" else {}
    game = replace(rules.new_game(rules.ruleset(key, {"hand": 2}, len(hands))), totals=totals)
    position = rules.start_round(game, deal_for(game, *hands, **start))
    assert verdict(position) == (winners, totals)


def test_all_sides_share_the_win_before_the_first_round_is_scored():
    assert verdict(after(table("block", *THREE), "6-5", "6-4>6-5")) == ((0, 1, 2), (0, 0, 0))


def test_the_running_deal_scores_for_no_side():
    position = after(table("block", *TWO), "6-5", "6-4>6-5").adjudicated()
    assert position.over
    assert position.result is None
    assert not position.annulled
    assert position.after.totals == (0, 0)


def test_points_scored_during_play_count():
    muggins = table("muggins", "5-5 2-1", "6-4 3-3", lead=0)
    assert verdict(after(muggins, "5-5")) == ((0,), (10, 0))  # a lone double: ten


def test_a_bid_that_was_paid_counts():
    hands = ("4-4 4-3 4-2", "1-1 2-1 2-2", "1-0 3-3 2-0")
    position = after(table("auction", *hands, set=4, boneyard="0-0 3-0 3-1 3-2"), "4-4", "draw", "draw", "draw", "draw")
    position = after(position, "bid 3")
    assert verdict(position) == ((0, 1, 2), (0, 0, 0))  # nobody has paid yet
    assert verdict(after(position, "pass", "pass")) == ((0, 2), (0, -3, 0))


def test_the_price_of_a_draw_counts():
    high = table("block", "6-5 4-1", "3-3 2-2", boneyard="1-1 0-0 2-0", draw="1", draw_price=2)
    assert verdict(after(high, "6-5", "draw")) == ((0,), (0, -2))
    low = {"score_out": "penalty", "score_block": "penalty", "goal": "low"}
    dear = table("block", "6-5 4-1", "3-3 2-2", boneyard="1-1 0-0 2-0", draw="1", draw_price=2, **low)
    assert verdict(after(dear, "6-5", "draw")) == ((0,), (0, 2))


def test_a_side_that_has_left_wins_nothing():
    position = with_totals("block", (50, 20, 10), *THREE)
    assert verdict(after(position, "0 resign")) == ((1,), (50, 20, 10))
    position = with_totals("goat", (0, 20, 20), *THREE)
    assert verdict(after(position, "0 timeout")) == ((1, 2), (0, 20, 20))


def test_in_general_the_fewest_generals_win():
    hands = ("1-1 6-5", "6-4 3-3", "5-4 2-0", "2-1 2-2")
    assert verdict(with_totals("general", (2, 1), *hands)) == ((1,), (2, 1))
    assert verdict(with_totals("general", (1, 1), *hands)) == ((0, 1), (1, 1))


def test_in_general_a_pair_that_waits_in_the_queue_may_have_won():
    hands = ("1-1 6-5", "6-4 3-3", "", "5-4 2-0", "2-1 2-2", "")
    assert verdict(with_totals("general", (3, 1, 0), *hands)) == ((2,), (3, 1, 0))
    position = after(with_totals("general", (3, 1, 0), *hands), "2 resign")  # a waiting pair that leaves
    assert verdict(position) == ((1,), (3, 1, 0))


def test_in_sea_goat_the_open_account_wins_and_without_one_all_share():
    hands = ("6-6 1-1", "6-4 3-3", "5-4 2-0")
    assert verdict(with_totals("sea_goat", (0, 60, 0), *hands)) == ((1,), (0, 60, 0))
    assert verdict(with_totals("sea_goat", (0, 0, 0), *hands)) == ((0, 1, 2), (0, 0, 0))
    # The account's side leaves, which ends its account; the others are equal.
    assert verdict(after(with_totals("sea_goat", (0, 60, 0), *hands), "1 resign")) == ((0, 2), (0, 60, 0))
    # The debt of a blocked round is dropped.
    assert verdict(with_totals("sea_goat", (30, 0, 0), *hands, memory=Ledger(debtor=0, tries=2)))[0] == (0,)


def test_in_sausage_the_rows_do_not_count():
    rows = (
        "6-5 4-1 0-0 1-0 1-1 2-0 2-1 2-2 3-0 3-1 3-2 3-3 4-0 4-2",
        "4-3 4-4 5-0 5-1 5-2 5-3 5-4 5-5 6-0 6-1 6-2 6-3 6-4 6-6",
    )
    position = table("sausage", *rows, lead=0)
    assert verdict(after(position, "turn")) == ((0, 1), (0, 0))


def test_remembered_pips_are_not_points():
    game = rules.new_game(rules.ruleset("donkey", {"hand": 2}, 2))
    game = replace(game, kept=(12, 0))
    assert verdict(rules.start_round(game, deal_for(game, *TWO))) == ((0, 1), (0, 0))


def test_an_adjudicated_game_has_no_moves_and_shows_all_hands():
    position = after(table("block", *TWO), "6-5").adjudicated()
    assert (position.turn, position.legal, refusal(position, "6-4>6-5")) == (None, (), "round_over")
    with pytest.raises(ValueError, match="the round has ended"):
        position.adjudicated()
    shown = rules.to_json(rules.view_for(position, None))
    assert shown["open"] == [["4-1"], ["3-3", "6-4"]]
    assert shown["moves"] == ["0 6-5"]
    assert shown["outcome"] == {"totals": [0, 0], "winners": [0, 1], "reason": "adjudicated"}
    assert [frame["hands"] for frame in rules.to_json(rules.frames(position))] == [
        [["4-1", "6-5"], ["3-3", "6-4"]], [["4-1"], ["3-3", "6-4"]],
    ]  # fmt: skip


def test_an_adjudicated_position_differs_from_the_running_one_and_can_be_copied():
    running = after(table("block", *TWO), "6-5")
    ended = running.adjudicated()
    assert ended != running
    assert running != ended
    for again in (copy.deepcopy(ended), pickle.loads(pickle.dumps(ended))):
        assert again == ended
        assert again.after.over == ended.after.over
    assert not pickle.loads(pickle.dumps(running)).over
    assert ended.ply == running.ply == 1


@pytest.mark.parametrize(("key", "seats"), some_tables(30), ids=str)
def test_every_game_can_be_adjudicated_at_any_turn(key, seats):
    """At any moment of a random game: it ends with the totals shown, and its record agrees."""
    rng = Random(f"adjudicated {key} {seats}")
    ruleset = rules.ruleset(key, {}, seats)
    deals = list(random_rounds(ruleset, rng))
    asked = [number for number, last in enumerate(deals) if last.ply]  # not one that was annulled automatically
    for number in {asked[0], rng.choice(asked), asked[-1]}:
        at = some_moment(deals[number], rng)
        ended = must_be_over_as_it_stood(at, set(range(ruleset.sides)))
        written = record.compose(ruleset, ["?"] * seats, [*deals[:number], ended]).as_dict()
        assert written["ended"] == "adjudicated"
        lines = list(record.replay(record.record_from_dict(json.loads(json.dumps(written)))))
        assert lines[-1] == ended.after.over.as_dict()
        assert lines[-2]["turn"] == at.turn  # by the game as it was: adjudicating doesn't change the moves


@pytest.mark.parametrize(
    ("key", "seats"),
    some_tables(15, [each for each in TABLES if rules.ruleset(each[0], {}, each[1]).sides > 2]),
    ids=str,
)
def test_games_can_be_adjudicated_after_a_seat_left(key, seats):
    rng = Random(f"left {key} {seats}")
    ruleset = rules.ruleset(key, {}, seats)
    for seat in range(seats):
        deal = next(last for last in random_rounds(ruleset, rng) if last.ply)
        position = rules.play(some_moment(deal, rng), "resign", seat)
        if position.turn is not None:  # in General a pair that leaves ends the deal
            must_be_over_as_it_stood(position, set(range(ruleset.sides)) - {ruleset.side_of(seat)})


def some_moment(last, rng):
    return rng.choice([at for at in last.positions() if at.turn is not None])


def must_be_over_as_it_stood(at, inside):
    """*at* adjudicated, with the sides *inside* still in the game."""
    ended = at.adjudicated()
    over, better = ended.after.over, -1 if at.rules.goal == "low" else 1
    best = max(better * at.totals[side] for side in inside)
    assert set(over.winners) == {side for side in inside if better * at.totals[side] == best}
    assert (over.totals, over.reason) == (at.totals, "adjudicated")
    with pytest.raises(rules.IllegalDeal):
        rules.start_round(ended.after, ended.table.deal)
    for viewer in (None, *range(at.rules.seats)):
        shown = rules.to_json(rules.view_for(ended, viewer))
        assert (shown["turn"], shown["legal"], shown["totals"]) == (None, [], list(at.totals))
    return ended


# ---- Records


def a_record(position, ended="adjudicated"):
    found = record.compose(position.rules, ["A", "B"], [position]).as_dict()
    return {**found, "ended": ended}


def over_line(found):
    return list(record.replay(record.record_from_dict(found)))[-1]


def test_a_record_without_a_deal_can_be_adjudicated():
    found = {"format": "dominoes/1", "variant": "block", "seats": ["A", "B"], "rounds": [], "ended": "adjudicated"}
    assert over_line(found) == {"over": True, "totals": [0, 0], "winners": [0, 1], "reason": "adjudicated"}


def test_a_record_adjudicated_between_rounds_has_the_written_points():
    # Ada goes out; Ben is left with 3-3.
    between = after(table("block", *TWO), "6-5", "6-4>6-5", "4-1>6-4")
    assert between.over
    assert over_line(a_record(between)) == {
        "over": True, "totals": [6, 0], "winners": [0], "reason": "adjudicated",
    }  # fmt: skip


def test_a_record_of_a_finished_game_cant_be_adjudicated():
    ended = after(table("block", *TWO), "6-5", "1 resign")
    with pytest.raises(rules.BrokenRecord, match="the game had already ended, so it can’t be adjudicated"):
        over_line(a_record(ended))
    played_out = after(table("block", *TWO, end="rounds:1"), "6-5", "6-4>6-5", "4-1>6-4")
    with pytest.raises(rules.BrokenRecord, match="the game had already ended"):
        over_line(a_record(played_out))


@pytest.mark.parametrize("ended", ["adjudicated:0", "Adjudicated", "adjudicated:", "timeout", 5, ["adjudicated"]])
def test_other_values_of_ended_are_refused(ended):
    with pytest.raises(rules.BrokenRecord, match="must be resigned:SEAT, timeout:SEAT or adjudicated"):
        over_line(a_record(after(table("block", *TWO), "6-5"), ended))


def test_replaying_an_adjudicated_record_ends_at_the_verdict():
    found = record.record_from_dict(a_record(after(table("block", *TWO), "6-5")))
    first, last = record.walk(found)
    assert not first.over
    assert last.over
    assert record.outcome_of(found, last).winners == (0, 1)
    assert last.previous == first
