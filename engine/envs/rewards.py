"""What a round or a game is worth to a learner, on a scale that it chooses."""

from collections.abc import Sequence
from statistics import fmean
from typing import Literal, get_args

import rules

Reward = Literal["scaled", "sign", "points"]
LEAST = -1.0  # on the scales of "scaled" and "sign"
_TITLES = 2  # General: the most that one round gives


def check_reward(reward: str) -> None:
    """Raise ValueError unless *reward* is one of `Reward`."""
    if reward not in get_args(Reward):
        raise ValueError(f"there is no reward {reward!r}, but: {', '.join(get_args(Reward))}")


def lead_over_others(points: Sequence[float]) -> list[float]:
    """By side: its *points* less the average of the others'. The sum is 0."""
    return [each - fmean((*points[:side], *points[side + 1 :])) for side, each in enumerate(points)]


def on_scale(lead: Sequence[float], reward: Reward, spread: float) -> list[float]:
    """*lead*, points by side, as *reward* has them.

    "points": as they are. "sign": 1, 0 or -1. "scaled": parts of *spread*, or of the largest of them if that is more;
    so none is beyond 1 or -1, and their sum is still 0.
    """
    if reward == "sign":
        return [float((each > 0) - (each < 0)) for each in lead]
    most = max(spread, *map(abs, lead)) if reward == "scaled" else 1
    return [each / most for each in lead]


def spread(ruleset: rules.RuleSet) -> float:
    """The points that a good round is worth by the rules: what `on_scale` calls 1.

    The pips of the heaviest tiles that the losers can be dealt, or what the rules score instead; where open ends score,
    a high double's for each tile of a hand; and all that the rules pay besides. Hands that grow by drawing can be worth
    more.
    """
    if ruleset.variant.in_queue:
        return _TITLES
    ends = ruleset.hand * _most_of_ends(ruleset) if ruleset.ends else 0
    pips = max(_most_of_pips(ruleset, score) for score in (ruleset.score_out, ruleset.score_block))
    last = max(ruleset.finish.values(), default=0)
    match ruleset.finish_pays:
        case "add":
            pips += last
        case "instead":
            pips = max(pips, last)
        case "times":
            pips *= max(1, last)
    return max(1, pips + ends + ruleset.out_bonus + max(ruleset.round_bonus, default=0))


def _most_of_pips(ruleset: rules.RuleSet, score: str) -> int:
    """What *score* gives for the heaviest tiles."""
    if score in ("one", "none"):
        return int(score == "one")
    side = len(ruleset.seats_of(0))
    losers = side if score == "penalty" else ruleset.dealt_seats - side
    worth = sorted((rules.pips_of(ruleset, tile.bit) for tile in ruleset.tiles), reverse=True)
    pips = sum(worth[: losers * ruleset.hand])
    return -(-pips // 5) if score == "losers_fifths" else pips


def _most_of_ends(ruleset: rules.RuleSet) -> int:
    """What the open ends pay after a good play: as much as the highest double counts, or a spinner's three ends."""
    if ruleset.ends == "alike":
        return 3
    high = 2 * ruleset.set
    return high if ruleset.ends_pay == "sum" else sum(high // divisor for divisor in ruleset.divisors)
