"""House rules: impossible ones are refused with a message that names the options; others can be played to the end."""

from itertools import islice
from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import rules
from rules import chance
from tests.samples import TABLES, examples

YES_NO = st.booleans()
LEADS = st.sampled_from(
    ["draw", "count", "odd_even", "random", "host", "high_double", "low_double", "blank_double", "stock", "rotate",
     "winner", "blocker", "last", "same", "down", "tile:6-6", "tile:3-2", "draw_until:6-6", "draw_until:0-0"]
)  # fmt: skip
SCORES = st.sampled_from(
    ["penalty", "losers", "losers_minus_own", "differences", "all", "one", "write_down", "losers_fifths", "none"]
)
CHOICES = {
    "set": st.integers(3, 9), "doubles": YES_NO, "pairs": YES_NO, "hand": st.one_of(st.integers(1, 9), st.just("8-n")),
    "match": st.sampled_from(["equal", "sum:6", "sum:5", "matador"]),
    "spinner": st.sampled_from(["none", "first", "house", "all"]),
    "doubles_per_turn": st.sampled_from([1, 2, 4]), "closing": YES_NO, "double_lengthwise": YES_NO,
    "draw": st.sampled_from(["none", "until", "1", "2", 3]), "reserve": st.integers(0, 3), "draw_when_able": YES_NO,
    "drawn_play": st.sampled_from(["must", "may"]), "pick": st.sampled_from(["pile", "ends", "choose"]),
    "draw_price": st.integers(0, 3), "auction": YES_NO, "lead_first": LEADS, "lead_next": LEADS,
    "lead_blocked": st.one_of(st.none(), LEADS), "no_double": st.sampled_from(["redeal", "heaviest"]),
    "lead_free": st.sampled_from(["any", "strong"]),
    "redeal": st.sampled_from(["none", "ask:doubles:1", "must:doubles:3", "must:suit:4", "must:suit:1"]),
    "block": st.sampled_from(["stuck", "dead", "reserve"]), "out_wins": st.sampled_from(["out", "fewest"]),
    "block_win": st.sampled_from(["fewest", "blocker", "hand", "duel"]),
    "tie_block": st.sampled_from(["nobody", "fewest_tiles", "low_half", "skip", "blocker"]),
    "score_out": SCORES, "score_block": SCORES, "round_to": st.sampled_from([1, 5, 10]), "out_bonus": st.integers(0, 9),
    "lone": st.sampled_from([{}, {"0-0": 25}, {"6-6 0-0": 75}]), "blank": st.integers(0, 20), "winner_free": YES_NO,
    "partner_free": YES_NO, "open_at": st.integers(0, 13), "remember": YES_NO,
    "ends": st.sampled_from([0, 3, 5, "3+5", "alike"]),
    "ends_pay": st.sampled_from(["sum", "parts"]),
    "end": st.sampled_from(["rounds:2", "target:20", "target:60", "love:3"]),
    "goal": st.sampled_from(["low", "high"]), "tie_end": st.sampled_from(["play_on", "draw", "both"]),
    "target_at": st.sampled_from(["round", "once", "exact"]),
    "titles": st.sampled_from(["any", "bald", "bald_both", "both"]),
    "without": st.sampled_from(["", "0-0", "6-6 5-4", "0-0 1-1 2-2 3-3"]),
    "fill": st.sampled_from(["none", "lead", "all"]),
    "arms": st.integers(2, 9), "out_by": st.sampled_from(["seat", "side"]),
    "finish": st.dictionaries(st.sampled_from(["cross", "blank", "double", "both", "same"]), st.integers(1, 30)),
    "finish_pays": st.sampled_from(["add", "instead", "times"]),
    "passes": st.dictionaries(st.sampled_from(["lead_double", "lead_single", "round", "below"]), st.integers(1, 30)),
    "round_bonus": st.lists(st.integers(0, 9), max_size=4), "tie_next": st.integers(0, 3),
    "signals": YES_NO, "eggs": st.sampled_from(["rotten", "draw"]), "cut": st.sampled_from(["any", "equal"]),
    "opening": st.sampled_from(["one", "train"]), "after_double": st.sampled_from(["cover", "extra"]),
    "last_double": st.sampled_from(["out", "cover"]), "own_first": YES_NO,
}  # fmt: skip


def few_options(draw):
    names = draw(st.lists(st.sampled_from(sorted(CHOICES)), max_size=6, unique=True))
    return {name: draw(CHOICES[name]) for name in names}


def test_the_tests_cover_every_option():
    assert set(CHOICES) == set(rules.OPTIONS)


@settings(max_examples=examples(250), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(table=st.sampled_from(TABLES), options=st.composite(few_options)(), seed=st.integers(0, 2**32))
@example(table=("draw", 2), options={"redeal": "must:suit:1"}, seed=1)
def test_any_house_rules_are_refused_with_a_message_or_playable_to_the_end(table, options, seed):
    key, seats = table
    try:
        chosen = rules.ruleset(key, options, seats)
    except rules.ImpossibleRules as refused:
        sentence = str(refused)
    else:
        played = list(islice(chance.random_rounds(chosen, Random(seed)), 60))
        assert all(position.over for position in played)
        assert played[-1].after.over or len(played) == 60  # up to 200 rounds: too long for this test
        return
    assert any(name in sentence for name in options), (table, options, sentence)
    assert "\n" not in sentence


IMPOSSIBLE = [
    ("draw", 2, {"hand": 15}, "hand"),
    ("draw", 2, {"lead_first": "tile:7-7"}, "lead_first"),
    ("partnership", 4, {"doubles": False, "hand": 5}, "lead_first"),
    ("draw", 2, {"no_double": "redeal", "doubles": False}, "no_double"),
    ("draw", 3, {"pairs": True}, "pairs"),
    ("draw", 2, {"pairs": True}, "pairs"),
    ("draw", 3, {"lead_first": "odd_even"}, "lead_first"),
    ("draw", 2, {"lead_first": "winner"}, "lead_first"),
    ("classic_six", 2, {"set": 9}, "match"),
    ("goat", 2, {"closing": True}, "closing"),
    ("muggins", 2, {"spinner": "all"}, "double_lengthwise"),
    ("draw", 2, {"drawn_play": "may"}, "drawn_play"),
    ("draw", 2, {"score_out": "penalty"}, "score_out"),
    ("draw", 2, {"winner_free": True}, "winner_free"),
    ("draw", 2, {"open_at": 13}, "open_at"),
    ("brettspielnetz", 2, {"remember": True}, "remember"),
    ("draw", 2, {"score_out": "none", "score_block": "none"}, "end"),
    ("draw", 2, {"ends_pay": "parts"}, "ends_pay"),
    ("draw", 2, {"score_out": "write_down"}, "score_out"),
    ("auction", 2, {"reserve": 1}, "reserve"),
    ("auction", 2, {"hand": 13}, "auction"),
    ("sport_goat", 4, {"end": "rounds:6"}, "end"),
    ("general", 4, {"end": "target:5"}, "end"),
    ("general", 8, {"hand": "8-n"}, "hand"),
    ("sea_goat", 2, {"draw": "none"}, "draw"),
    ("draw", 2, {"set": 19}, "set"),
    ("draw", 2, {"set": 2}, "set"),
    ("draw", 2, {"draw": 4}, "draw"),
    ("draw", 2, {"hand": True}, "hand"),
    ("draw", 2, {"hand": {"3": 5}}, "hand"),
    ("draw", 2, {"doubles_per_turn": 3}, "doubles_per_turn"),
    ("draw", 2, {"lone": {"9-9-9": 3}}, "lone"),
    ("draw", 2, {"nonsense": 1}, "nonsense"),
    ("draw", 7, {}, "players"),
    ("classic_six", 5, {"set": 9}, "match"),
    ("nonsense", 2, {}, "nonsense"),
    ("partnership", 4, {"lead_first": "stock"}, "set"),
    ("draw", 2, {"doubles": 1}, "doubles"),
    ("draw", 2, {"hand": "many"}, "hand"),
    ("draw", 2, {"lone": []}, "lone"),
    ("sausage", 2, {"hand": 1}, "hand"),
    ("chicken_foot", 2, {"doubles": False}, "lead_first"),
    ("chicken_foot", 2, {"without": "4-4"}, "lead_first"),
    ("draw", 2, {"without": "3-2 3-2"}, "without"),
    ("draw", 2, {"without": "7-2"}, "without"),
    ("draw", 2, {"without": "2-3"}, "without"),
    ("draw", 2, {"without": "6-5 5-4 4-3", "hand": 13}, "without"),
    ("draw", 2, {"without": "0-0", "doubles": False}, "without"),
    ("draw", 2, {"no_double": "redeal", "set": 3, "hand": 2, "without": "0-0 1-1 2-2 3-3"}, "without"),
    ("draw", 2, {"without": ["0-0"]}, "without"),
    ("draw", 2, {"set": 3, "hand": 1, "lead_first": "stock", "without": "1-0 2-0 2-1 3-0 3-1 3-2"}, "without"),
    ("matador", 2, {"doubles_per_turn": 2}, "doubles_per_turn"),
    ("draw", 2, {"fill": "lead"}, "spinner"),
    ("draw", 2, {"fill": "all", "spinner": "house"}, "spinner"),
    ("sebastopol", 4, {"match": "sum:6"}, "fill"),
    ("sebastopol", 4, {"doubles_per_turn": 2}, "fill"),
    ("sebastopol", 4, {"closing": True}, "fill"),
    ("draw", 2, {"arms": 6}, "arms"),
    ("sebastopol", 4, {"arms": 7}, "arms"),
    ("sebastopol", 4, {"arms": 1}, "arms"),
    ("dominican", 4, {"spinner": "first"}, "finish"),
    ("dominican", 4, {"match": "matador"}, "finish"),
    ("dominican", 4, {"doubles_per_turn": 2}, "finish"),
    ("draw", 2, {"finish_pays": "times"}, "finish_pays"),
    ("goat", 2, {"finish": {"both": 1}}, "finish"),
    ("goat", 2, {"passes": {"lead_double": 1}}, "passes"),
    ("goat", 2, {"round_bonus": [1]}, "round_bonus"),
    ("goat", 2, {"tie_next": 1}, "tie_next"),
    ("telephone", 2, {"tie_next": 1}, "tie_next"),
    ("draw", 2, {"finish": {"both": 0}}, "finish"),
    ("draw", 2, {"finish": {"triple": 3}}, "finish"),
    ("draw", 2, {"round_bonus": [1] * 21}, "round_bonus"),
    ("draw", 2, {"round_bonus": [-1]}, "round_bonus"),
    ("draw", 3, {"passes": {"below": 9}}, "passes"),
    ("draw", 2, {"passes": {"round": 9}}, "passes"),
    ("bergen", 2, {"spinner": "all"}, "ends"),
    ("bergen", 2, {"ends_pay": "parts"}, "ends_pay"),
    ("draw", 2, {"ends": "5+5"}, "ends"),
    ("draw", 2, {"ends": "0+5"}, "ends"),
    ("draw", 2, {"ends": "five"}, "ends"),
    ("draw", 2, {"target_at": "exact", "end": "rounds:4"}, "target_at"),
    ("draw", 2, {"target_at": "exact", "goal": "low"}, "target_at"),
    ("goat", 2, {"target_at": "exact"}, "target_at"),
    ("goat", 2, {"target_at": "exact", "goal": "high"}, "target_at"),
    ("draw", 2, {"end": "love:3"}, "score_out"),
    ("jamaican", 4, {"goal": "low"}, "goal"),
    ("jamaican", 4, {"target_at": "once"}, "target_at"),
    ("jamaican", 4, {"ends": 5}, "ends"),
    ("jamaican", 4, {"passes": {"round": 1}}, "passes"),
    ("jamaican", 4, {"draw_price": 1}, "draw_price"),
    ("auction", 2, {"pick": "ends"}, "pick"),
    ("mexican_train", 4, {"set": 8}, "set"),
    ("mexican_train", 4, {"end": "target:100"}, "end"),
    ("mexican_train", 4, {"end": "rounds:14"}, "end"),
    ("mexican_train", 4, {"set": 6, "end": "rounds:8"}, "end"),
    ("mexican_train", 4, {"hand": 23}, "hand"),
    ("mexican_train", 8, {"set": 6, "hand": 4}, "set"),
    ("mexican_train", 4, {"spinner": "all"}, "spinner"),
    ("mexican_train", 4, {"pairs": True}, "pairs"),
    ("draw", 2, {"opening": "some"}, "opening"),
    ("draw", 2, {"after_double": "out"}, "after_double"),
    ("draw", 2, {"last_double": "extra"}, "last_double"),
    ("draw", 2, {"own_first": "yes"}, "own_first"),
]


@pytest.mark.parametrize(("key", "seats", "options", "named"), IMPOSSIBLE)
def test_impossible_rules_are_refused_with_their_options(key, seats, options, named):
    with pytest.raises(rules.ImpossibleRules, match=named):
        rules.ruleset(key, options, seats)


def test_options_contain_only_changes():
    chosen = rules.ruleset("draw", {"hand": 7, "draw": "until", "reserve": 0}, 2)
    assert dict(chosen.options) == {"hand": 7, "reserve": 0}
    assert (chosen.hand, chosen.reserve) == (7, 0)


def test_a_number_of_draws_is_read_as_its_text():
    assert rules.ruleset("draw", {"draw": 2}).options["draw"] == "2"


HANDS_TO_SIX = {2: 7, 3: 5, 4: 5, 5: 5, 6: 4}


@pytest.mark.parametrize("key", ["draw", "block", "classic", "classic_six", "muggins"])
def test_up_to_six_play_by_the_law_with_the_double_six_set(key):
    for seats, hand in HANDS_TO_SIX.items():
        chosen = rules.ruleset(key, {}, seats)
        assert (chosen.set, chosen.hand, chosen.sides) == (6, hand, seats)
    offered = {} if key == "classic_six" else {seats: {"set": 9, "hand": 7} for seats in (5, 6)}
    assert rules.VARIANTS[key].offered == offered
    for seats, options in offered.items():
        assert (len(rules.ruleset(key, options, seats).tiles), rules.ruleset(key, options, seats).hand) == (55, 7)


@pytest.mark.parametrize(
    ("set_of_tiles", "hands", "rounds"),
    [
        (6, (7, 7, 5, 4, 4, 3, 3), 7),
        (9, (9, 9, 9, 7, 7, 7, 6), 10),
        (12, (15, 15, 15, 12, 12, 10, 10), 13),
        (15, (15, 15, 15, 15, 15, 13, 13), 16),
    ],
)
def test_hands_and_rounds_of_mexican_train_depend_on_the_set(set_of_tiles, hands, rounds):
    for seats, hand in enumerate(hands, start=2):
        chosen = rules.ruleset("mexican_train", {"set": set_of_tiles}, seats)
        assert (chosen.hand, chosen.rounds) == (hand, rounds)
        assert dict(chosen.options) == ({} if set_of_tiles == 12 else {"set": set_of_tiles})
        told = rules.ruleset("mexican_train", {"set": set_of_tiles, "end": f"rounds:{rounds}"}, seats)
        assert told.options == chosen.options, "this length is no change"
        assert rules.ruleset("mexican_train", {"set": set_of_tiles, "hand": 2}, seats).rounds == rounds


def test_two_are_offered_the_double_nine_set_for_mexican_train():
    assert rules.VARIANTS["mexican_train"].offered == {2: {"set": 9}}


def test_puerto_rico_is_for_four_in_pairs():
    assert [rules.ruleset("puerto_rico", {}, seats).sides for seats in (2, 3, 4)] == [2, 3, 2]


def test_pairs_play_to_a_hundred_and_three_seats_to_sixty_one():
    assert [rules.ruleset(key, {}, n).target for key in ("draw", "block") for n in (2, 3, 4, 5, 6)] == [
        100, 61, 61, 61, 61, 100, 61, 61, 61, 61,
    ]  # fmt: skip
    assert rules.ruleset("draw", {"pairs": True}, 4).target == 100


def test_a_deal_is_annulled_at_most_fifty_times():
    rng = Random(1)
    game = rules.new_game(rules.ruleset("draw", {"redeal": "must:suit:1"}))
    for _ in range(50):
        position = rules.start_round(game, rules.make_deal(game, lambda _, tiles: rng.sample(tiles, len(tiles))))
        assert position.annulled
        assert position.turn is None
        game = position.after
        assert game.round == 1
    position = rules.start_round(game, rules.make_deal(game, lambda _, tiles: rng.sample(tiles, len(tiles))))
    assert not position.over
