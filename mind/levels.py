"""The levels: each has one idea more than the one below it, and none ever plays at random but the one named so."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Level:
    """How well somebody plays.

    *doubles*: whether it knows that they are hard to get rid of; *follow* and *unseen*: whether it looks at its own
    tiles that fit after a move, and at the unseen ones; *worlds* is the number of ways in which it imagines the hidden
    tiles to lie (0: it doesn't), *inference* whether what the others have played counts there.
    """

    key: str
    doubles: bool = False
    follow: bool = False
    unseen: bool = False
    worlds: int = 0
    inference: bool = False
    random: bool = False


PEOPLES_LEVELS: tuple[Level, ...] = (
    Level("beginner"),
    Level("casual", doubles=True, follow=True),
    Level("solid", doubles=True, follow=True, unseen=True),
    Level("good", worlds=40),
    Level("strong", worlds=200, inference=True),
)
# To measure against: `greedy` plays the heaviest tile, or the most points, as a beginner does.
_YARDSTICKS = (Level("greedy"), Level("random", random=True))
LEVELS: Mapping[str, Level] = MappingProxyType({level.key: level for level in (*PEOPLES_LEVELS, *_YARDSTICKS)})

# The most that each level loses a choice, in spreads of a round's points, alone and with a partner; measured
# (docs/minds.md).
_LOSES_ALONE = {"strong": 0.011, "good": 0.024, "solid": 0.039, "casual": 0.049}
_LOSES_IN_PAIRS = {"strong": 0.018, "good": 0.044, "solid": 0.059, "casual": 0.066}


def like_level(loss: float, *, pairs: bool) -> Level:
    """Which level loses so much a choice, in spreads of a round's points."""
    loses = _LOSES_IN_PAIRS if pairs else _LOSES_ALONE
    return next((LEVELS[key] for key, most in loses.items() if loss <= most), PEOPLES_LEVELS[0])
