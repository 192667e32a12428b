"""A turn in Mexican Train (rules.md 9.7): where a seat may play, doubles to cover, openings."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import cast

from ..house.ruleset import RuleSet
from ..pieces.as_json import Train
from ..pieces.moves import PASS, STOP, Draw, Move, OnTrain, Pass
from ..pieces.tiles import tiles_in
from ..pieces.trains import Trains, suit, train_of
from ..rounds.by_seat import changed
from ..rounds.position import Position, Table
from ..rounds.round_end import How, Over
from .stops import ended
from .turn import draws, taken


@dataclass(frozen=True, slots=True)
class TrainTurn:
    """The seat on turn plays, draws or passes; it has *drawn* so many tiles in this turn.

    *opening*: its train was empty when the turn began, and every tile so far went there (`opening: train`).
    *going_on*: it may go on there, or stop.
    """

    drawn: int = 0
    opening: bool = False
    going_on: bool = False

    def legal(self, position: Position, /) -> tuple[Move, ...]:
        rules, turn = position.rules, position.turn
        assert turn is not None
        plays = sorted(
            OnTrain(tile, train.of)
            for train in self.places(position)
            for tile in tiles_in(position.hands[turn] & suit(train.end, rules.set))
        )
        if self.going_on:
            return (*plays, STOP)
        if plays:
            return tuple(plays)
        return tuple(draws(rules, position.boneyard)) if _may_draw(position, self.drawn) else (PASS,)

    def places(self, position: Position, /) -> tuple[Train, ...]:
        """The trains on which the seat on turn may play now, in the order of the layout."""
        assert position.turn is not None
        return _places(position, position.turn, self.going_on)

    def play(self, position: Position, move: Move, /) -> Position:
        seat = position.turn
        assert seat is not None
        if isinstance(move, OnTrain):
            return self._lay(position, seat, move)
        if isinstance(move, Draw):
            tile, boneyard = taken(position.rules, position.boneyard, seat, move)
            hands = changed(position.hands, seat, position.hands[seat] | tile.bit)
            phase = replace(self, drawn=self.drawn + 1)
            return _unless_blocked(position.next(seat, move, turn=seat, phase=phase, hands=hands, boneyard=boneyard))
        layout = trains_of(position)
        if isinstance(move, Pass):
            layout = layout.opened(train_of(seat))
        turn = position.table.left[seat]
        phase = fresh(position.rules, layout, turn)
        return _unless_blocked(position.next(seat, move, turn=turn, phase=phase).asked(turn, phase, layout=layout))

    def _lay(self, position: Position, seat: int, move: OnTrain) -> Position:
        rules, layout, tile = position.rules, trains_of(position), move.tile
        hand = position.hands[seat] ^ tile.bit
        extra = tile.double and rules.after_double == "extra"
        alive = bool(suit(tile.high, rules.set) & ~(layout.laid | tile.bit))
        cover = move.train if tile.double and not extra and alive else None
        layout = layout.played(seat, move, cover)
        opening = self.opening and move.train == train_of(seat)
        end = cast(Train, layout.train(move.train)).end
        goes_on = opening and not tile.double and bool(hand & suit(end, rules.set))
        owes = extra or cover is not None  # another tile, in this turn

        turn: int | None = seat
        phase: TrainTurn | Over
        if not hand and not (owes and rules.last_double == "cover" and _may_draw(position, self.drawn)):
            turn, phase = None, Over(How.OUT, seat)
        elif owes or goes_on:
            phase = TrainTurn(self.drawn, opening, goes_on)
        else:
            turn = position.table.left[seat]
            phase = fresh(rules, layout, turn)
        hands = changed(position.hands, seat, hand)
        after = position.next(seat, move, turn=turn, phase=phase, hands=hands)
        return _unless_blocked(after.asked(turn, phase, layout=layout))

    def leave(self, position: Position, seat: int, move: Move, table: Table, hands: tuple[int, ...], /) -> Position:
        turn, phase = cast(int, position.turn), self
        if turn == seat:
            turn = table.left[seat]
            phase = fresh(position.rules, trains_of(position), turn)
            if seat == table.leader and not any(at.seat == seat for at in position.positions()):
                table = replace(table, leader=turn)
        return _unless_blocked(position.next(seat, move, turn=turn, phase=phase, table=table, hands=hands))


def fresh(rules: RuleSet, layout: Trains, seat: int) -> TrainTurn:
    """A turn of *seat* that begins."""
    return TrainTurn(opening=rules.opening == "train" and not _own(layout, seat).tiles)


def begun(position: Position, seat: int) -> Position:
    """*position*, right after the deal, with *seat* about to move."""
    return _unless_blocked(position.asked(seat, fresh(position.rules, trains_of(position), seat)))


def trains_of(position: Position) -> Trains:
    """The layout of *position*: in Mexican Train, trains."""
    return cast(Trains, position.layout)


def _own(layout: Trains, seat: int) -> Train:
    return cast(Train, layout.train(train_of(seat)))


def _places(position: Position, seat: int, own_only: bool = False, all_open: bool = False) -> tuple[Train, ...]:
    """The trains on which *seat* may play. *all_open*: as if every train were open."""
    layout = trains_of(position)
    if layout.cover is not None:
        return (cast(Train, layout.train(layout.cover)),)
    own = _own(layout, seat)
    if own_only or (position.rules.own_first and not own.tiles):
        return (own,)
    return tuple(train for train in layout.trains if train.open or train is own or all_open)


def _may_draw(position: Position, drawn: int) -> bool:
    return bool(position.boneyard) and drawn < position.rules.draw_limit


def _unless_blocked(position: Position) -> Position:
    """*position*, or the end of the round there: no draw is open to anybody, and nobody could play on any train."""
    if position.turn is None or _may_draw(position, 0) or any(_playable(position)):
        return position
    return ended(position, Over(How.BLOCKED))


def _playable(position: Position) -> Iterator[int]:
    """The tiles of each seat that would fit a train if all were open, as bits."""
    for seat, hand in enumerate(position.hands):
        if hand:
            for train in _places(position, seat, all_open=True):
                yield hand & suit(train.end, position.rules.set)
