"""Mexican Train: the longest train that the hand can build, and what is left outside it (rules.md 9.7).

A round pays what is left in the hand, so a move is worth what it leaves outside the own train: loose tiles go first,
and the train stays whole until its tiles are all that fits. No worlds are imagined: only the own hand, what lies, and
what is left decide. What was tried and measured is in docs/minds.md.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import rules

from ..levels import Level
from ..seen import Seen

A_TILE = 20  # what a tile in the hand costs besides its pips: the turn it takes
CLOSES = 40  # what it is worth to close the own train: others would play on it, and the hand's train wouldn't fit


@dataclass(frozen=True, slots=True)
class Line:
    """A train from the own end: its *tiles*, in order, and what the tiles *outside* it cost."""

    tiles: tuple[rules.Tile, ...]
    outside: int


NO_LINE: Final = Line((), 0)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A legal move: what it *costs* (`Hand.cost`), and the own train after it.

    *cover* is the tile that is to follow the double it plays. *uncovered*: the hand has none.
    """

    text: str
    cost: int
    line: Line = NO_LINE
    cover: rules.Tile | None = None
    uncovered: bool = False


@dataclass(frozen=True, slots=True)
class Places:
    """Where the seat may play after its move: the own end, and the ends open to it by the name of the train."""

    own: int
    ends: dict[str, int]

    def after(self, name: str, tile: rules.Tile, mine: str) -> "Places":
        """The places once *tile* lies on the train called *name*."""
        end = tile.other(self.ends[name])
        return Places(end if name == mine else self.own, {**self.ends, name: end})


def choose(seen: Seen, level: Level) -> str:
    """The text of the move that *level* makes: the cheapest one, and of equal ones that with the most pips."""
    if not level.nodes:
        return max(seen.legal, key=lambda text: _pips(rules.parse_move(text)))
    return weighed(seen, level)[0].text


def weighed(seen: Seen, level: Level) -> list[Weighed]:
    """All legal moves, the cheapest first."""
    hand = Hand(seen, level)
    moves = [hand.weighed(rules.parse_move(text)) for text in seen.legal]
    return sorted(moves, key=lambda each: (each.cost, -_pips(rules.parse_move(each.text))))


def _pips(move: rules.Move) -> int:
    """The pips of the tile played; less than none for `stop`."""
    return move.tile.pips if isinstance(move, rules.OnTrain) else -1


class Hand:
    """The own hand, and what the seat sees of the rest of the tiles."""

    def __init__(self, seen: Seen, level: Level) -> None:
        view = seen.round
        assert view.trains is not None
        self.seen: Final = seen
        self.rules: Final = seen.ruleset
        self.level: Final = level
        self.mine: Final = rules.train_of(seen.seat)
        self.tiles: Final = sum(rules.tile(text).bit for text in view.hand or ())
        self.laid: Final = sum(rules.tile(laid.tile).bit for laid in view.layout)
        self.hidden: Final = self.rules.all_tiles & ~self.laid & ~self.tiles
        self.may_draw: Final = bool(view.boneyard and self.rules.draw_limit)
        ends = {train.of: train.end for train in view.trains if train.open or train.of == self.mine}
        if view.cover is not None:
            ends |= {train.of: train.end for train in view.trains if train.of == view.cover}
        self.places: Final = Places(ends[self.mine], ends)
        self.open: Final = any(train.open for train in view.trains if train.of == self.mine)
        self._lines: Final[dict[tuple[int, int], Line]] = {}

    @cached_property
    def line(self) -> Line:
        """The dearest train of the whole hand."""
        return self.line_of(self.tiles, self.places.own)

    def line_of(self, tiles: int, end: int) -> Line:
        """The dearest train that *tiles* (bits) can build from *end*."""
        known = self._lines.get((tiles, end))
        if known is None:
            known = self._lines[tiles, end] = _Builder(self, tiles, end).line
        return known

    def weighed(self, move: rules.Move) -> Weighed:
        """What *move* leaves outside the train, less what it is worth to close the own one."""
        found = self._left_outside(move)
        closes = self.open and isinstance(move, rules.OnTrain) and move.train == self.mine
        return replace(found, cost=found.cost - CLOSES) if closes else found

    def _left_outside(self, move: rules.Move) -> Weighed:
        if not isinstance(move, rules.OnTrain):  # `stop`
            line = self.line
            return Weighed(str(move), line.outside, line)
        tiles, places = self.tiles & ~move.bits, self.places.after(move.train, move.tile, self.mine)
        if not self.owes(move.tile):
            line = self.line_of(tiles, places.own)
            return Weighed(str(move), line.outside, line)
        return self._covered(str(move), tiles, places, move.train)

    def owes(self, tile: rules.Tile) -> bool:
        """Whether another tile is owed after *tile*."""
        return tile.double and (self.rules.after_double == "extra" or not self.dead_with(tile))

    def dead_with(self, tile: rules.Tile) -> bool:
        """Whether nothing is left of the number of the double *tile* once it lies."""
        return not rules.suit(tile.high, self.rules.set) & ~self.laid & ~tile.bit

    def _covered(self, text: str, tiles: int, places: Places, name: str) -> Weighed:
        """The move *text*, a double on the train *name* that asks for another tile: with the cheapest one."""
        if not tiles and not self.asks_last:
            return Weighed(text, 0)
        covers = places.ends if self.rules.after_double == "extra" else {name: places.ends[name]}
        best: Weighed | None = None
        for other, end in covers.items():
            for tile in rules.tiles_in(tiles & rules.suit(end, self.rules.set)):
                line = self.line_of(tiles & ~tile.bit, places.after(other, tile, self.mine).own)
                if best is None or line.outside < best.cost:
                    best = Weighed(text, line.outside, line, tile)
        if best is not None:
            return best
        line = self.line_of(tiles, places.own)
        return Weighed(text, line.outside, line, uncovered=True)

    @cached_property
    def asks_last(self) -> bool:
        """Whether a double doesn't go out as the last tile."""
        return self.rules.last_double == "cover" and self.may_draw

    def cost(self, tile: rules.Tile) -> int:
        """What *tile* costs outside the train."""
        return self._costs[tile.bit]

    @cached_property
    def _costs(self) -> dict[int, int]:
        return {tile.bit: A_TILE + (tile.pips or self.rules.blank) for tile in rules.tiles_in(self.tiles)}


class _Builder:
    """Finds the dearest train, depth first, by at most so many nodes."""

    def __init__(self, hand: Hand, tiles: int, end: int) -> None:
        self._hand = hand
        self._left = hand.level.nodes
        self._been: set[tuple[int, int]] = set()
        self._best: tuple[rules.Tile, ...] = ()
        self._least = self._all = sum(map(hand.cost, rules.tiles_in(tiles)))
        self._extra = hand.rules.after_double == "extra"
        self._grow(tiles, end, self._all, ())
        self.line: Final = Line(self._best, self._least)

    def _grow(self, tiles: int, end: int, outside: int, line: tuple[rules.Tile, ...]) -> None:
        """Try every train that goes on with *tiles* from *end*."""
        if outside < self._least:
            self._least, self._best = outside, line
        if not self._left or not self._least or (tiles, end) in self._been:
            return
        self._left -= 1
        self._been.add((tiles, end))
        hand, highest = self._hand, self._hand.rules.set
        fits = rules.tiles_in(tiles & rules.suit(end, highest))
        double = next((tile for tile in fits if tile.double), None)
        if double is not None:  # it and its cover are one turn
            fits.remove(double)
            tiles, outside, line = tiles & ~double.bit, outside - hand.cost(double), (*line, double)
            if not fits:
                last = not tiles and not hand.asks_last
                if (last or self._extra or hand.dead_with(double)) and outside < self._least:
                    self._least, self._best = outside, line
                return
        # First where the train goes on, then the heaviest.
        fits.sort(key=lambda tile: (not tiles & ~tile.bit & rules.suit(tile.other(end), highest), -tile.pips))
        for tile in fits:
            self._grow(tiles & ~tile.bit, tile.other(end), outside - hand.cost(tile), (*line, tile))
