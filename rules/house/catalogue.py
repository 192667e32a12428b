"""The catalogue of games (rules.md 8): each row holds the differences from the defaults."""

from collections.abc import Mapping
from types import MappingProxyType

from .variant import Options, Variant

_HANDS = {"2": 7, "3": 5, "4": 5}
_HANDS_TO_SIX = {**_HANDS, "5": 5, "6": 4}
_TO_SIX = (2, 3, 4, 5, 6)
_TO_100: Options = {"end": "target:100", "goal": "high"}
# "100 for 2 or pairs, 61 for 3-6"
_BY_SEATS: Mapping[int, Options] = {seats: {"end": "target:61"} for seats in (3, 4, 5, 6)}
_PAIRS_TO_100: Options = {"end": "target:100"}
_MINUS_OWN: Options = {"score_out": "losers_minus_own", "score_block": "losers_minus_own"}
_UNTIL: Options = {"draw": "until", "reserve": 0}
_TWO_STAY: Options = {"draw": "until", "reserve": 2}
_DRAWN_LEAD: Options = {"lead_first": "draw", "lead_next": "rotate"}
_IN_PAIRS: Options = {"pairs": True}
_OFFERED: Mapping[int, Options] = {seats: {"set": 9, "hand": 7} for seats in (5, 6)}

# fmt: off
_BRETTSPIELNETZ: Options = {
    "hand": 7, "draw": "3", "reserve": 2, "lead_first": "stock", "lead_next": "stock", "block": "reserve",
    "score_out": "penalty", "score_block": "penalty", "out_bonus": 5, "end": "rounds:4", "goal": "low",
}
_DRAW: Options = {
    "hand": _HANDS_TO_SIX, **_TWO_STAY, **_DRAWN_LEAD, **_MINUS_OWN, **_TO_100,
    "draw_when_able": True, "out_wins": "fewest",
}
_POOL: Options = {"hand": _HANDS, **_TWO_STAY, **_DRAWN_LEAD, **_MINUS_OWN, **_TO_100, "out_wins": "fewest"}
_CLASSIC: Options = {
    "hand": _HANDS_TO_SIX, **_UNTIL, "lead_first": "high_double", "lead_next": "same", "doubles_per_turn": 2,
    "lone": {"0-0": 25}, **_TO_100,
}
_GOAT: Options = {
    "hand": 7, "draw": "until", "reserve": 1, "redeal": "must:doubles:5",
    "lead_first": "low_double", "lead_next": "blocker", "score_out": "penalty", "score_block": "penalty",
    "winner_free": True, "partner_free": True, "open_at": 13, "end": "target:101", "goal": "low",
}
_CARIBBEAN: Options = {"pairs": True, "hand": 7, "lead_first": "tile:6-6", "lead_next": "winner"}
_ONE: Options = {"score_out": "one", "score_block": "one"}
_SIX_LOVE: Options = {**_ONE, "end": "love:6", "goal": "high"}
_TO_200: Options = {"end": "target:200", "goal": "high"}
_TO_61_FIVES: Options = {"end": "target:305", "goal": "high"}

_TRAINS: Options = {"hand": {"2": 15, "3": 15, "4": 15, "5": 12, "6": 12, "7": 10, "8": 10}, "end": "rounds:13"}
_TRAINS_BY_SET: Mapping[int, Options] = {
    6: {"hand": {"2": 7, "3": 7, "4": 5, "5": 4, "6": 4, "7": 3, "8": 3}, "end": "rounds:7"},
    9: {"hand": {"2": 9, "3": 9, "4": 9, "5": 7, "6": 7, "7": 7, "8": 6}, "end": "rounds:10"},
    15: {"hand": {"2": 15, "3": 15, "4": 15, "5": 15, "6": 15, "7": 13, "8": 13}, "end": "rounds:16"},
}

_VARIANTS = (
    Variant("brettspielnetz", "Brettspielnetz Domino", (2,), _BRETTSPIELNETZ),
    Variant("brettspielnetz_classic", "Brettspielnetz Domino, older rule", (2,), {**_BRETTSPIELNETZ, "draw": "until"}),
    Variant("draw", "Draw Dominoes", _TO_SIX, _DRAW, at=_BY_SEATS, in_pairs=_PAIRS_TO_100, offered=_OFFERED),
    Variant(
        "block", "Block", _TO_SIX, {"hand": _HANDS_TO_SIX, **_DRAWN_LEAD, **_MINUS_OWN, **_TO_100},
        at=_BY_SEATS, in_pairs=_PAIRS_TO_100, offered=_OFFERED,
    ),
    Variant("pool", "Domino Pool (England)", (2, 3, 4), _POOL, at=_BY_SEATS, in_pairs=_PAIRS_TO_100),
    Variant(
        "auction", "Auction Draw", (2, 3, 4), {**_POOL, "auction": True}, at=_BY_SEATS, in_pairs=_PAIRS_TO_100
    ),
    Variant(
        "dutch", "Dutch", (2, 3, 4),
        {"hand": _HANDS, "draw": "2", "lead_first": "high_double", "lead_next": "rotate", **_MINUS_OWN,
         "blank": 13, **_TO_100},
        at=_BY_SEATS, in_pairs=_PAIRS_TO_100,
    ),
    Variant(
        "partnership", "Latin Partnership", (4,),
        {"pairs": True, "hand": 7, "lead_first": "tile:6-6", "lead_next": "winner", "score_block": "losers", **_TO_100},
    ),
    Variant(
        "puerto_rico", "Puerto Rican Draw", (2, 3, 4),
        {"hand": 7, **_UNTIL, "lead_first": "tile:6-6", "lead_next": "winner", "score_out": "all",
         "score_block": "all", **_TO_100},
        at={4: _IN_PAIRS},
    ),
    Variant(
        "austrian", "Austrian", (2, 3, 4),
        {"set": 8, "doubles": False, "hand": {"2": 9, "3": 7, "4": 7}, **_UNTIL, **_DRAWN_LEAD, **_TO_100},
    ),
    Variant(
        "egyptian", "Egyptian and Iraqi row", (2, 3, 4),
        {"hand": _HANDS, **_UNTIL, "lead_first": "high_double", "lead_next": "winner", "block": "dead", **_TO_100},
    ),
    Variant(
        "jordanian", "Jordanian", (2, 3, 4),
        {"hand": 7, **_UNTIL, "lead_first": "high_double", "lead_next": "winner", "redeal": "must:suit:5",
         "block": "dead", **_TO_100},
    ),
    Variant(
        "vietnamese", "Vietnamese start", (2, 3, 4),
        {"hand": 1, **_UNTIL, "lead_first": "draw_until:6-6", "lead_next": "same", **_TO_100},
    ),
    Variant(
        "ukrainian", "Central Asian start", (2, 3, 4),
        {"hand": _HANDS, **_UNTIL, "lead_first": "high_double", "lead_next": "same", **_TO_100},
    ),
    Variant("french", "French free lead", (2, 3, 4), {"hand": _HANDS, **_TWO_STAY, **_DRAWN_LEAD, **_TO_100}),
    Variant(
        "double_nine", "Double Nine", (2, 3, 4, 5, 6),
        {"set": 9, "hand": {"2": 9, "3": 7, "4": 7, "5": 5, "6": 5}, "draw": "1", "drawn_play": "may",
         "lead_first": "high_double", "lead_next": "same", "no_double": "redeal", "spinner": "all",
         "score_out": "penalty", "score_block": "penalty", "end": "target:100", "goal": "low"},
    ),
    Variant("classic", "Classic (Russian)", _TO_SIX, _CLASSIC, offered=_OFFERED),
    Variant(
        "classic_six", "Classic, sum of six", _TO_SIX, {**_CLASSIC, "doubles_per_turn": 1, "match": "sum:6"}
    ),
    Variant("goat", "Goat (Kozel)", (2, 3, 4), _GOAT),
    Variant(
        "sea_goat", "Sea Goat", (2, 3, 4),
        {"hand": 7, "draw": "until", "reserve": 1, "doubles_per_turn": 2, "lead_first": "low_double",
         "lead_next": "winner", "lone": {"0-0": 25, "6-6": 50, "6-6 0-0": 75}, "end": "target:125", "goal": "high"},
        at={4: _IN_PAIRS}, changeable=frozenset({"hand", "end", "eggs"}), conduct="sea_goat",
    ),
    Variant(
        "sport_goat", "Sport Goat", (4,),
        {"pairs": True, "hand": 7, **_DRAWN_LEAD, "score_block": "losers", "end": "rounds:8", "goal": "high"},
    ),
    Variant(
        "donkey", "Donkey (Osel)", (2, 3, 4),
        {**_GOAT, "spinner": "first", "closing": True, "doubles_per_turn": 4, "remember": True},
    ),
    Variant(
        "general", "General", (4, 6, 8),
        {"pairs": True, "hand": 7, "doubles_per_turn": 2, "lead_first": "tile:1-1", "lead_next": "same",
         "end": "rounds:12", "goal": "low"},
        changeable=frozenset({"hand", "end", "titles", "signals"}), conduct="general",
    ),
    Variant(
        "telephone", "Telephone (Houses, Flea)", (2, 4),
        {"hand": 7, **_UNTIL, "lead_first": "tile:3-2", "lead_next": "winner", "spinner": "house",
         "score_out": "write_down", "score_block": "write_down", "ends": 5, "ends_pay": "sum",
         "end": "target:225", "goal": "high", "tie_end": "both"},
        at={4: _IN_PAIRS},
    ),
    Variant(
        "telephone_72", "Telephone, fifths", (2, 3, 4),
        {"hand": 7, **_UNTIL, "lead_first": "high_double", "lead_next": "same", "spinner": "first",
         "score_out": "losers_fifths", "score_block": "losers_fifths", "ends": 5, "ends_pay": "parts",
         "end": "target:72", "goal": "high"},
    ),
    Variant(
        "muggins", "Muggins (All Fives)", _TO_SIX,
        {"hand": _HANDS_TO_SIX, **_UNTIL, **_DRAWN_LEAD, "spinner": "first", "double_lengthwise": True,
         "score_out": "none", "out_bonus": 10, "round_to": 5, "ends": 5, "ends_pay": "sum",
         "end": "target:200", "goal": "high"},
        offered=_OFFERED,
    ),
    Variant(
        "sausage", "Sausage (Kolbasa)", (2,),
        {"hand": 14, "lead_first": "draw", "lead_next": "winner", "score_out": "penalty", "score_block": "penalty",
         "winner_free": True, "end": "target:101", "goal": "low"},
        changeable=frozenset({"hand", "end", "cut"}), conduct="sausage",
    ),
    Variant(
        "international", "International Pairs", (4,),
        {"pairs": True, "hand": 7, **_DRAWN_LEAD, "score_out": "all", "score_block": "all", **_TO_200},
    ),
    Variant(
        "cuban", "Cuban", (4,),
        {"set": 9, "pairs": True, "hand": 10, "redeal": "ask:doubles:5", "lead_first": "draw", "lead_next": "winner",
         "score_block": "losers", "end": "target:150", "goal": "high"},
    ),
    Variant(
        "dominican", "Dominican", (4,),
        {**_CARIBBEAN, "score_out": "all", "score_block": "all", "block_win": "duel", "finish": {"both": 30},
         "passes": {"lead_double": 30, "lead_single": 60, "round": 30, "below": 170}, **_TO_200},
    ),
    Variant(
        "puerto_rico_500", "Puerto Rico 500", (4,),
        {**_CARIBBEAN, "score_out": "all", "score_block": "all", "finish": {"both": 100, "blank": 100},
         "round_bonus": [100, 75, 50, 25], "end": "target:500", "goal": "high"},
    ),
    Variant(
        "brazilian", "Brazilian (Pernambuco)", (4,),
        {"pairs": True, "hand": 6, "redeal": "must:doubles:5", "lead_first": "high_double", "lead_next": "winner",
         **_ONE, "finish": {"double": 2, "both": 3, "cross": 4}, "finish_pays": "instead", "tie_next": 1,
         "end": "target:6", "goal": "high"},
    ),
    Variant("jamaican", "Jamaican Partner", (4,), {**_CARIBBEAN, **_SIX_LOVE, "block_win": "hand", "tie_next": 1}),
    Variant(
        "haitian", "Haitian", (4,),
        {**_CARIBBEAN, **_SIX_LOVE, "block_win": "hand", "finish": {"both": 2}, "finish_pays": "instead",
         "tie_next": 1},
    ),
    Variant(
        "cut_throat", "Cut Throat (Jamaica)", (2, 3, 4),
        {"hand": {"2": 14, "3": 9, "4": 7}, "lead_first": "tile:6-6", "lead_next": "winner", **_SIX_LOVE},
        at={3: {"without": "0-0"}},
    ),
    Variant(
        "gaple", "Gaple", (4,),
        {"hand": 7, "redeal": "must:doubles:6", "lead_first": "tile:0-0", "lead_next": "winner",
         "score_block": "losers", "end": "target:101", "goal": "high"},
        in_pairs={"end": "target:201"},
    ),
    Variant(
        "chicken_foot", "Chicken Foot", (2, 3, 4, 5, 6, 7, 8),
        {"set": 9, "hand": {"2": 9, "3": 7, "4": 7, "5": 7, "6": 6, "7": 6, "8": 5}, "draw": "1",
         "lead_first": "down", "lead_next": "same", "spinner": "all", "fill": "all", "score_out": "penalty",
         "score_block": "penalty", "blank": 50, "end": "rounds:10", "goal": "low"},
    ),
    Variant(
        "sebastopol", "Sebastopol", (4,),
        {"hand": 7, "lead_first": "tile:6-6", "lead_next": "same", "spinner": "first", "fill": "lead",
         "score_block": "losers", **_TO_100},
    ),
    Variant(
        "cyprus", "Cyprus", (4, 5, 6, 7, 8),
        {"set": 9, "hand": {"4": 9, "5": 8, "6": 7, "7": 7, "8": 6}, "draw": "1", "reserve": 1,
         "lead_first": "draw_until:9-9", "lead_next": "same", "spinner": "first", "fill": "lead", "arms": 8,
         **_TO_100},
    ),
    Variant(
        "merry_go_round", "Merry-Go-Round", (2, 3, 4),
        {"hand": 7, **_UNTIL, "no_double": "redeal", "lead_first": "high_double", "lead_next": "same",
         "spinner": "first", "fill": "lead", "round_to": 5, "ends": 5, **_TO_61_FIVES},
    ),
    Variant(
        "all_threes", "All Threes", (2, 3, 4),
        {"hand": _HANDS, **_UNTIL, "lead_first": "random", "lead_next": "winner", "round_to": 3, "ends": 3,
         **_TO_200},
    ),
    Variant(
        "five_up", "Five-Up", (2, 3, 4),
        {"hand": 5, **_UNTIL, "lead_first": "draw", "lead_next": "winner", "spinner": "all", "round_to": 5,
         "ends": 5, **_TO_61_FIVES},
    ),
    Variant(
        "fives_threes", "Fives and Threes", (2, 3, 4),
        {"hand": _HANDS, **_DRAWN_LEAD, "score_out": "none", "score_block": "none", "out_bonus": 1, "out_by": "side",
         "ends": "3+5", "ends_pay": "parts", "end": "target:61", "goal": "high", "target_at": "exact"},
        at={4: _IN_PAIRS},
    ),
    Variant(
        "bergen", "Bergen", (2, 3, 4),
        {"hand": {"2": 6, "3": 6, "4": 5}, **_TWO_STAY, "lead_first": "high_double", "lead_next": "same", **_ONE,
         "ends": "alike", "end": "target:15", "goal": "high", "target_at": "once"},
    ),
    Variant(
        "mexican_train", "Mexican Train", (2, 3, 4, 5, 6, 7, 8),
        {"set": 12, **_TRAINS, "draw": "1", **_DRAWN_LEAD, "score_out": "penalty", "score_block": "penalty",
         "goal": "low"},
        by_set=_TRAINS_BY_SET, conduct="mexican_train", offered={2: {"set": 9}},
        changeable=frozenset({"set", "hand", "end", "draw", "blank", "opening", "after_double", "last_double",
                              "own_first"}),
    ),
    Variant(
        "matador", "Matador", (2, 3, 4),
        {"hand": {"2": 7, "3": 6, "4": 5}, **_TWO_STAY, "draw_when_able": True, "lead_first": "high_double",
         "lead_next": "same", "match": "matador", **_TO_100},
    ),
)
# fmt: on

VARIANTS: Mapping[str, Variant] = MappingProxyType({variant.key: variant for variant in _VARIANTS})
