"""The words that options can have, as types (rules.md 2-9).

Every choice between them is a `match` that ends in `assert_never`, so mypy names each place that forgets one.
"""

from typing import Literal, cast, get_args

Spinner = Literal["none", "first", "house", "all"]
Fill = Literal["none", "lead", "all"]
Matching = Literal["equal", "sum", "matador"]
Drawing = Literal["none", "until", "1", "2", "3"]
DrawnPlay = Literal["must", "may"]
Pick = Literal["pile", "ends", "choose"]
LeadBy = Literal[
    "draw", "count", "odd_even", "random", "host", "high_double", "low_double", "blank_double", "tile", "draw_until",
    "down", "stock", "rotate", "winner", "blocker", "last", "same",
]  # fmt: skip
NoDouble = Literal["redeal", "heaviest"]
LeadFree = Literal["any", "strong"]
Redeal = Literal["none", "ask:doubles", "must:doubles", "must:suit"]
Block = Literal["stuck", "dead", "reserve"]
OutBy = Literal["seat", "side"]
OutWins = Literal["out", "fewest"]
BlockWin = Literal["fewest", "blocker", "hand", "duel"]
TieBlock = Literal["nobody", "fewest_tiles", "low_half", "skip", "blocker"]
Score = Literal[
    "penalty", "losers", "losers_minus_own", "differences", "all", "one", "write_down", "losers_fifths", "none"
]
FinishWay = Literal["cross", "blank", "double", "both", "same"]  # the first that fits counts
FinishPays = Literal["add", "instead", "times"]
PassPays = Literal["lead_double", "lead_single", "round", "below"]
EndsPay = Literal["sum", "parts"]
EndBy = Literal["rounds", "target", "love"]
Goal = Literal["low", "high"]
TieEnd = Literal["play_on", "draw", "both"]
TargetAt = Literal["round", "once", "exact"]
Titles = Literal["any", "bald", "bald_both", "both"]
Eggs = Literal["rotten", "draw"]
Cut = Literal["any", "equal"]
Opening = Literal["one", "train"]
AfterDouble = Literal["cover", "extra"]
LastDouble = Literal["out", "cover"]

LayoutKind = Literal["board", "lines", "trains"]  # no option: how the tiles of a game lie


def words_of(kind: object) -> tuple[str, ...]:
    """The words of one of the types above, in the order of the rules."""
    return get_args(kind)


def lead_parts(lead: str) -> tuple[LeadBy, str]:
    """A value of `lead_first` and its sisters taken apart: the word, and the tile it names or nothing."""
    word, _colon, named = lead.partition(":")
    return cast(LeadBy, word), named


def redeal_parts(redeal: str) -> tuple[Redeal, int]:
    """A value of `redeal` taken apart: the rule, and the number of tiles or 0."""
    rule, _colon, number = redeal.rpartition(":")
    return ("none", 0) if not rule else (cast(Redeal, rule), int(number))
