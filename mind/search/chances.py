"""Each side's chance to win the game, by the totals after a round (rules.md 7)."""

import math
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from statistics import fmean, pstdev
from typing import Final

import rules

SAMPLE = 60  # random rounds to estimate what a round brings
SHORTEST = 0.5  # rounds left at least, even just before the target
LEAST = 1 / 12  # so that points matter even to a side that is far ahead or behind
LOGISTIC = math.sqrt(3) / math.pi  # the scale of a logistic curve for its standard deviation
# Sea Goat: the worth of what carries over to the next round, in points of its 125.
RIGHT, DEBT = 20.0, -10.0


class Chances:
    """Converts points into chances under these rules: a lead is worth more with few rounds left."""

    def __init__(self, ruleset: rules.RuleSet) -> None:
        self.rules: Final = ruleset
        chance = Random(1)  # the same sample on every machine
        new = rules.new_game(ruleset)
        ends = [rules.random_round(new, chance).after.totals for _ in range(SAMPLE)]
        apart = [written[0] - other for written in ends for other in written[1:]]
        self.spread: Final = max(pstdev(apart), 0.3)  # of the difference that a round makes, in points
        self.growth: Final = max(fmean(map(fmean, ends)), 0.05)  # of a side's total, in points a round

    def rounds_left(self, totals: Sequence[float], played: int) -> float:
        """How many rounds are left after *played* ones; at least `SHORTEST`."""
        if self.rules.rounds is not None:
            return max(self.rules.rounds - played, SHORTEST)
        assert self.rules.target is not None
        return max((self.rules.target - max(totals)) / self.growth, SHORTEST)

    def _over(self, totals: Sequence[float], played: int) -> bool:
        if self.rules.rounds is not None:
            return played >= self.rules.rounds
        assert self.rules.target is not None
        return max(totals) >= self.rules.target

    def of_a_point(self, totals: Sequence[float], played: int, side: int) -> float:
        """The worth of one more point to *side* after *played* rounds, as a chance to win; never 0."""
        chance = self.of_totals(totals, played - 1)[side]
        scale = self.spread * LOGISTIC * math.sqrt(self.rounds_left(totals, played))
        return max(chance * (1 - chance), LEAST) / scale

    def of_totals(self, totals: Sequence[float], played: int, gone: Sequence[int] = ()) -> list[float]:
        """By side, summing to 1, after *played* rounds. The sides *gone* have no chance."""
        sign = 1 if self.rules.goal == "high" else -1
        there = [side for side in range(len(totals)) if side not in gone]
        best = max(sign * totals[side] for side in there)
        if self._over(totals, played):
            weights = [float(side in there and sign * total == best) for side, total in enumerate(totals)]
        else:
            scale = self.spread * LOGISTIC * math.sqrt(self.rounds_left(totals, played))
            weights = [
                math.exp((sign * total - best) / scale) if side in there else 0.0 for side, total in enumerate(totals)
            ]
        whole = sum(weights)
        return [weight / whole for weight in weights]

    def of_game(self, game: rules.Game) -> list[float]:
        """The same for *game* after a round, with what its rules carry over to the next round."""
        if game.over is not None:
            winners = game.over.winners
            return [1 / len(winners) if side in winners else 0.0 for side in range(self.rules.sides)]
        totals = [float(total) for total in game.totals]
        if isinstance(memory := game.memory, rules.Ledger):
            if memory.right is not None:
                totals[self.rules.side_of(memory.right)] += RIGHT
            if memory.debtor is not None:
                totals[self.rules.side_of(memory.debtor)] += DEBT
        totals = [total + kept / 2 for total, kept in zip(totals, game.kept, strict=True)]  # kept pips count half
        gone = [side for side in range(self.rules.sides) if side not in game.sides_in]
        return self.of_totals(totals, game.round - 1, gone)


@lru_cache(maxsize=256)
def chances(ruleset: rules.RuleSet) -> Chances:
    """The chances under these rules, computed once."""
    return Chances(ruleset)
