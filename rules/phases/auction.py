"""The auction of the last two tiles (rules.md 8, Auction)."""

from dataclasses import dataclass, replace
from typing import Final, Protocol

from ..pieces.moves import PASS, Bid, Move
from ..pieces.tiles import bits
from ..rounds.by_seat import changed, scored
from ..rounds.position import Phase, Position, Table
from .stops import ended_at_target

HIGHEST_BID = 25
BIDS: Final = tuple(Bid(points) for points in range(HIGHEST_BID + 1))


class Drawing(Phase, Protocol):
    """A phase in which tiles are drawn, so that an auction can come in between."""

    def handed_on(self) -> "Drawing":
        """The same question for the next seat, if the drawer left."""

    def resumed(self, position: Position, /) -> Position:
        """The position after the draw that led to *position*."""


@dataclass(frozen=True, slots=True)
class Bidding:
    """The seats of *waiting*, the first now, each bid once or pass; then the turn of *drawer* goes on with *then*."""

    drawer: int
    then: Drawing
    waiting: tuple[int, ...]
    best: Bid | None = None
    bidder: int | None = None

    def legal(self, position: Position, /) -> tuple[Move, ...]:
        higher = BIDS if self.best is None else BIDS[self.best.points + 1 :]
        return (*sorted(higher), PASS)

    def play(self, position: Position, move: Move, /) -> Position:
        seat = position.turn
        now = replace(self, waiting=self.waiting[1:])
        if isinstance(move, Bid):
            now = replace(now, best=move, bidder=seat)
        return now.asked(position, seat, move, position.table, position.hands)

    def leave(self, position: Position, seat: int, move: Move, table: Table, hands: tuple[int, ...], /) -> Position:
        now = replace(self, waiting=tuple(other for other in self.waiting if other != seat))
        if seat == self.drawer:
            # The two tiles still go to the highest bidder; then it is the next seat's turn.
            now = replace(now, drawer=table.left[seat], then=self.then.handed_on())
        if seat == self.bidder:
            now = replace(now, bidder=None)
        return now.asked(position, seat, move, table, hands)

    def asked(self, position: Position, seat: int | None, move: Move, table: Table, hands: tuple[int, ...]) -> Position:
        """The position in which the next seat is asked, or the auction has ended."""
        if self.waiting:
            return position.next(seat, move, turn=self.waiting[0], phase=self, table=table, hands=hands)
        boneyard, totals, rules = position.boneyard, position.totals, position.rules
        if self.best is not None and self.bidder is not None:
            price = self.best.points if rules.goal == "low" else -self.best.points
            totals = scored(rules, totals, self.bidder, price)
            hands = changed(hands, self.bidder, hands[self.bidder] | bits(boneyard))
            boneyard = ()
        after = position.next(
            seat, move, turn=self.drawer, phase=self.then, table=table, hands=hands, boneyard=boneyard, totals=totals
        )
        after = ended_at_target(after)
        return after if after.over else self.then.resumed(after)


def drawn(position: Position, then: Drawing) -> Position:
    """What follows *position*, after a draw in the phase *then*: an auction first if two tiles are left."""
    position = ended_at_target(position)  # by the draw's price
    drawer = position.turn
    if drawer is None:
        return position
    if not position.rules.auction or len(position.boneyard) != 2:
        return then.resumed(position)
    waiting = [drawer]
    while (seat := position.table.left[waiting[-1]]) != drawer:
        waiting.append(seat)
    return position.asked(drawer, Bidding(drawer, then, tuple(waiting)))
