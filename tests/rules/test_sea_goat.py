"""Sea Goat (rules.md 9.1); the worked examples cover the rest."""

import json
from dataclasses import replace
from pathlib import Path

import rules
from rules import Ledger

from .tables import after, deal_for, moves, table


def between(*, seats=2, totals=None, hand=2, **ledger):
    """The game after some rounds, with this account and these debts."""
    options = {"hand": hand}
    last = rules.LastRound(leader=0, winner=0, blocked=False, player=0)
    game = rules.new_game(rules.ruleset("sea_goat", options, seats))
    return replace(game, totals=totals or game.totals, memory=Ledger(**ledger), last=last, round=2)


def played(game, hands, *moves_made, boneyard=""):
    return after(rules.start_round(game, deal_for(game, *hands, boneyard=boneyard)), *moves_made)


def test_the_account_opens_with_twenty_five():
    assert table("sea_goat", "1-1 2-1", "6-5 1-0").rules.target == 125
    small = played(between(), ("2-1 3-1", "2-0 5-4"), "2-1", "2-0>2-1", "3-1>2-1")
    assert small.result.written == (0, 0)


def test_the_account_grows_for_its_side_and_ends_by_another():
    grows = played(between(totals=(30, 0)), ("2-1 3-1", "2-0 5-4"), "2-1", "2-0>2-1", "3-1>2-1")
    assert grows.result.totals == (39, 0)
    small = played(between(totals=(0, 30)), ("2-1 3-1", "2-0 5-4"), "2-1", "2-0>2-1", "3-1>2-1")
    assert small.result.totals == (0, 30)


def test_the_right_of_the_hundred_leads_six_six():
    game = between(right=1)
    deal = rules.make_deal(game, lambda _, tiles: tiles)
    assert "6-6" in deal.hands[1]
    position = rules.start_round(game, deal)
    assert (position.turn, moves(position)) == (1, ["6-6"])


def test_a_debtor_leads_any_tile_and_pays_by_going_out():
    game = between(debtor=1, tries=2)
    start = rules.start_round(game, deal_for(game, "6-5 6-4", "6-2 2-0", boneyard="5-5 5-3 6-6"))
    assert (start.turn, moves(start)) == (1, ["2-0", "6-2"])
    paid = after(start, "6-2", "6-5>6-2", "2-0>6-2")
    assert paid.result.pips == (10, 0)
    assert paid.result.notes == ("right", "lost")
    start = rules.start_round(game, deal_for(game, "6-6 4-3", "2-1 1-0", boneyard="5-5 5-3 3-2"))
    paid = after(start, "2-1", "draw", "draw", "draw", "3-2>2-1", "1-0>2-1")
    assert paid.result.notes == ("paid",)
    assert paid.result.written == (0, 0)
    assert paid.after.memory == Ledger()


def test_after_three_tries_a_debt_is_lost_and_the_right_passes_left():
    game = between(debtor=1, tries=2)
    start = rules.start_round(game, deal_for(game, "2-0 3-0", "2-1 5-1"))
    end = after(start, "2-1", "2-0>2-1", "5-1>2-1")
    assert end.result.notes == ("right", "lost")
    assert end.after.memory == Ledger(right=0)


def test_the_third_eggs_in_a_row_are_rotten():
    game = between(eggs=2)
    end = blocked_evenly(game)
    assert end.result.notes == ("eggs", "rotten")
    assert end.after.memory == Ledger()


def test_the_third_eggs_may_end_the_game():
    end = blocked_evenly(replace(between(eggs=2), rules=rules.ruleset("sea_goat", {"eggs": "draw"}, 2)))
    assert (end.result.notes, end.after.over.reason, end.after.over.winners) == (("eggs",), "eggs", (0, 1))


def blocked_evenly(game):
    """A blocked round with equal pips, from the example with eggs."""
    found = json.loads((Path(__file__).parent / "examples" / "sea_goat-6.json").read_text())
    first = found["rounds"][0]
    hand = len(first["deal"]["hands"][0])
    game = replace(game, rules=rules.ruleset("sea_goat", {"hand": hand, "eggs": game.rules.eggs}, 2), last=None)
    position = rules.start_round(game, rules.deal_from_dict(first["deal"]))
    return after(position, *first["moves"])


def test_the_account_of_a_side_that_left_is_written_off_and_the_winner_opens_one():
    game = between(seats=3, totals=(0, 40, 0))
    won = played(game, ("2-1 3-1", "5-4 4-0", "2-0 6-6"), "2-1", "1 resign", "2-0>2-1", "3-1>2-1")
    assert (won.result.pips, won.result.written, won.result.totals) == ((0, 0, 50), (50, -40, 0), (50, 0, 0))
    small = played(game, ("2-1 3-1", "5-4 4-0", "2-0 6-5"), "2-1", "1 resign", "2-0>2-1", "3-1>2-1")
    assert (small.result.written, small.result.totals) == ((0, -40, 0), (0, 0, 0))


def test_the_leavers_account_is_written_off_even_after_a_bald_win():
    game = between(seats=3, totals=(0, 40, 0))
    bald = played(game, ("2-1 0-0", "5-4 4-3", "2-0 6-6"), "2-1", "1 resign", "2-0>2-1", "0-0>2-0")
    assert (bald.result.notes, bald.result.written, bald.after.over.winners) == (("bald",), (0, -40, 0), (0,))


# Ben leads a line with zeros at both ends, and holds all other zeros.
FISHED = ("6-5 4-4 5-3 5-4 5-5 6-2 6-3 6-4 6-6", "6-0 1-0 0-0 2-0 3-0 4-0 5-0 2-1 1-1",
          "5-1 3-1 4-1 2-2 3-2 3-3 4-2 4-3 5-2")  # fmt: skip


def test_a_fisherman_who_left_owes_nothing_and_fewest_pips_win():
    end = played(
        between(seats=3, hand=9), FISHED, "6-5", "6-0>6-5", "5-1>6-5", "pass", "1-0>5-1", "1 resign", boneyard="6-1"
    )
    assert (end.result.over, end.result.winner, end.result.notes) == ("blocked", 2, ())
    assert end.result.pips == (74, 0, 44)
    assert end.result.written == (0, 0, 74)
    assert end.after.memory == Ledger()


def test_exactly_twenty_five_open_an_account_and_end_anothers():
    hands = ("2-1 3-1", "2-0 0-0")  # Ben has only 0-0 left
    opened = played(between(), hands, "2-1", "2-0>2-1", "3-1>2-1")
    assert (opened.result.pips, opened.result.written) == ((0, 25), (25, 0))
    lost = played(between(totals=(0, 30)), hands, "2-1", "2-0>2-1", "3-1>2-1")
    assert (lost.result.written, lost.result.totals) == ((0, -30), (0, 0))


def test_any_other_result_resets_the_count_of_eggs():
    won = played(between(eggs=2), ("2-1 3-1", "2-0 5-4"), "2-1", "2-0>2-1", "3-1>2-1")
    assert won.after.memory == Ledger()
    plays = ("6-5", "6-0>6-5", "5-1>6-5", "pass", "1-0>5-1", "1 resign")
    fish = played(between(seats=3, hand=9, eggs=2), FISHED, *plays, boneyard="6-1")
    assert fish.after.memory == Ledger()
