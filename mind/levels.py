"""The levels. Each has one idea more than the one below it; only `random` plays at random."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Level:
    """How well a computer plays.

    *doubles*: it knows that they are hard to place. *follow* and *unseen*: it counts its own tiles, and the unseen
    ones, that fit after a move. *worlds* is the number of ways in which it imagines the hidden tiles; 0: it doesn't.
    Where at most *solved* ways are left, it solves them. *inference*: it learns from what the others have played.
    *tuned*: it imagines that everybody weighs tiles as self-play found best in games of this kind. *nodes*: how many
    beginnings of a train it tries with the tiles of its hand (Mexican Train); 0: it plays the heaviest tile.
    """

    key: str
    doubles: bool = False
    follow: bool = False
    unseen: bool = False
    worlds: int = 0
    solved: int = 0
    inference: bool = False
    tuned: bool = False
    random: bool = False
    nodes: int = 0


PEOPLES_LEVELS: tuple[Level, ...] = (
    Level("beginner"),
    Level("casual", doubles=True, follow=True, nodes=1),
    Level("solid", doubles=True, follow=True, unseen=True, nodes=4),
    Level("good", worlds=40, solved=6, nodes=25),
    Level("strong", worlds=200, solved=20, inference=True, nodes=250),
    Level("master", worlds=400, solved=20, inference=True, tuned=True, nodes=1000),
)
# To measure against: `greedy` plays the heaviest tile, or the most points, as a beginner does. `tuned` is `strong` with
# the weights of `master`.
_YARDSTICKS = (
    Level("greedy"),
    Level("random", random=True),
    Level("tuned", worlds=200, solved=20, inference=True, tuned=True, nodes=250),
)
LEVELS: Mapping[str, Level] = MappingProxyType({level.key: level for level in (*PEOPLES_LEVELS, *_YARDSTICKS)})

# The most that each level loses per choice, in spreads of a round's points, alone and with a partner: means of
# studies of games in which it plays itself. `master` counts as `strong`: a study judges by the weights that `master`
# plays by.
_LOSES_ALONE = {"strong": 0.014, "good": 0.027, "solid": 0.041, "casual": 0.059}
_LOSES_IN_PAIRS = {"strong": 0.020, "good": 0.026, "solid": 0.036, "casual": 0.048}


def like_level(loss: float, *, pairs: bool) -> Level:
    """The level that loses about so much per choice, in spreads of a round's points."""
    loses = _LOSES_IN_PAIRS if pairs else _LOSES_ALONE
    return next((LEVELS[key] for key, most in loses.items() if loss <= most), PEOPLES_LEVELS[0])
