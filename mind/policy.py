"""The worth of a move at first sight: pips and doubles it gets rid of, own tiles that follow, others'
replies, points.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import rules

OUT = 1_000.0  # going out is worth more than anything else
KEPT = -12.0  # General and Sea Goat are about playing 0-0 or 6-6 in the last turn
_ONLY_0_0 = ("bald", "bald_both")  # `titles` under which 6-6 alone gives nothing
NEVER = -1_000.0  # a draw or a pass without need: a policy never makes it


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights, in pips.

    *double*: the tile is one. *follow*: each own tile that fits then. *unseen*: each hidden tile that fits then.
    *points*: each point scored.
    """

    double: float = 3.0
    follow: float = 2.5
    unseen: float = 1.5
    points: float = 2.5


USUAL: Final = Weights()


@lru_cache(maxsize=128)
def tile_worth(ruleset: rules.RuleSet, doubles: bool = True) -> dict[int, float]:
    """By the bit of each tile, what getting rid of it is worth. *doubles*: they are worth more than their pips."""
    kept: tuple[int, ...] = ()
    if ruleset.variant.conduct in ("general", "sea_goat"):
        kept = (0,) if ruleset.titles in _ONLY_0_0 else (0, 6)
    found = {}
    for tile in ruleset.tiles:
        worth = float(tile.pips)
        if doubles and tile.double:
            worth += KEPT if tile.high in kept else USUAL.double
        found[tile.bit] = worth
    return found
