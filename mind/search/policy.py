"""The worth of a move at first sight: pips and doubles it gets rid of, own tiles that follow, others'
replies, points.

The levels without search use `FIRST_SIGHT`. Playouts use weights that self-play found (`tuning.py`), by family of
games.
"""

import json
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from statistics import fmean
from typing import Final

import rules

OUT = 1_000.0  # going out is worth more than anything else
KEPT = -12.0  # General and Sea Goat are about playing 0-0 or 6-6 in the last turn
_ONLY_0_0 = ("bald", "bald_both")  # `titles` under which 6-6 alone gives nothing
ALIKE = 8.0  # the worth of a point for equal ends: a round brings its winner only one
NEVER = -1_000.0  # a draw or a pass without need: a policy never makes it
SPECIAL = "special"  # the family of games with rules of their own, such as General; it isn't tuned
TUNED = Path(__file__).parent / "weights.json"


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights.

    *pip*: each pip of the tile. *double*: it is one. *follow*: each own tile that fits then. *unseen*: each hidden tile
    that fits then. *points*: each point scored (`worth_of_a_point`). *gives*: each that the next seat can be expected
    to score. *noise*: the most that chance adds in playouts.
    """

    pip: float = 1.0
    double: float = 3.0
    follow: float = 2.5
    unseen: float = 1.5
    points: float = 2.5
    gives: float = 0.0
    noise: float = 5.0


FIRST_SIGHT: Final = Weights()


def worth_of_a_point(ruleset: rules.RuleSet) -> float:
    """How many points of a count a point scored during play is worth: games that pay parts go to fewer points."""
    if ruleset.ends == "alike":
        return ALIKE
    return 1.0 if ruleset.ends_pay == "sum" or not ruleset.divisors else fmean(ruleset.divisors)


def family(ruleset: rules.RuleSet) -> str:
    """The family of games whose weights *ruleset* has, by the features of its options: ``pairs``, ``fives_2`` …

    ``_2`` is for two seats, ``_more`` for more; partners are always more.
    """
    if ruleset.variant.conduct != "ordinary":
        return SPECIAL
    if ruleset.ends:
        kind = "fives"
    elif ruleset.pairs:
        return "pairs"
    elif ruleset.spinner in ("first", "all"):
        kind = "spinners"
    elif not ruleset.draw_limit:
        kind = "block"
    else:
        kind = "low" if ruleset.score_out == "penalty" else "draw"
    return f"{kind}_2" if ruleset.seats == 2 else f"{kind}_more"


@cache
def _tuned() -> dict[str, Weights]:
    entries = json.loads(TUNED.read_text())
    return {line["family"]: Weights(**line["weights"]) for line in entries}


def weights(ruleset: rules.RuleSet) -> Weights:
    """The weights for playouts under these rules."""
    return _tuned().get(family(ruleset), FIRST_SIGHT)


@lru_cache(maxsize=128)
def tile_worth(ruleset: rules.RuleSet, by: Weights = FIRST_SIGHT, doubles: bool = True) -> dict[int, float]:
    """By the bit of each tile, what getting rid of it is worth. *doubles*: they are worth more than their pips."""
    kept: tuple[int, ...] = ()
    if ruleset.variant.conduct in ("general", "sea_goat"):
        kept = (0,) if ruleset.titles in _ONLY_0_0 else (0, 6)
    worths = {}
    for tile in ruleset.tiles:
        worth = by.pip * (tile.pips or ruleset.blank)
        if doubles and tile.double:
            worth += KEPT if tile.high in kept else by.double
        worths[tile.bit] = worth
    return worths
