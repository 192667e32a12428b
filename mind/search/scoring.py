"""The end of a round: the points of each side, and their chances to win the game.

The points are those of `rules`, computed faster for the usual ways of scoring (rules.md 6). A test compares the two.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import rules

Lays = Sequence[tuple[int, rules.Lay]]


class Pips:
    """Counts the pips of hands, with one addition per binary digit of the heaviest tile."""

    __slots__ = ("_blank", "_lone", "_planes")

    def __init__(self, ruleset: rules.RuleSet) -> None:
        self._planes: Final = [
            (1 << digit, sum(tile.bit for tile in ruleset.tiles if tile.pips >> digit & 1))
            for digit in range((2 * ruleset.set).bit_length())
        ]
        self._lone: Final = ruleset.lone_hands
        self._blank: Final = ruleset.blank

    def of(self, hand: int) -> int:
        """The count of *hand* in the scoring, with `lone` and `blank`."""
        if hand in self._lone:
            return self._lone[hand]
        pips = self._blank if hand & 1 else 0
        for worth, plane in self._planes:
            pips += worth * (hand & plane).bit_count()
        return pips


_PLAIN = {"penalty", "losers", "losers_minus_own", "differences", "all", "one", "none"}


@dataclass(frozen=True)
class Scorer:
    """Computes how rounds of *game*, which is as before the deal, end for its sides."""

    game: rules.Game

    @cached_property
    def pips(self) -> Pips:
        return Pips(self.game.rules)

    @cached_property
    def plain(self) -> bool:
        """Whether `totals` can compute how a round ends, apart from ties that have to be broken."""
        ruleset = self.game.rules
        ordinary = ruleset.variant.conduct == "ordinary" and not ruleset.open_at and not self.game.gone
        return ordinary and {ruleset.score_out, ruleset.score_block} <= _PLAIN and ruleset.block_win == "fewest"

    def totals(self, hands: tuple[int, ...], scored: tuple[int, ...], out: int | None) -> tuple[int, ...] | None:
        """The totals by side after a round that ended with these *hands* (bits by seat): *out* went out, or it is
        blocked. *scored*: by side, during play. None where `ending` is needed.
        """
        points = self._points(hands, out)
        return None if points is None else tuple(map(sum, zip(self.game.totals, scored, points, strict=True)))

    def ending(
        self, hands: tuple[int, ...], scored: tuple[int, ...], lays: Lays, out: int | None, leader: int | None
    ) -> rules.Game:
        """The game after such a round, by the rules themselves (`rules.imagined_ending`)."""
        game = self.game
        if any(scored):
            game = replace(game, totals=tuple(map(sum, zip(game.totals, scored, strict=True))))
        return rules.imagined_ending(game, hands, lays, out, leader).after

    def _points(self, hands: tuple[int, ...], out: int | None) -> list[int] | None:
        """The points of each side; None for ties that have to be broken."""
        ruleset = self.game.rules
        count, sides = self.pips.of, ruleset.side_by_seat
        by_side = [0] * ruleset.sides
        went_out = None if out is None else sides[out]
        for hand, side in zip(hands, sides, strict=True):
            if hand and not (ruleset.partner_free and side == went_out):
                by_side[side] += count(hand)
        winner = went_out
        if went_out is None or ruleset.out_wins == "fewest":
            fewest = min(by_side)
            if by_side.count(fewest) > 1:
                return None
            winner = by_side.index(fewest)
        assert winner is not None
        how = ruleset.score_block if out is None else ruleset.score_out
        if how == "penalty":
            if went_out is not None:
                by_side[went_out] -= ruleset.out_bonus
            elif ruleset.winner_free:
                by_side[winner] = 0
            return by_side
        points = [0] * ruleset.sides
        points[winner] = self._winners(how, by_side[winner], sum(by_side) - by_side[winner])
        if winner == went_out:
            points[winner] += ruleset.out_bonus
        return points

    def _winners(self, how: str, own: int, left: int) -> int:
        """The winner's points with *own* pips, while the others have *left*."""
        if how in ("one", "none"):
            return int(how == "one")
        ruleset = self.game.rules
        if how == "losers_minus_own":
            left -= own
        elif how == "differences":
            left -= own * (ruleset.sides - 1)
        elif how == "all":
            left += own
        to = ruleset.round_to
        return (2 * max(left, 0) + to) // (2 * to) * to
