"""The leader of a round, and the tile (rules.md 4)."""

from dataclasses import replace

import pytest

import rules
from rules import LastRound

from .tables import after, deal_for, moves, table


def led(key, *hands, last=None, **options):
    """The leader and its legal leads."""
    options.setdefault("hand", len(hands[0].split()))
    game = rules.new_game(rules.ruleset(key, options, len(hands)))
    position = rules.start_round(replace(game, last=last), deal_for(replace(game, last=last), *hands))
    return position.turn, moves(position)


def test_the_highest_double_leads():
    assert led("ukrainian", "4-4 6-5", "5-5 1-0") == (1, ["5-5"])


def test_the_lowest_double_leads_and_double_blank_is_the_last_of_them():
    assert led("goat", "0-0 6-5", "5-5 1-0") == (1, ["5-5"])
    assert led("goat", "0-0 6-5", "5-4 1-0") == (0, ["0-0"])


def test_without_a_double_the_heaviest_tile_leads_and_of_equal_ones_the_higher_half():
    assert led("dutch", "5-3 1-0", "6-2 2-0") == (1, ["6-2"])


def test_a_named_tile_leads_else_the_highest_double():
    assert led("partnership", "6-6 1-0", "5-5 2-0", "4-4 3-0", "3-3 4-0") == (0, ["6-6"])
    assert led("telephone", "5-5 1-0", "3-2 2-0") == (1, ["3-2"])
    assert led("telephone", "5-5 1-0", "3-1 2-0") == (0, ["5-5"])


def test_a_strong_lead_is_the_highest_double_or_the_heaviest_tile():
    assert led("french", "4-4 6-5", "3-3 1-0", lead_free="strong") == (0, ["4-4"])
    assert led("french", "6-4 5-5", "3-3 1-0", lead_free="strong", set=9) == (0, ["5-5"])
    assert led("french", "6-3 5-4", "3-3 1-0", lead_free="strong") == (0, ["6-3"])


@pytest.mark.parametrize(
    ("rule", "last", "seat"),
    [
        ("rotate", LastRound(leader=2, winner=1, blocked=False, player=1), 0),
        ("winner", LastRound(leader=2, winner=1, blocked=False, player=0), 1),
        ("blocker", LastRound(leader=2, winner=1, blocked=False, player=0), 1),
        ("blocker", LastRound(leader=2, winner=1, blocked=True, player=0), 0),
        ("last", LastRound(leader=2, winner=1, blocked=False, player=0), 2),
    ],
)
def test_later_leads_depend_on_the_last_round(rule, last, seat):
    hands = ("6-5 1-0", "5-4 2-0", "4-3 3-0")
    assert led("draw", *hands, last=last, lead_next=rule)[0] == seat


def test_a_blocked_round_may_have_its_own_lead_rule():
    last = LastRound(leader=2, winner=1, blocked=True, player=0)
    hands = ("6-5 1-0", "5-4 2-0", "4-3 3-0")
    assert led("draw", *hands, last=last, lead_next="winner", lead_blocked="last")[0] == 2


def test_without_a_winner_the_lead_is_as_in_the_first_round():
    last = LastRound(leader=0, winner=None, blocked=True, player=0)
    assert led("egyptian", "4-4 6-5", "5-5 1-0", last=last) == (1, ["5-5"])


def test_seats_draw_until_the_lead_tile_is_drawn():
    position = table("vietnamese", "5-4", "3-2", boneyard="1-1 6-6")
    assert (position.turn, moves(position)) == (0, ["draw"])
    position = after(position, "draw")
    assert position.turn == 1
    position = after(position, "draw")
    assert (position.turn, moves(position)) == (1, ["6-6"])
    assert position.hands[1].bit_count() == 2


def test_when_the_reserve_stops_the_drawing_the_highest_double_leads():
    position = table("vietnamese", "5-4", "3-2", boneyard="1-1 0-0", reserve=24)
    position = after(position, "draw", "draw")
    assert (position.turn, moves(position)) == (0, ["1-1"])


def test_drawing_for_the_lead_is_free_of_price():
    position = after(table("vietnamese", "5-4", "3-2", boneyard="1-1 6-6", draw_price=5), "draw", "draw")
    assert position.totals == (0, 0)


def test_a_seat_with_many_doubles_may_annul_the_deal_once_a_round():
    position = table("classic", "5-5 4-4", "2-1 1-0", redeal="ask:doubles:2")
    assert moves(position) == ["keep", "redeal"]
    annulled = after(position, "redeal")
    assert annulled.annulled
    again = table("classic", "6-6 3-3", "1-1 0-0", game=annulled.after)
    assert again.turn == 1
    assert moves(after(again, "keep")) == ["6-6"]
    assert again.game.round == 1


def test_a_deal_without_a_double_may_be_annulled_automatically():
    position = table("double_nine", "9-8 7-6", "5-4 3-2")
    assert position.annulled
    assert position.result is None


def test_random_choices_must_name_a_seat_in_the_deal():
    shown = {"lead": ["6-5", "6-6"], "call": ["1-0"]}

    def order(purpose, tiles):
        first = [rules.tile(text) for text in shown.get(purpose, [])]
        return first + [tile for tile in tiles if tile not in first]

    def lead(rule):
        return rules.make_deal(rules.new_game(rules.ruleset("draw", {"lead_first": rule})), order).lead

    assert lead("draw") == 1
    assert lead("count") == 23 % 2
    assert lead("odd_even") == 1  # odd was called, the sum is 23
    assert lead("host") == 0


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"lead": None}, "lead is missing"),
        ({"lead": 2}, "no seat 2"),
        ({"start": rules.tile("6-4")}, "no start tile"),
        ({"boneyard": ()}, "is missing"),
        ({"hands": ((rules.tile("6-5"),),)}, "1 hands"),
    ],
)
def test_a_deal_that_doesnt_fit_is_refused(change, reason):
    game = rules.new_game(rules.ruleset("draw", {"hand": 2}))
    deal = deal_for(game, "6-5 1-0", "5-4 2-0")
    with pytest.raises(rules.IllegalDeal, match=reason):
        rules.start_round(game, replace(deal, **change))


# Cleo led the last round, Ada played its last tile, and Ben or nobody won it.
THREE = ("6-5 4-4", "5-5 2-0", "3-3 1-0")
ADA, BEN, CLEO = (0, ["4-4", "6-5"]), (1, ["2-0", "5-5"]), (2, ["1-0", "3-3"])  # each with a free lead
FIRST = (2, ["3-3"])  # the lowest double, as `lead_first` has it
ONTO_START = (0, ["4-4>6-4", "6-5>6-4"])  # starting left of Cleo
ALWAYS = {
    # whatever the result, blocked or not
    "draw": BEN, "count": BEN, "random": BEN, "host": BEN,  # the deal names Ben
    "high_double": (1, ["5-5"]), "low_double": FIRST, "blank_double": FIRST,
    "tile:4-4": (0, ["4-4"]), "tile:2-0": (1, ["2-0"]),
    "tile:6-6": (1, ["5-5"]),  # nobody has it: the highest double
    "draw_until:2-0": (1, ["2-0"]), "draw_until:6-6": (0, ["draw"]),  # starting left of Cleo
    "stock": ONTO_START, "rotate": ADA, "last": CLEO, "same": FIRST,
}  # fmt: skip


def lead_after(winner, *, blocked, player=0, hands=THREE, leader=2, **options):
    """The leader and the tile after a round that *winner*, or nobody, won."""
    options = {"hand": 2, "lead_first": "low_double", **options}
    last = LastRound(leader=leader, winner=winner, blocked=blocked, player=player)
    game = replace(rules.new_game(rules.ruleset("draw", options, len(hands))), last=last, round=2)
    start = "6-4" if rules.lead_rule(game) == "stock" else None
    position = rules.start_round(game, deal_for(game, *hands, start=start, lead=1))
    return position.turn, [move for move in moves(position) if start is None or move != "draw"]


@pytest.mark.parametrize(
    ("hands", "low", "blank"),
    [
        (("6-5 0-0", "1-1 2-0", "3-3 1-0"), (1, "1-1"), (0, "0-0")),  # 0-0 comes last, or first
        (("6-5 5-5", "2-2 2-0", "3-3 1-0"), (1, "2-2"), (1, "2-2")),
        (("6-5 0-0", "5-4 2-0", "4-3 1-0"), (0, "0-0"), (0, "0-0")),
        (("6-5 4-0", "5-4 2-0", "4-3 1-0"), (0, "6-5"), (0, "6-5")),  # no double: the heaviest tile
    ],
)
def test_the_lowest_double_leads_with_the_double_blank_last_or_first(hands, low, blank):
    for rule, (seat, tile) in {"low_double": low, "blank_double": blank}.items():
        position = table("block", *hands, lead_first=rule)
        assert (position.turn, moves(position)) == (seat, [tile])


@pytest.mark.parametrize("winner", [1, None])
@pytest.mark.parametrize("rule", ALWAYS)
def test_most_lead_rules_ignore_the_winner(rule, winner):
    answer = ALWAYS[rule]
    assert lead_after(winner, blocked=False, lead_next=rule) == answer
    assert lead_after(winner, blocked=True, lead_next=rule) == answer
    assert lead_after(winner, blocked=True, lead_next="winner", lead_blocked=rule) == answer
    other = "last" if rule != "last" else "rotate"  # `lead_blocked` applies only after a block
    assert lead_after(winner, blocked=False, lead_next=rule, lead_blocked=other) == answer
    assert lead_after(winner, blocked=False, lead_next=other, lead_blocked=rule) == ALWAYS[other]


@pytest.mark.parametrize(
    ("rule", "winner", "after_out", "after_block"),
    [("winner", 1, BEN, BEN), ("winner", None, FIRST, FIRST), ("blocker", 1, BEN, ADA), ("blocker", None, FIRST, ADA)],
)
def test_leads_by_the_winner_or_the_blocker(rule, winner, after_out, after_block):
    assert lead_after(winner, blocked=False, lead_next=rule) == after_out
    assert lead_after(winner, blocked=True, lead_next=rule) == after_block
    assert lead_after(winner, blocked=True, lead_next="last", lead_blocked=rule) == after_block
    assert lead_after(winner, blocked=False, lead_next="last", lead_blocked=rule) == CLEO


@pytest.mark.parametrize(("winner", "answer"), [(1, BEN), (None, FIRST)])
def test_when_no_tile_was_played_the_blocker_is_the_winner(winner, answer):
    assert lead_after(winner, blocked=True, player=None, lead_next="blocker") == answer


@pytest.mark.parametrize("winner", [0, None])
@pytest.mark.parametrize("name", ["lead_next", "lead_blocked"])
def test_odd_or_even_is_called_anew_after_every_result(name, winner):
    hands = ("6-5 4-4", "5-5 2-0")
    options = {"lead_first": "odd_even", "lead_next": "rotate", name: "odd_even"}
    assert lead_after(winner, blocked=True, hands=hands, leader=1, **options) == BEN


@pytest.mark.parametrize(
    ("first", "answer"),
    [("draw", BEN), ("host", BEN), ("high_double", (1, ["5-5"])), ("blank_double", FIRST),
     ("tile:4-4", (0, ["4-4"])), ("stock", ONTO_START),
     ("draw_until:6-6", (0, ["draw"]))],
)  # fmt: skip
@pytest.mark.parametrize("rule", ["winner", "same"])
def test_without_a_winner_or_by_rule_the_first_lead_applies_again(rule, first, answer):
    assert lead_after(None, blocked=False, lead_first=first, lead_next=rule) == answer


@pytest.mark.parametrize(
    ("tie", "rule", "answer"),
    [("nobody", "winner", CLEO), ("nobody", "blocker", ADA), ("blocker", "winner", ADA), ("nobody", "rotate", BEN),
     ("nobody", "last", ADA), ("nobody", "same", CLEO)],
)  # fmt: skip
def test_the_last_round_decides_the_next_leader(tie, rule, answer):
    """Ada leads 6-5 and nobody can follow; Ada and Cleo have five pips, Ben nine. The next deal's draw names Cleo."""
    options = {"hand": 2, "lead_first": "draw", "lead_next": rule, "tie_block": tie}
    game = rules.new_game(rules.ruleset("block", options, 3))
    end = after(rules.start_round(game, deal_for(game, "6-5 4-1", "4-3 2-0", "3-2 0-0", lead=0)), "6-5")
    assert (end.result.over, end.result.pips) == ("blocked", (5, 9, 5))
    following = rules.start_round(end.after, deal_for(end.after, *THREE, lead=2))
    assert (following.turn, moves(following)) == answer


def test_after_fifty_deals_without_a_double_the_heaviest_tile_leads():
    game = rules.new_game(rules.ruleset("double_nine", {"hand": 2}, 2))
    for annulled, answer in ((49, (None, [])), (50, (0, ["9-8"]))):
        again = replace(game, annulled=annulled)
        position = rules.start_round(again, deal_for(again, "9-8 7-6", "5-4 3-2"))
        assert (position.turn, moves(position)) == answer


def test_the_lead_of_a_seat_that_left_passes_on_as_a_free_lead():
    """Ben was dealt the highest double, and leaves while Ada and Cleo are asked."""
    position = table("classic", "5-5 4-4", "6-6 1-0", "3-3 2-2", redeal="ask:doubles:2")
    position = after(position, "1 resign", "0 keep", "2 keep")
    assert (position.turn, moves(position)) == (2, ["2-2", "3-3"])
