"""House rules at random: every option with some of its values, old ones and new ones together."""

from random import Random

import rules
from tests.samples import TABLES

SCORES = ("penalty", "losers", "losers_minus_own", "differences", "all", "one", "write_down", "losers_fifths", "none")
FIRST = ("draw", "count", "odd_even", "random", "host", "high_double", "low_double", "blank_double", "tile:6-6",
         "tile:3-2", "draw_until:6-6", "draw_until:0-0", "down", "down", "stock")  # fmt: skip
LATER = (*FIRST, "rotate", "winner", "blocker", "last", "same")
YES_NO = (True, False)
HOUSE = {
    "set": (6, 6, 9), "doubles": (True, True, False), "without": ("", "0-0", "6-6 0-0", "5-4", "7-7"),
    "pairs": YES_NO, "hand": range(1, 10), "match": ("equal", "sum:6", "sum:9", "matador", "matador"),
    "spinner": ("none", "first", "house", "all"), "doubles_per_turn": (1, 1, 2, 4), "closing": YES_NO,
    "double_lengthwise": YES_NO, "fill": ("none", "lead", "all"), "arms": (2, 3, 4, 6, 8),
    "draw": ("none", "until", "1", "2"), "reserve": range(5), "draw_when_able": YES_NO, "drawn_play": ("must", "may"),
    "pick": ("pile", "ends", "choose"), "draw_price": (0, 3), "auction": YES_NO, "lead_first": FIRST,
    "lead_next": LATER, "lead_blocked": (None, *LATER), "no_double": ("redeal", "heaviest"),
    "lead_free": ("any", "strong"), "redeal": ("none", "ask:doubles:5", "must:doubles:5", "must:suit:6"),
    "block": ("stuck", "dead", "reserve", "reserve"), "out_by": ("seat", "side"), "out_wins": ("out", "fewest"),
    "block_win": ("fewest", "blocker", "hand", "duel"),
    "tie_block": ("nobody", "fewest_tiles", "low_half", "skip", "blocker"), "score_out": SCORES,
    "score_block": SCORES, "round_to": (1, 5, 10), "out_bonus": (0, 5),
    "finish": ({}, {"both": 30}, {"both": 100, "blank": 100}, {"double": 2, "both": 3, "cross": 4}, {"same": 1}),
    "finish_pays": ("add", "instead", "times"),
    "passes": ({}, {"lead_double": 30, "lead_single": 60, "round": 30, "below": 170},
               {"lead_double": 5, "lead_single": 5},
               {"lead_single": 1}, {"lead_double": 7, "below": 20}, {"round": 9}, {"below": 20}),
    "round_bonus": ([], [100, 75, 50, 25], [20], [0, 5]), "tie_next": (0, 1, 5),
    "lone": ({}, {"0-0": 25}), "blank": (0, 13), "winner_free": YES_NO, "partner_free": YES_NO, "open_at": (0, 13),
    "remember": YES_NO, "ends": (0, 0, 5, 3, "3+5", "5+10", "alike"), "ends_pay": ("sum", "parts"),
    "end": ("rounds:4", "target:60", "love:6", "love:3"), "goal": ("low", "high"),
    "tie_end": ("play_on", "draw", "both"), "target_at": ("round", "once", "exact"),
    "titles": ("any", "bald", "bald_both", "both"), "signals": YES_NO, "eggs": ("rotten", "draw"),
    "cut": ("any", "equal"), "opening": ("one", "train"), "after_double": ("cover", "extra"),
    "last_double": ("out", "cover"), "own_first": YES_NO,
}  # fmt: skip
TRAINS = {
    "set": (6, 9, 12, 15, 12, 8), "hand": (1, 4, 7, 9, 12, 13, 15, 44, 45), "blank": (0, 25, 50),
    "end": ("rounds:1", "rounds:7", "rounds:8", "rounds:13", "rounds:14", "rounds:16", "target:100"),
}  # fmt: skip
# Options that are possible only together.
TOGETHER = (
    {"score_out": "one", "score_block": "one", "goal": "high"}, {"score_out": "losers", "score_block": "losers"},
    {"spinner": "all"}, {"spinner": "first"}, {"spinner": "none"}, {"goal": "high", "end": "target:60"}, {},
)  # fmt: skip


def house_rules(chance: Random) -> tuple[str, int, dict[str, object]]:
    """A game, a number of seats, and up to nine options, possible or not."""
    key, seats = chance.choice(TABLES)
    may = rules.VARIANTS[key].changeable
    names = chance.sample(sorted(HOUSE), chance.randrange(10))
    options = {**chance.choice(TOGETHER), **{name: chance.choice(HOUSE[name]) for name in names}}
    if rules.VARIANTS[key].by_set:  # its sets and lengths are others
        options |= {name: chance.choice(TRAINS[name]) for name in names if name in TRAINS}
    if may is not None and chance.random() < 0.9:
        options = {name: value for name, value in options.items() if name in may}
    return key, seats, options


def possible_rules(number: int) -> list[rules.RuleSet]:
    """*number* random rule sets that can be played."""
    chance, found = Random(23), []
    while len(found) < number:
        key, seats, options = house_rules(chance)
        try:
            found.append(rules.ruleset(key, options, seats))
        except rules.ImpossibleRules:
            continue
    return found
