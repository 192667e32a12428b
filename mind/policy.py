"""What a move is worth at first sight: pips got rid of, doubles, own follow-ups, what others can play then, points."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import rules

OUT = 1_000.0  # going out: nothing else is worth so much
KEPT = -12.0  # a last turn with 0-0 or 6-6 is what General and Sea Goat are about
_ONLY_0_0 = ("bald", "bald_both")  # `titles` under which 6-6 alone gives nothing
NEVER = -1_000.0  # a draw or a pass that needn't be: policies don't


@dataclass(frozen=True, slots=True)
class Weights:
    """What each thing counts, in pips.

    *double*: that the tile is one; *follow*: each own tile that fits then; *unseen*: each tile that fits and lies
    hidden elsewhere; *points*: each point scored.
    """

    double: float = 3.0
    follow: float = 2.5
    unseen: float = 1.5
    points: float = 2.5


USUAL: Final = Weights()


@lru_cache(maxsize=128)
def tile_worth(ruleset: rules.RuleSet, doubles: bool = True) -> dict[int, float]:
    """By the bit of each tile, what it is worth to be rid of it; *doubles*: they are worth more than their pips."""
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
