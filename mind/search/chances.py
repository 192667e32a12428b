"""Each side's chance to win the game, by the totals after a round (rules.md 7)."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from operator import sub
from random import Random
from statistics import fmean, pstdev
from typing import Final

import rules

from .scoring import after_love

SAMPLE = 60  # random rounds to estimate what a round brings
SHORTEST = 0.5  # rounds left at least, even just before the target
LEAST = 1 / 12  # so that points matter even to a side that is far ahead or behind
LEAST_TO_LOVE = 0.01  # … and in games to love
MOST_TO_LOVE = 8  # points to love that are told apart
FAR = 4  # times the most points scored at once: from there on, an exact target is like any other
SELDOM = 0.02  # the least share of scores that a side can use
LOGISTIC = math.sqrt(3) / math.pi  # the scale of a logistic curve for its standard deviation
# Sea Goat: the worth of what carries over to the next round, in points of its 125.
RIGHT, DEBT = 20.0, -10.0


class Exact:
    """How far it is to a target that must be met exactly, where *scores* are what sides score at a time."""

    def __init__(self, scores: Sequence[int]) -> None:
        self._shares: Final = {points: number / len(scores) for points, number in Counter(scores).items()}
        self._mean: Final = fmean(scores)
        self._left: Final = [0.0]

    def points_left(self, missing: int) -> float:
        """The points to score from *missing* ones off, as if any were taken: the times a side has to score, at the
        usual points a time.
        """
        near = min(missing, FAR * max(self._shares))
        while len(self._left) <= near:
            here = len(self._left)
            taken = {points: share for points, share in self._shares.items() if points <= here}
            then = sum(share * self._left[here - points] for points, share in taken.items())
            self._left.append((self._mean + then) / max(sum(taken.values()), SELDOM))
        return self._left[near] + missing - near


def scores_of(played: Sequence[rules.Position]) -> list[int]:
    """What sides scored at a time in finished deals, and at their ends."""
    totals = [[*(at.totals for at in last.positions()), last.after.totals] for last in played]
    steps = [max(map(sub, now, before)) for its in totals for before, now in pairwise(its)]
    return [points for points in steps if points > 0] or [1]


@lru_cache(maxsize=20_000)
def to_love(most: int, totals: tuple[int, ...], worth: int = 1) -> tuple[float, ...]:
    """The chances of sides with these *totals* in a game to love of *most* points, if each wins a round as often as the
    others. The next round is *worth* so many points, later ones 1.

    Between two sides with *a* and 0 points the first has ½ + 2 ** (a - most - 1).
    """
    sides = range(len(totals))
    if 0 in totals and max(totals) >= most:
        best = totals.count(max(totals))
        return tuple(1 / best if total == max(totals) else 0.0 for total in totals)
    if len(set(totals)) == 1:  # nobody has a point, or all have one: no side is ahead
        return (1 / len(totals),) * len(totals)
    order = sorted(sides, key=totals.__getitem__)
    if order != list(sides):
        found = to_love(most, tuple(totals[side] for side in order), worth)
        return tuple(found[order.index(side)] for side in sides)
    nexts = [to_love(most, after_love(totals, winner, worth)) for winner in sides]
    return tuple(map(fmean, zip(*nexts, strict=True)))


class Chances:
    """Converts points into chances under these rules: a lead is worth more with few rounds left."""

    def __init__(self, ruleset: rules.RuleSet) -> None:
        self.rules: Final = ruleset
        chance = Random(1)  # the same sample on every machine
        new = rules.new_game(ruleset)
        if ruleset.round_bonus:
            new = replace(new, won=len(ruleset.round_bonus))  # a round like most: after those with a bonus
        played = [rules.random_round(new, chance) for _ in range(SAMPLE)]
        ends = [last.after.totals for last in played]
        apart = [written[0] - other for written in ends for other in written[1:]]
        self.spread: Final = max(pstdev(apart), 0.3)  # of the difference that a round makes, in points
        self.growth: Final = max(fmean(map(fmean, ends)), 0.05)  # of a side's total, in points a round
        self._exact: Final = Exact(scores_of(played)) if ruleset.target_at == "exact" else None

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
        if self.rules.love is not None:
            more = after_love(tuple(map(int, totals)), side, 1)
            return max(self.of_totals(more, played)[side] - chance, LEAST_TO_LOVE)
        scale = self.spread * LOGISTIC * math.sqrt(self.rounds_left(self._as_if_taken(totals), played))
        return max(chance * (1 - chance), LEAST) / scale

    def of_totals(self, totals: Sequence[float], played: int, gone: Sequence[int] = ()) -> list[float]:
        """By side, summing to 1, after *played* rounds. The sides *gone* have no chance."""
        sign = 1 if self.rules.goal == "high" else -1
        there = [side for side in range(len(totals)) if side not in gone]
        if self.rules.love is not None:
            return self._to_love(totals, there)
        over = self._over([totals[side] for side in there] if gone else totals, played)
        if self._exact is not None and not over:
            totals = self._as_if_taken(totals)
        best = max(sign * totals[side] for side in there)
        if over:
            weights = [float(side in there and sign * total == best) for side, total in enumerate(totals)]
        else:
            scale = self.spread * LOGISTIC * math.sqrt(self.rounds_left(totals, played))
            weights = [
                math.exp((sign * total - best) / scale) if side in there else 0.0 for side, total in enumerate(totals)
            ]
        whole = sum(weights)
        return [weight / whole for weight in weights]

    def _as_if_taken(self, totals: Sequence[float]) -> Sequence[float]:
        """The *totals* lowered to where they would be as far from the target if it needn't be met exactly."""
        target = self.rules.target
        if self._exact is None or target is None:
            return totals
        return [target - self._exact.points_left(target - int(total)) for total in totals]

    def _to_love(self, totals: Sequence[float], there: Sequence[int], worth: int = 1) -> list[float]:
        """The chances in a game to love, in which the next round is *worth* so many points."""
        assert self.rules.love is not None
        least = max(self.rules.love - MOST_TO_LOVE, 0)  # far from the end a point more or less is all the same
        most = self.rules.love - least
        near = [max(int(totals[side]) - least, min(int(totals[side]), 1)) for side in there]
        chances = dict(zip(there, to_love(most, tuple(near), worth), strict=True))
        return [chances.get(side, 0.0) for side in range(len(totals))]

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
        if self.rules.love is not None:
            return self._to_love(totals, game.sides_in, 1 + game.carried)
        gone = [side for side in range(self.rules.sides) if side not in game.sides_in]
        return self.of_totals(totals, game.round - 1, gone)


@lru_cache(maxsize=256)
def chances(ruleset: rules.RuleSet) -> Chances:
    """The chances under these rules, computed once."""
    return Chances(ruleset)
