"""Sea Goat (rules.md 9.1); the worked examples show the rest."""

import json
from dataclasses import replace
from pathlib import Path

import rules
from rules.sea_goat import Ledger

from .tables import after, deal_for, moves, table


def between(*, seats=2, totals=None, hand=2, **ledger):
    """The game after some rounds, with this account and these debts."""
    options = {"hand": hand}
    last = rules.game.LastRound(leader=0, winner=0, blocked=False, player=0)
    game = rules.new_game(rules.ruleset("sea_goat", options, seats))
    return replace(game, totals=totals or game.totals, memory=Ledger(**ledger), last=last, round=2)


def played(game, hands, *moves_made, boneyard=""):
    return after(rules.start_round(game, deal_for(game, *hands, boneyard=boneyard)), *moves_made)


def test_the_account_opens_with_twenty_five():
    assert table("sea_goat", "1-1 2-1", "6-5 1-0").rules.target == 125
    small = played(between(), ("2-1 3-1", "2-0 5-4"), "2-1", "2-0>2-1", "3-1>2-1")
    assert small.result.written == (0, 0)


def test_the_account_grows_for_its_side_and_is_written_off_by_another():
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


def test_who_owes_leads_any_tile_and_pays_by_going_out_with_enough_left():
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


def test_a_debt_is_lost_after_three_tries_and_gives_the_right_to_the_left():
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
    """A block with equal pips, from the example with eggs."""
    found = json.loads((Path(__file__).parent / "examples" / "sea_goat-6.json").read_text())
    first = found["rounds"][0]
    hand = len(first["deal"]["hands"][0])
    game = replace(game, rules=rules.ruleset("sea_goat", {"hand": hand, "eggs": game.rules.eggs}, 2), last=None)
    position = rules.start_round(game, rules.deal_from_dict(first["deal"]))
    return after(position, *first["moves"])
