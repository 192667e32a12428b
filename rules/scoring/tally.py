"""Counts the pips left in hands at the end of a round, and finds its winner (rules.md 6)."""

from typing import Final

from ..house.ruleset import RuleSet
from ..pieces.moves import Lay
from ..pieces.tiles import tiles_in
from ..rounds.position import Position
from ..rounds.round_end import Over


def pips_of(rules: RuleSet, hand: int) -> int:
    """The pips of *hand* for the score, with `lone` and `blank`."""
    if hand in rules.lone_hands:
        return rules.lone_hands[hand]
    pips = rules.blank if hand & 1 else 0
    for tile in tiles_in(hand):
        pips += tile.pips
    return pips


def last_player(position: Position) -> int | None:
    """The seat that played the last tile; None before the first."""
    at: Position | None = position
    while at is not None:
        if isinstance(at.move, Lay):
            return at.seat
        at = at.previous
    return None


class Tally:
    """The pips left at the end of *position*'s round; *over* says who went out.

    *sides* are those still in the game: the others count nowhere. *pips* are by seat as they count, under
    `partner_free` nothing for the partners of the seat that went out; *by_side* are their sums. *player* is the
    seat that played the last tile, *went_out* the side that went out, *winner* the side that won; None for nobody.
    """

    __slots__ = ("by_side", "over", "pips", "player", "position", "rules", "sides", "went_out", "winner")

    def __init__(self, position: Position, over: Over) -> None:
        rules = position.rules
        out = over.by
        free = rules.seats_of(rules.side_of(out)) if rules.partner_free and out is not None else ()
        by_side = [0] * rules.sides
        pips = []
        for seat, side in enumerate(rules.side_by_seat):
            counted = 0 if seat in free else pips_of(rules, position.hands[seat])
            pips.append(counted)
            by_side[side] += counted
        self.position: Final = position
        self.over: Final = over
        self.rules: Final = rules
        self.sides: Final = position.game.sides_in
        self.pips: Final = tuple(pips)
        self.by_side: Final = tuple(by_side)
        self.player: Final = last_player(position)
        self.went_out: Final = None if out is None else rules.side_of(out)
        self.winner: Final = self._winner()

    def _winner(self) -> int | None:
        """The winner (rules.md 6)."""
        if self.went_out is not None and self.rules.out_wins == "out":
            return self.went_out
        if self.went_out is None and self.rules.block_win == "blocker":
            return self._blocker(self.sides)
        fewest = min(self.by_side[side] for side in self.sides)
        tied = tuple(side for side in self.sides if self.by_side[side] == fewest)
        return tied[0] if len(tied) == 1 else self._untie(tied)

    def _untie(self, tied: tuple[int, ...]) -> int | None:
        """Which of the sides with equal fewest pips wins (`tie_block`)."""
        rule = self.rules.tie_block
        if rule == "blocker":
            return self._blocker(tied)
        if rule == "fewest_tiles":
            return self._only_lowest({side: self._hand_of(side).bit_count() for side in tied})
        if rule == "low_half":
            return self._only_lowest({side: self._highest_half(side) for side in tied})
        if rule == "skip":
            counts = [self.by_side[side] for side in self.sides]
            alone = [side for side in self.sides if counts.count(self.by_side[side]) == 1]
            return min(alone, key=lambda side: self.by_side[side], default=None)
        return None

    def _blocker(self, among: tuple[int, ...]) -> int | None:
        """The side of the seat that played the last tile, if it is *among* these."""
        side = None if self.player is None else self.rules.side_of(self.player)
        return side if side in among else None

    def _only_lowest(self, figures: dict[int, int]) -> int | None:
        lowest = [side for side, figure in figures.items() if figure == min(figures.values())]
        return lowest[0] if len(lowest) == 1 else None

    def _hand_of(self, side: int) -> int:
        return sum(self.position.hands[seat] for seat in self.rules.seats_of(side))

    def _highest_half(self, side: int) -> int:
        return max((tile.high for tile in tiles_in(self._hand_of(side))), default=-1)

    def winning_seat(self, winner: int | None) -> int | None:
        """The seat that won for *winner* (rules.md 4): the one that went out, otherwise its seat with fewest pips."""
        if winner is None:
            return None
        if winner == self.went_out:
            return self.over.by
        # Of equal ones the first left of the seat that played last, or the first from the leader on if nobody played.
        seats = self.rules.seats
        after = self.player if self.player is not None else (self.position.table.leader or 0) - 1
        return min(self.rules.seats_of(winner), key=lambda seat: (self.pips[seat], (seat - after - 1) % seats))
