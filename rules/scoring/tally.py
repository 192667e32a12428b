"""Counts the pips left in hands at the end of a round, and finds its winner (rules.md 6)."""

from collections.abc import Callable
from typing import Final, NamedTuple, assert_never

from ..house.ruleset import RuleSet
from ..pieces.tiles import tiles_in
from ..rounds.by_seat import left_by_seat
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


class Compared(NamedTuple):
    """What decides a round by pips: a side's hands together, or (`block_win: hand`) one *hand*, as bits.

    *blocker*: whether it is the hand of the seat that played the last tile; None for a side.
    """

    side: int
    pips: int
    hand: int
    blocker: bool | None = None


def _only_lowest(tied: list[Compared], figure: Callable[[Compared], int]) -> int | None:
    """The side with the lowest *figure* among the *tied*, if it is one."""
    lowest = min(map(figure, tied))
    sides = {each.side for each in tied if figure(each) == lowest}
    return sides.pop() if len(sides) == 1 else None


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
        last = position.last_lay()
        self.player: Final = None if last is None else last.seat
        self.went_out: Final = None if out is None else rules.side_of(out)
        self.winner: Final = self._winner()

    def _winner(self) -> int | None:
        """The winner (rules.md 6)."""
        if self.went_out is not None:
            return self.went_out if self.rules.out_wins == "out" else self._fewest()
        match self.rules.block_win:
            case "blocker":
                return self._blocker(self.sides)
            case "hand":
                return self._of_fewest(self._by_seats())
            case "duel" if self.duelists:
                return self.rules.side_of(self._duel_won_by())
            case "fewest" | "duel":
                return self._fewest()
            case _:
                assert_never(self.rules.block_win)

    def _by_sides(self) -> list[Compared]:
        """The sides still in, with all their hands together."""
        return [
            Compared(side, self.by_side[side], sum(self.position.hands[seat] for seat in self.rules.seats_of(side)))
            for side in self.sides
        ]

    def _by_seats(self) -> list[Compared]:
        """The hands of all seats still in, each for itself."""
        return [
            Compared(self.rules.side_of(seat), self.pips[seat], self.position.hands[seat], seat == self.player)
            for seat in self._seats_in()
        ]

    def _seats_in(self) -> tuple[int, ...]:
        """The seats that haven't left."""
        return tuple(seat for seat in range(self.rules.seats) if seat not in self.position.game.gone)

    def _fewest(self) -> int | None:
        """The side with fewest pips; if several have them, `tie_block` decides."""
        pips = [self.by_side[side] for side in self.sides]
        fewest = min(pips)
        if pips.count(fewest) == 1:
            return self.sides[pips.index(fewest)]
        return self._of_fewest(self._by_sides())

    def _of_fewest(self, compared: list[Compared]) -> int | None:
        """The side of the fewest pips among *compared*; if several sides have them, `tie_block` decides."""
        fewest = min(each.pips for each in compared)
        tied = [each for each in compared if each.pips == fewest]
        match self.rules.tie_block:
            case _ if len({each.side for each in tied}) == 1:
                return tied[0].side
            case "nobody":
                return None
            case "fewest_tiles":
                return _only_lowest(tied, lambda each: each.hand.bit_count())
            case "low_half":
                return _only_lowest(tied, lambda each: max((tile.high for tile in tiles_in(each.hand)), default=-1))
            case "skip":
                sides_of = {
                    each.pips: {other.side for other in compared if other.pips == each.pips} for each in compared
                }
                return next((min(sides_of[pips]) for pips in sorted(sides_of) if len(sides_of[pips]) == 1), None)
            case "blocker":
                return self._blocker(tuple(each.side for each in tied if each.blocker is not False))
            case _:
                assert_never(self.rules.tie_block)

    def _blocker(self, among: tuple[int, ...]) -> int | None:
        """The side of the seat that played the last tile, if it is *among* these."""
        side = None if self.player is None else self.rules.side_of(self.player)
        return side if side in among else None

    @property
    def duelists(self) -> tuple[int, ...]:
        """The seats whose hands decide a block under `duel`: who played last, and the seat to the left; or none."""
        if self.went_out is not None or self.rules.block_win != "duel":
            return ()
        if self.player is None or self.player in self.position.game.gone:
            return ()
        # Under `out_by: side` that seat may have no tiles; the next one would be a partner.
        return self.player, left_by_seat(self._seats_in(), self.rules.seats)[self.player]

    def _duel_won_by(self) -> int:
        return min(self.duelists, key=lambda seat: self.pips[seat])  # of equal ones the first

    def winning_seat(self, winner: int | None) -> int | None:
        """The seat that won for *winner* (rules.md 4): the one that went out, otherwise its seat with fewest pips."""
        if winner is None:
            return None
        if winner == self.went_out:
            return self.over.by
        if self.duelists:
            return self._duel_won_by()
        # Of equal ones the first left of the seat that played last, or the first from the leader on if nobody played.
        seats = self.rules.seats
        after = self.player if self.player is not None else (self.position.table.leader or 0) - 1
        return min(self.rules.seats_of(winner), key=lambda seat: (self.pips[seat], (seat - after - 1) % seats))
