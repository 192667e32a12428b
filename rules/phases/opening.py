"""The opening of a round: the question about a redeal, drawing for the lead tile, the lead (rules.md 4)."""

from dataclasses import dataclass, replace

from ..pieces.moves import KEEP, REDEAL, Draw, Lay, Move, Play
from ..pieces.tiles import Tile, double, tiles_in
from ..rounds.by_seat import changed
from ..rounds.lead import LONGEST_ROW_OF_DEALS, DealAgain, FetchLead, Lead, holder_of, holder_of_double, strong_lead
from ..rounds.position import Position, Table
from ..rounds.round_end import How, Over
from ..words import redeal_parts
from .auction import drawn
from .stops import ended, ended_if_blocked
from .turn import FRESH, draws, lay, taken


@dataclass(frozen=True, slots=True)
class Asking:
    """The seats of *waiting*, the first now, may annul the deal (`redeal: ask`)."""

    waiting: tuple[int, ...]

    def legal(self, position: Position, /) -> tuple[Move, ...]:
        return (KEEP, REDEAL)

    def play(self, position: Position, move: Move, /) -> Position:
        if move == REDEAL:
            return position.next(position.turn, move, turn=None, phase=Over(How.ANNULLED))
        return self._next(position.next(position.turn, move, turn=position.turn, phase=self), self.waiting[1:])

    def leave(self, position: Position, seat: int, move: Move, table: Table, hands: tuple[int, ...], /) -> Position:
        after = position.next(seat, move, turn=position.turn, phase=self, table=table, hands=hands)
        return self._next(after, tuple(other for other in self.waiting if other != seat))

    def _next(self, position: Position, waiting: tuple[int, ...]) -> Position:
        return position.asked(waiting[0], Asking(waiting)) if waiting else led_off(position)


@dataclass(frozen=True, slots=True)
class Leading:
    """The seat on turn leads *tile*, or freely (None)."""

    tile: Tile | None

    def legal(self, position: Position, /) -> tuple[Move, ...]:
        rules, turn = position.rules, position.turn
        assert turn is not None
        if self.tile is not None:
            return (Play(self.tile),)
        if rules.lead_free == "strong":
            return (Play(strong_lead(position.hands[turn], rules.set)),)
        return tuple(sorted(Play(tile) for tile in tiles_in(position.hands[turn])))

    def play(self, position: Position, move: Lay, /) -> Position:
        return lay(position, move)

    def leave(self, position: Position, seat: int, move: Move, table: Table, hands: tuple[int, ...], /) -> Position:
        if position.turn != seat:
            return position.next(seat, move, turn=position.turn, phase=self, table=table, hands=hands)
        left = table.left[seat]
        table = replace(table, leader=left)
        return position.next(seat, move, turn=left, phase=Leading(None), table=table, hands=hands)


@dataclass(frozen=True, slots=True)
class Fetching:
    """Nobody holds *tile*, which must lead: seats draw in turn (`draw_until`)."""

    tile: Tile

    def legal(self, position: Position, /) -> tuple[Move, ...]:
        return tuple(sorted(draws(position.rules, position.boneyard)))

    def play(self, position: Position, move: Draw, /) -> Position:
        seat = position.turn
        assert seat is not None
        tile, boneyard = taken(position.rules, position.boneyard, seat, move)
        hands = changed(position.hands, seat, position.hands[seat] | tile.bit)
        after = position.next(seat, move, turn=seat, phase=self, hands=hands, boneyard=boneyard)
        return drawn(after, self)

    def handed_on(self) -> "Fetching":
        """The same question to the next seat."""
        return self

    def resumed(self, position: Position, /) -> Position:
        """After a draw and its auction: the lead if the tile was drawn, otherwise the next seat draws."""
        if lead := holder_of(position.hands, self.tile):
            return lead_with(position, lead)
        turn = position.turn
        assert turn is not None
        return self.asks(position, position.table.left[turn])

    def asks(self, position: Position, seat: int) -> Position:
        """*position* with *seat* about to draw; if only the reserve is left, the highest double held leads."""
        if len(position.boneyard) > position.rules.reserve:
            return position.asked(seat, self)
        return lead_with(position, holder_of_double(position.game, position.hands))

    def leave(self, position: Position, seat: int, move: Move, table: Table, hands: tuple[int, ...], /) -> Position:
        turn = table.left[seat] if position.turn == seat else position.turn
        return position.next(seat, move, turn=turn, phase=self, table=table, hands=hands)


def opening(position: Position) -> Position:
    """*position*, right after the deal, with its first question: about a redeal, or the lead."""
    game = position.game
    rule, number = redeal_parts(game.rules.redeal)
    if rule == "none" or game.annulled >= LONGEST_ROW_OF_DEALS:
        return led_off(position)
    count = _most_of_a_suit if rule == "must:suit" else _doubles
    seats = [
        seat
        for seat, hand in enumerate(position.hands)
        if count(hand, game.rules.set) >= number and seat not in game.gone
    ]
    if rule != "ask:doubles":
        return ended(position, Over(How.ANNULLED)) if seats else led_off(position)
    waiting = tuple(seat for seat in seats if seat not in game.asked)
    return position.asked(waiting[0], Asking(waiting)) if waiting else led_off(position)


def led_off(position: Position) -> Position:
    """*position*, right after the deal and its questions, with the lead asked for."""
    game = position.game
    # As dealt: a lead that a seat would have had passes on from it even if it has left meanwhile.
    lead = position.table.conduct.lead(game, position.table.deal.lead, position.table.dealt)
    if isinstance(lead, FetchLead):
        seat = in_play(position.table, lead.seat)
        return Fetching(lead.tile).asks(position, seat)
    return lead_with(position, lead)


def lead_with(position: Position, lead: Lead | DealAgain) -> Position:
    """*position* with *lead* asked for. A lead of a seat that left passes to its left as a free one (rules.md 7)."""
    if isinstance(lead, DealAgain):
        return ended(position, Over(How.ANNULLED))
    table = position.table
    seat = in_play(table, lead.seat)
    table = Table(table.conduct, table.game, table.deal, table.dealt, table.left, seat)
    if table.deal.start is not None:
        return ended_if_blocked(position.asked(seat, FRESH, table))
    return position.asked(seat, Leading(lead.tile if seat == lead.seat else None), table)


def in_play(table: Table, seat: int) -> int:
    """*seat*, or the first to its left that has not left."""
    return table.left[seat] if seat in table.game.gone else seat


def _doubles(hand: int, highest: int) -> int:
    return sum(bool(hand & double(value).bit) for value in range(highest + 1))


def _most_of_a_suit(hand: int, highest: int) -> int:
    tiles = tiles_in(hand)
    return max(sum(value in (tile.high, tile.low) for tile in tiles) for value in range(highest + 1))
