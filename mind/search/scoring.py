"""The end of a round: the points of each side, and their chances to win the game.

The points are those of `rules`, computed faster for the usual ways of scoring (rules.md 6). A test compares the two.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, assert_never

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


def after_love(totals: Sequence[int], winner: int, points: int) -> tuple[int, ...]:
    """The totals after *winner* wins a round of *points* in a game to `love` (rules.md 7)."""
    if all(total == 1 for total in totals):
        return tuple(2 * (side == winner) for side in range(len(totals)))
    after = tuple(total + points * (side == winner) for side, total in enumerate(totals))
    return after if 0 in after or max(after) == 1 else (0,) * len(totals)


def next_with_tiles(ruleset: rules.RuleSet, hands: Sequence[int], seat: int) -> int:
    """The seat to the left of *seat*; under `out_by: side` the next one that has tiles."""
    order = [(seat + step) % ruleset.seats for step in range(1, ruleset.seats + 1)]
    return next((other for other in order if hands[other] or ruleset.out_by == "seat"), order[0])


_PLAIN = {"penalty", "losers", "losers_minus_own", "differences", "all", "one", "none"}
_PLAIN_BLOCKS = {"fewest", "hand", "duel"}


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
        plain_scores = {ruleset.score_out, ruleset.score_block} <= _PLAIN
        return ordinary and plain_scores and ruleset.block_win in _PLAIN_BLOCKS

    @cached_property
    def _bonus(self) -> int:
        """What the winner writes besides."""
        return self.game.bonus + self.game.carried

    @cached_property
    def _simply_added(self) -> bool:
        """Whether points are added to the totals whatever these are."""
        return self.game.rules.love is None and self.game.rules.target_at != "exact"

    def totals(
        self,
        hands: tuple[int, ...],
        scored: tuple[int, ...],
        out: int | None,
        player: int | None,
        way: rules.words.FinishWay | None = None,
    ) -> tuple[int, ...] | None:
        """The totals by side after a round that ended with these *hands* (bits by seat): *out* went out, or it is
        blocked. *scored*: by side, during play. *player* played the last tile; *way*: it went out in one that pays
        (`finish`). None where `ending` is needed.
        """
        points = self._points(hands, out, player, way)
        if points is None:
            return None
        if not self._simply_added:
            return self._taken(tuple(map(sum, zip(self.game.totals, scored, strict=True))), points)
        return tuple(map(sum, zip(self.game.totals, scored, points, strict=True)))

    def _taken(self, before: tuple[int, ...], points: list[int]) -> tuple[int, ...]:
        """The totals *before* with the *points* that are taken (`target_at: exact`), or as `love` has them."""
        ruleset = self.game.rules
        if ruleset.love is None:
            return tuple(total + ruleset.taken(total, more) for total, more in zip(before, points, strict=True))
        return after_love(before, points.index(max(points)), max(points))

    def ending(
        self,
        hands: tuple[int, ...],
        scored: tuple[int, ...],
        lays: Lays,
        out: int | None,
        leader: int | None,
        ends: Sequence[int] = (),
    ) -> rules.Game:
        """The game after such a round, by the rules themselves (`rules.imagined_ending`). *ends*: the values of the two
        before the last tile, where they matter (`finish`).
        """
        game = self.game
        if any(scored):
            game = replace(game, totals=tuple(map(sum, zip(game.totals, scored, strict=True))))
        if not ends:
            return rules.imagined_ending(game, hands, lays, out, leader).after
        board = game.rules.board
        places = [next(tile for tile in game.rules.tiles if value in (tile.high, tile.low)) for value in ends]
        before = rules.Layout(tuple(map(board.straight_end, places, ends)))
        *others, (seat, last) = lays
        onto = rules.Play(last.plays[0].tile, places[0])
        return rules.imagined_ending(game, hands, [*others, (seat, onto)], out, leader, before).after

    def _points(
        self, hands: tuple[int, ...], out: int | None, player: int | None, way: rules.words.FinishWay | None
    ) -> list[int] | None:
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
            winner = by_side.index(fewest) if by_side.count(fewest) == 1 else None
            if went_out is None and ruleset.block_win != "fewest":
                winner = self._won_block(hands, player, winner)
            if winner is None:
                return None
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
            if way is not None:
                points[winner] = self._finished(points[winner], ruleset.finish[way])
        points[winner] += self._bonus
        return points

    def _won_block(self, hands: tuple[int, ...], player: int | None, fewest: int | None) -> int | None:
        """The side that won a block by *player*, by single hands (`block_win`); None for a tie. *fewest*: the side with
        fewest pips.
        """
        ruleset = self.game.rules
        pips = [self.pips.of(hand) if hand else 0 for hand in hands]
        if ruleset.block_win == "duel":
            if player is None:
                return fewest
            other = next_with_tiles(ruleset, hands, player)
            return ruleset.side_of(player if pips[player] <= pips[other] else other)
        sides = {ruleset.side_of(seat) for seat, own in enumerate(pips) if own == min(pips)}
        return sides.pop() if len(sides) == 1 else None

    def _finished(self, points: int, paid: int) -> int:
        """The winner's *points* with what is *paid* for the last tile."""
        match self.game.rules.finish_pays:
            case "add":
                return points + paid
            case "instead":
                return paid
            case "times":
                return points * paid
            case _:
                assert_never(self.game.rules.finish_pays)

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
