"""Certain knowledge of a seat about the tiles it doesn't see: where each can be, and where it can't.

A seat that passed, or had to draw, held nothing that fitted. A lead of the highest double shows that nobody was dealt a
higher one. A partner who winked holds 0-0. All of this is exact, and computed from the view alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Literal

import rules

from .seen import Seen

NOBODY = -1  # the owner of the boneyard's slots; tiles of a seat that left still belong to it
DEALT = 0  # `since` of a dealt tile: before the first ply


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of one hidden tile: in *owner*'s hand, taken after *since* plies (`DEALT`), or in the boneyard."""

    owner: int
    since: int


@dataclass(frozen=True, slots=True)
class Shown:
    """*seat* has shown at ply *at* that it holds none of *tiles* (bits). *how*: it `passed` or `drew`, or the deal was
    `led` with a tile that comes after those.
    """

    seat: int
    at: int
    tiles: int
    how: Literal["passed", "drew", "led"]


@dataclass(slots=True)
class Knowledge:
    """Everything that is known at one moment of a deal.

    *layout* is the engine's. *laid* are its tiles and *own* the seat's tiles, as bits. *slots* hold every tile that was
    hidden from the seat at first, even if it was played since. For each slot, *fits* has the tiles it may hold, as
    bits. *drawn* counts the tiles drawn in this turn by *drawer*, who drew last. *lays* are the plays so far. *shown*
    is what seats have shown. *passed* are the seats that passed since the last play, as bits. *bids* are those for the
    last two tiles.
    """

    layout: rules.Layout
    laid: int = 0
    own: int = 0
    drawn: int = 0
    slots: list[Slot] = field(default_factory=list)
    fits: list[int] = field(default_factory=list)
    played: dict[int, tuple[int, int]] = field(default_factory=dict)  # by bit: the seat, and when
    lays: list[tuple[int, rules.Lay]] = field(default_factory=list)
    leader: int | None = None
    shown: list[Shown] = field(default_factory=list)
    passed: int = 0
    drawer: int | None = None
    bids: list[tuple[int, rules.Move]] = field(default_factory=list)
    boneyard: int = 0

    @property
    def best_bid(self) -> tuple[int, int] | None:
        """The seat with the highest bid, and its points."""
        offers = [(move.points, seat) for seat, move in self.bids if isinstance(move, rules.Bid)]
        return max(offers)[::-1] if offers else None

    def hidden(self, everything: int) -> int:
        """The tiles that are still hidden, as bits."""
        return everything & ~self.laid & ~self.own


class _Reader:
    """Follows the moves of a deal from the first one on."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self.rules = seen.ruleset
        self.known = Knowledge(rules.Layout(()))
        self.taken: list[Slot] = []  # by others, after the deal
        self.own_taken = 0  # tiles that the seat has drawn or bought
        self.auction = False  # whether one has begun
        self.pinned: dict[int, int] = {}  # the seat that was dealt a tile, by its bit: partners' signals
        for seat, signal in seen.signals:
            self._signalled(seat, signal)
        self.last: int | None = None

    def read(self) -> Knowledge:
        view, known = self.seen.round, self.known
        moves = [_seat_and_move(text) for text in view.moves]
        before = self._boneyard_dealt(moves)
        known.boneyard = before
        if view.start is not None:
            start = rules.tile(view.start)
            known.laid |= start.bit
            known.layout = self._started(start)
        known.own = sum(rules.tile(text).bit for text in view.hand or ())
        for at, (seat, move, _tile) in enumerate(moves, 1):
            self._follow(at, seat, move)
        if self.last != known.drawer:
            known.drawn = 0
        self._slots(moves)
        return known

    def _started(self, start: rules.Tile) -> rules.Layout:
        """The layout that begins with *start*."""
        if self.seen.round.trains is None:
            return self.rules.board.lead(start)
        there = {train.of for train in self.seen.round.trains}
        return rules.Trains.before(
            start, tuple(seat for seat in self.rules.every_side if rules.train_of(seat) in there)
        )

    def _boneyard_dealt(self, moves: list[tuple[int, rules.Move, rules.Tile | None]]) -> int:
        """How many tiles lay in the boneyard before the first move."""
        draws = sum(isinstance(move, rules.Draw) for _seat, move, _tile in moves)
        bought = any(isinstance(move, rules.Bid) for _seat, move, _tile in moves)
        left = self.seen.round.boneyard
        # The highest bidder has got the last two tiles, unless the auction is still running.
        return left + draws + (2 if bought and left == 0 else 0)

    def _follow(self, at: int, seat: int, move: rules.Move) -> None:
        known = self.known
        if isinstance(move, rules.Lay):
            self._laid(at, seat, move)
        elif isinstance(move, rules.Draw):
            known.drawn = known.drawn + 1 if self._last_drew(seat) else 1
            known.boneyard -= 1
            if not known.layout.ends and not self.rules.in_trains:
                self._fetches(at)
            elif not self.rules.draw_when_able:
                self._holds_none(seat, at, self._fitting(seat), "drew")
            self._took(seat, at)
            known.drawer = seat
            self.auction = self.auction or (self.rules.auction and known.boneyard == 2)
        elif self.auction and isinstance(move, (rules.Bid, rules.Pass)) and not self._sold():
            known.bids.append((seat, move))
            if self._sold() and (best := known.best_bid):
                self._took(best[0], at)
                self._took(best[0], at)
                known.boneyard = 0
            return
        elif isinstance(move, rules.Pass):
            if not (known.drawn and self.rules.drawn_play == "may"):
                self._holds_none(seat, at, self._fitting(seat), "passed")
            known.drawn = 0
            known.passed |= 1 << seat
            self._opens(seat)
        elif isinstance(move, rules.Signal):
            self._signalled(seat, str(move))
        elif isinstance(move, rules.Leave):
            known.drawn = 0
            self._opens(seat)
        self.last = seat

    def _fitting(self, seat: int) -> int:
        """The tiles that *seat* could play now, as bits."""
        layout = self.known.layout
        if not isinstance(layout, rules.Trains):
            return layout.takes
        own = layout.train(rules.train_of(seat))
        places = [train for train in layout.trains if train.open or train is own]
        if layout.cover is not None:
            places = [train for train in places if train.of == layout.cover]
        elif own is not None and self.rules.own_first and not own.tiles:
            places = [own]
        return fitting((train.end for train in places), self.rules)

    def _opens(self, seat: int) -> None:
        """The train of *seat*, who passed or left, is open from now on (Mexican Train)."""
        if isinstance(self.known.layout, rules.Trains):
            self.known.layout = self.known.layout.opened(rules.train_of(seat))

    def _last_drew(self, seat: int) -> bool:
        return self.known.drawn > 0 and self.last == seat

    def _signalled(self, seat: int, signal: str) -> None:
        self.pinned[rules.tile("0-0" if signal == "wink" else "6-6").bit] = seat

    def _sold(self) -> bool:
        return len(self.known.bids) >= len(self.seen.playing)

    def _laid(self, at: int, seat: int, move: rules.Lay) -> None:
        known = self.known
        if known.leader is None:
            known.leader = seat
            if not known.layout.ends and isinstance(move, rules.Play):
                self._led(move.tile)
        known.layout = self._after(seat, move)
        known.laid |= move.bits
        known.lays.append((seat, move))
        known.drawn = known.passed = 0
        for tile in rules.tiles_in(move.bits):
            known.played[tile.bit] = (seat, at)

    def _after(self, seat: int, move: rules.Lay) -> rules.Layout:
        layout = self.known.layout
        if not (isinstance(layout, rules.Trains) and isinstance(move, rules.OnTrain)):
            return self.rules.board.after(layout, move)
        tile = move.tile
        binds = tile.double and self.rules.after_double == "cover"
        alive = rules.suit(tile.high, self.rules.set) & ~(layout.laid | tile.bit)
        return layout.played(seat, move, move.train if binds and alive else None)

    def _fetches(self, at: int) -> None:
        """Seats draw for the tile that has to lead (`draw_until`, `down`), so nobody has it yet."""
        asked = self.seen.lead_tile
        for other in self.seen.playing:
            self._holds_none(other, at, asked.bit if asked else 0, "led")

    def _took(self, seat: int, at: int) -> None:
        if seat == self.seen.seat:
            self.own_taken += 1
        else:
            self.taken.append(Slot(seat, at))

    def _holds_none(self, seat: int, at: int, tiles: int, how: Literal["passed", "drew", "led"]) -> None:
        if tiles:
            self.known.shown.append(Shown(seat, at, tiles, how))

    def _led(self, tile: rules.Tile) -> None:
        """Where a rule decided the lead, *tile* shows that nobody was dealt a tile that comes before it."""
        for other in self.seen.playing:
            self._holds_none(other, DEALT + 1, self._rather(tile) & ~tile.bit, "led")

    def _rather(self, led: rules.Tile) -> int:
        word, asked = self.seen.lead_rule.partition(":")[0], self.seen.lead_tile
        if self.taken or self.own_taken:
            return 0  # tiles were drawn for the lead
        if asked is None and not word.endswith("_double"):
            return 0
        order = [*([asked] if asked else []), *rules.doubles_in_order(word, self.rules.set)]
        if led in order:
            return sum({tile.bit for tile in order[: order.index(led)]})
        heavier = [tile.bit for tile in self.rules.tiles if tile.weight > led.weight]
        return sum({*heavier, *(tile.bit for tile in order)})

    def _slots(self, moves: list[tuple[int, rules.Move, rules.Tile | None]]) -> None:
        """Fill in the slots, and what each may hold."""
        known, view, me = self.known, self.seen.round, self.seen.seat
        for seat, hand in enumerate(view.hands):
            if seat == me:
                continue
            its_taken = [slot for slot in self.taken if slot.owner == seat]
            its_played = sum(player == seat for player, _at in known.played.values())
            left_now = any(mover == seat and isinstance(move, rules.Leave) for mover, move, _tile in moves)
            dealt = self.rules.hand if left_now else hand + its_played - len(its_taken)
            known.slots += [Slot(seat, DEALT)] * dealt + its_taken
        known.slots += [Slot(NOBODY, DEALT)] * known.boneyard
        hidden = known.hidden(self.rules.all_tiles)
        everything = hidden | sum(bit for bit, (seat, _at) in known.played.items() if seat != me)
        pinned = {bit: seat for bit, seat in self.pinned.items() if bit & hidden}
        masks: dict[Slot, int] = {}
        for slot in known.slots:
            if slot not in masks:
                masks[slot] = self._may_hold(slot, everything, pinned)
            known.fits.append(masks[slot])

    def _may_hold(self, slot: Slot, everything: int, pinned: dict[int, int]) -> int:
        """The tiles that *slot* may hold, as bits."""
        known = self.known
        tiles = everything
        for bit, (seat, at) in known.played.items():
            if not bit & everything:
                continue
            if slot.owner != seat or slot.since >= at:
                tiles &= ~bit
        for bit, seat in pinned.items():
            if slot.owner != seat or slot.since != DEALT:
                tiles &= ~bit
        if slot.owner == NOBODY:
            return tiles
        for event in known.shown:
            if event.seat != slot.owner or event.at <= slot.since:
                continue
            # Tiles that it had played before then don't count.
            still = sum(bit for bit, (seat, at) in known.played.items() if seat == slot.owner and at < event.at)
            tiles &= ~(event.tiles & ~still)
        return tiles


def fitting(values: Iterable[int], ruleset: rules.RuleSet) -> int:
    """The tiles of the set that show one of *values*, as bits."""
    return reduce(or_, (rules.suit(value, ruleset.set) for value in values), 0)


def _seat_and_move(text: str) -> tuple[int, rules.Move, rules.Tile | None]:
    """A line of the view's moves: the seat, the move, and the drawn tile if the view shows it."""
    seat, _, move_text = text.partition(" ")
    word, _, tile = move_text.partition(" ")
    if word.startswith("draw") and tile:
        return int(seat), rules.parse_move(word), rules.tile(tile)
    return int(seat), rules.parse_move(move_text), None


def knowledge(seen: Seen) -> Knowledge:
    """All that *seen* says about every tile."""
    return _Reader(seen).read()
