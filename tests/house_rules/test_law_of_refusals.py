"""What can't be played, read from docs/rules/rules.md 8 (House rules) and nothing else."""

from random import Random

import pytest

import rules
from rules.house.catalogue import VARIANTS
from rules.house.options import DEFAULTS
from tests.rulebook.random_rules import HOUSE, house_rules
from tests.samples import examples

TILES_OF_TRAINS = {6: 27, 9: 54, 12: 90, 15: 135}  # by set, without the station (9.7)
HANDS_OF_TRAINS = {
    6: (7, 7, 5, 4, 4, 3, 3), 9: (9, 9, 9, 7, 7, 7, 6), 12: (15, 15, 15, 12, 12, 10, 10),
    15: (15, 15, 15, 15, 15, 13, 13),
}  # fmt: skip
ROUNDS_OF_TRAINS = {6: 7, 9: 10, 12: 13, 15: 16}


def effective(key, options, seats):
    """Every option with its value: the defaults, the game's row, what pairs change, and the house rules."""
    variant = VARIANTS[key]
    preset = {**DEFAULTS, **variant.options_at(seats)}
    if {**preset, **options}["pairs"]:
        preset |= variant.in_pairs
    if key == "mexican_train" and (of_set := options.get("set", 12)) in ROUNDS_OF_TRAINS:
        preset |= {"hand": HANDS_OF_TRAINS[of_set][seats - 2], "end": f"rounds:{ROUNDS_OF_TRAINS[of_set]}"}
    values = {**preset, **options}
    if isinstance(values["hand"], dict):
        values["hand"] = values["hand"][str(seats)]
    return values, {name: value for name, value in options.items() if value != preset[name]}


def set_of_tiles(o):
    highest = range(o["set"] + 1)
    whole = {f"{high}-{low}" for high in highest for low in highest[: high + 1] if o["doubles"] or high != low}
    return whole, whole - set(o["without"].split())


def reasons(key, options, seats):
    """Each reason of section 8 for refusing these house rules."""
    o, changed = effective(key, options, seats)
    whole, tiles = set_of_tiles(o)
    doubles = {tile for tile in tiles if len(set(tile.split("-"))) == 1}
    leads = [o[name] for name in ("lead_first", "lead_next", "lead_blocked") if o[name]]
    asked = [lead.partition(":")[2] for lead in leads if ":" in lead]
    scores = {o["score_out"], o["score_block"]}
    target, love = o["end"].startswith("target"), o["end"].startswith("love")
    dealt = min(seats, 4) if key == "general" else seats
    left = len(tiles) - dealt * o["hand"] - ("stock" in leads)
    spinner, several = o["spinner"], o["doubles_per_turn"] > 1
    only = {"sea_goat": {"hand", "end", "eggs"}, "general": {"hand", "end", "titles", "signals"},
            "sausage": {"hand", "end", "cut"},
            "mexican_train": {"set", "hand", "end", "draw", "blank", "opening", "after_double", "last_double",
                              "own_first"}}  # fmt: skip
    trains = key == "mexican_train"
    rounds = int(o["end"][7:]) if o["end"].startswith("rounds:") else 0
    pays = any(o[name] for name in ("finish", "passes", "round_bonus", "tie_next"))
    return [reason for reason, holds in {
        "an option of another game": key in only and set(changed) - only[key],
        "too few tiles": left < 0 or (trains and seats * o["hand"] > TILES_OF_TRAINS.get(o["set"], 0)),
        "a set without trains": trains and o["set"] not in TILES_OF_TRAINS,
        "no station left": trains and not 1 <= rounds <= o["set"] + 1,
        "a required tile that isn't there": set(asked) - tiles,
        "dealt for ever": o["no_double"] == "redeal" and not doubles,
        "no pairs": o["pairs"] and (seats % 2 or seats < 4),
        "odd_even": "odd_even" in leads and seats != 2,
        "lead_first": o["lead_first"] in {"rotate", "winner", "blocker", "last", "same"},
        "sum": o["match"].startswith("sum") and o["match"] != f"sum:{o['set']}",
        "closing": o["closing"] and spinner != "first",
        "lengthwise": o["double_lengthwise"] and spinner in {"house", "all"},
        "may": o["drawn_play"] == "may" and o["draw_when_able"],
        "mixed": len(scores) == 2 and "penalty" in scores,
        "no penalty": (o["winner_free"] or o["open_at"]) and "penalty" not in scores,
        "remember": o["remember"] and not o["open_at"],
        "nobody scores": scores == {"none"} and target and not o["ends"],
        "parts": o["ends_pay"] == "parts" and (not o["ends"] or o["ends"] == "alike"),
        "write_down": "write_down" in scores and not o["ends"],
        "down": "down" in leads and len(doubles) < o["set"] + 1,
        "without": set(o["without"].split()) - whole,
        "matador": o["match"] == "matador" and several,
        "fill": o["fill"] != "none"
        and (spinner not in {"first", "all"} or o["match"] != "equal" or several or o["closing"]),
        "arms": o["arms"] != 4 and (o["fill"] == "none" or o["arms"] > o["set"]),
        "finish": o["finish"] and (spinner != "none" or o["match"] != "equal" or several),
        "finish_pays": o["finish_pays"] != "add" and not o["finish"],
        "more for winners": pays and scores & {"penalty", "write_down"},
        "passes": set(o["passes"]) == {"below"} or ("round" in o["passes"] and seats == 2),
        "alike": o["ends"] == "alike" and spinner != "none",
        "exact": o["target_at"] == "exact" and (not target or o["goal"] != "high" or "penalty" in scores),
        "love": love and (scores != {"one"} or o["goal"] != "high" or o["target_at"] != "round" or o["ends"]
                          or o["passes"] or o["draw_price"] or o["auction"]),
        "pick": o["pick"] == "ends" and o["auction"],
        "auction": o["auction"] and (o["reserve"] != 2 or left <= 2),
        "sport goat": key == "sport_goat" and o["end"].startswith("rounds") and int(o["end"][7:]) % 4,
        "general": key == "general" and not o["end"].startswith("rounds"),
        "sausage": key == "sausage" and o["hand"] < 2,
    }.items() if holds]  # fmt: skip


def test_the_random_rules_have_every_option():
    assert set(HOUSE) == set(rules.OPTIONS)


def test_exactly_what_the_law_refuses_is_refused():
    chance, wrong = Random(49), []
    for _ in range(examples(8000)):
        key, seats, options = house_rules(chance)
        try:
            rules.ruleset(key, options, seats)
            refused = ""
        except rules.ImpossibleRules as refusal:
            refused = refusal.key
        law = reasons(key, options, seats)
        if bool(law) != bool(refused):
            wrong.append((key, seats, options, law, refused))
    assert not wrong, (len(wrong), wrong[:5])


ALONE = {
    "fill": {"fill": "lead"}, "finish": {"finish": {"both": 1}, "spinner": "first"}, "arms": {"arms": 6},
    "finish_pays": {"finish_pays": "times"}, "passes": {"passes": {"below": 9}},
    "alike": {"ends": "alike", "spinner": "all"}, "exact": {"target_at": "exact", "end": "rounds:3"},
    "love": {"end": "love:6"}, "pick": {"pick": "ends", "auction": True},
    "more for winners": {"tie_next": 1, "score_out": "penalty", "score_block": "penalty"},
    "matador": {"match": "matador", "doubles_per_turn": 2}, "without": {"without": "7-7"},
    "down": {"lead_next": "down", "without": "3-3"},
}  # fmt: skip


@pytest.mark.parametrize("reason", ALONE)
def test_each_new_refusal_stands_alone(reason):
    assert reasons("draw", ALONE[reason], 2) == [reason]
    assert not rules.is_possible("draw", ALONE[reason], 2)
