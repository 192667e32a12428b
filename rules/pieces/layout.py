"""The layout and how it grows (rules.md 2): ends, what they take, spinners, the count of the ends."""

from functools import lru_cache, partial
from typing import Final

from ..words import Fill, Spinner
from .as_json import OpenEnd
from .moves import Lay, Play
from .tiles import Tile, bits, tiles_in

LINE: Final = "line"
SIDE: Final = "side"


class End:
    """A place where the next tile may go. Ends that are alike are one object.

    *tile* and *value* say where; *arm* is ``line``, or ``side`` for the side ends of a spinner; *worth* is
    what it adds to the count of the ends; *takes* are the tiles that match, as bits. By the bit of such a tile
    `plays` has the play and `then` the end of the line behind it; of a matador, which has two plays, neither.
    """

    __slots__ = ("arm", "plays", "takes", "then", "tile", "value", "worth")

    def __init__(self, tile: Tile, value: int, arm: str, worth: int, takes: int) -> None:
        self.tile: Final = tile
        self.value: Final = value
        self.arm: Final = arm
        self.worth: Final = worth
        self.takes: Final = takes
        self.plays: dict[int, Play] = {}
        self.then: dict[int, End] = {}


class Layout:
    """The open ends of the tiles played, and the spinner if only one tile can be it. Never changed.

    *open* has each place once, a straight end before the side ends alike; *takes* is all that fits anywhere;
    *both* are the tiles that fit either half of a lone lead (`sum:K`, `matador`).
    """

    __slots__ = ("both", "ends", "open", "spinner", "takes")

    def __init__(self, ends: tuple[End, ...], spinner: Tile | None = None) -> None:
        self.ends: Final = ends
        self.open: tuple[End, ...] = ends
        self.spinner: Final = spinner
        self.both = 0
        if len(ends) == 2:
            one, other = ends
            self.takes = one.takes | other.takes
            if one.tile is not other.tile:
                return
        straight_first = sorted(ends, key=lambda end: end.arm)
        places = {(end.tile, end.value): end for end in reversed(straight_first)}
        self.open = tuple(places.values())
        self.takes = 0
        for end in self.open:
            self.takes |= end.takes
        if len(self.open) == 2 and self.open[0].tile is self.open[1].tile:
            self.both = self.open[0].takes & self.open[1].takes

    @property
    def waiting(self) -> Tile | None:
        """The double that must be filled first, if one must (`fill`)."""
        return None

    @property
    def open_now(self) -> tuple[End, ...]:
        """Every end that is open, one entry each."""
        return self.ends

    def open_ends(self) -> tuple[OpenEnd, ...]:
        """The open ends as views show them, one entry each."""
        return tuple(OpenEnd(str(end.tile), end.value, end.arm) for end in self.open_now)

    @property
    def alike(self) -> int:
        """The points of `ends: alike`: 2 where all ends show one value, 3 with a double that isn't the only tile."""
        if len({end.value for end in self.ends}) != 1:
            return 0
        only_tile = len(set(self.ends)) == 1
        return 3 if not only_tile and any(end.tile.double for end in self.ends) else 2

    @property
    def count(self) -> int:
        """The count of the ends; a lone double has two ends that are one and counts once."""
        return sum(end.worth for end in set(self.ends))

    def plays(self, hand: int) -> list[Lay]:
        """Every single play of a tile of *hand*, doubles across and open."""
        lays: list[Lay] = []
        if hand & self.both:
            return self._named_plays(hand)
        for end in self.open:
            fits = hand & end.takes
            while fits:
                bit = fits & -fits
                lays.append(end.plays[bit])
                fits ^= bit
        return lays

    def _named_plays(self, hand: int) -> list[Lay]:
        """The plays onto a lone lead, with the end named where both halves take the tile."""
        return [
            Play(tile, end.tile, end.value if tile.bit & self.both else None, out=half)
            for end in self.open
            for tile in tiles_in(hand & end.takes)
            for half in self.halves_outside(tile)
        ]

    def halves_outside(self, _tile: Tile, /) -> tuple[int | None, ...]:
        """The halves of a tile that can stay outside, where the move must say which."""
        return (None,)

    def end_for(self, play: Play) -> End:
        """The end *play* goes on. Raises LookupError where no end takes it."""
        onto = play.onto
        for end in self.open:
            if end.tile is onto and end.takes & play.bits and (play.at is None or play.at == end.value):
                return end
        raise LookupError(play)


EMPTY: Final = Layout(())


class Filling(Layout):
    """A layout in which *waiting* must be filled before anything else (`fill`); *laid* are its tiles, as bits."""

    __slots__ = ("laid", "unfilled")

    def __init__(self, ends: tuple[End, ...], spinner: Tile | None, laid: int, unfilled: Tile | None) -> None:
        super().__init__(ends, spinner)
        self.laid: Final = laid
        self.unfilled: Final = unfilled
        if unfilled is not None:
            self.open = tuple(end for end in self.open if end.tile is unfilled)
            self.takes = self.open[0].takes

    @property
    def waiting(self) -> Tile | None:
        return self.unfilled

    @property
    def open_now(self) -> tuple[End, ...]:
        return tuple(end for end in self.ends if self.unfilled in (None, end.tile))


class WithMatadors(Layout):
    """A layout that takes matadors, which go on any end by either half (`match: matador`); *both* has those in it."""

    __slots__ = ("matadors",)

    def __init__(self, matadors: int, ends: tuple[End, ...], spinner: Tile | None = None) -> None:
        super().__init__(ends, spinner)
        self.matadors: Final = matadors

    def plays(self, hand: int) -> list[Lay]:
        return self._named_plays(hand) if hand & (self.both | self.matadors) else super().plays(hand)

    def halves_outside(self, tile: Tile, /) -> tuple[int | None, ...]:
        return (tile.high, tile.low) if tile.bit & self.matadors else (None,)


class Board:
    """How a layout grows where no double is a spinner; the subclasses know the other values of `spinner`.

    *matadors* are the tiles that go on any end by either half, as bits: without the 0-0, whose halves are alike.
    """

    def __init__(self, highest: int, tiles: tuple[Tile, ...], match: str) -> None:
        self.tiles: Final = tiles
        self.total: Final = {"equal": None, "matador": highest + 1}.get(match, highest)
        always = [tile for tile in tiles if match == "matador" and tile.pips in (0, highest + 1)]
        self._always: Final = bits(always)
        self.matadors: Final = bits(tile for tile in always if not tile.double)
        self._layout: Final = partial(WithMatadors, self.matadors) if match == "matador" else Layout
        self._ends = {(tile, value): self._end(tile, value) for tile in tiles for value in {tile.high, tile.low}}
        for (_, value), end in self._ends.items():
            half = self._fitting(value)
            for tile in tiles_in(end.takes & ~self.matadors):
                end.plays[tile.bit] = Play(tile, end.tile)
                end.then[tile.bit] = self._ends[tile, tile.other(half)]
        doubles_of_set = [tile for tile in tiles if tile.double]
        self._lengthwise = {tile: self._alike(tile, LINE, tile.high) for tile in doubles_of_set}
        self._sides = {tile: self._alike(tile, SIDE, 0) for tile in doubles_of_set}

    def _fitting(self, value: int) -> int:
        """The half that goes on an end of *value*."""
        return value if self.total is None else self.total - value

    def _end(self, tile: Tile, value: int) -> End:
        half = self._fitting(value)
        takes = self._always | bits(other for other in self.tiles if half in (other.high, other.low))
        return End(tile, value, LINE, tile.pips if tile.double else value, takes & ~tile.bit)

    def _alike(self, double: Tile, arm: str, worth: int) -> End:
        """An end that takes what the straight end of *double* takes."""
        straight = self._ends[double, double.high]
        end = End(double, double.high, arm, worth, straight.takes)
        end.plays, end.then = straight.plays, straight.then
        return end

    def straight_end(self, tile: Tile, value: int) -> End:
        """The straight end of *tile* where its half of *value* is open; a double lies across."""
        return self._ends[tile, value]

    def lengthwise(self, double: Tile) -> End:
        """The end behind a double laid lengthwise: it counts one half."""
        return self._lengthwise[double]

    def sides(self, spinner: Tile) -> tuple[End, End]:
        """The two side ends of a spinner; unplayed they count nothing."""
        return (self._sides[spinner],) * 2

    def behind(self, end: End, play: Play) -> End:
        """The straight end behind the tile of *play* on *end*."""
        return end.then[play.bits] if play.out is None else self._ends[play.tile, play.out]

    def lead(self, tile: Tile) -> Layout:
        """The layout with *tile* alone on the table."""
        return self._layout((self.straight_end(tile, tile.high), self.straight_end(tile, tile.low)))

    def after(self, layout: Layout, move: Lay) -> Layout:
        """The layout after *move*, which must be legal; a lead needs an empty layout."""
        if type(move) is Play:
            return self.lead(move.tile) if move.onto is None else self.grown(layout, layout.end_for(move), move)
        places = [(layout.end_for(play), play) for play in move.plays]
        for end, play in places:
            layout = self.grown(layout, end, play)
        return layout

    def grown(self, layout: Layout, end: End, play: Play) -> Layout:
        """*layout* with the tile of *play* on *end*."""
        if play.style:
            return self._layout(self.ends_after(layout, end, play))
        one, other = layout.ends
        behind = end.then[play.bits] if play.out is None else self.behind(end, play)
        return self._layout((behind, other) if one is end else (one, behind))

    def ends_after(self, layout: Layout, end: End, play: Play) -> tuple[End, ...]:
        """The ends of *layout* with *end* covered, and the straight end behind the new tile in its place."""
        ends = layout.ends
        if play.style == "x":
            behind: tuple[End, ...] = ()
        elif play.style == "=":
            behind = (self.lengthwise(play.tile),)
        else:
            behind = (self.behind(end, play),)
        place = ends.index(end)
        return ends[:place] + behind + ends[place + 1 :]


class FirstSpinner(Board):
    """The first double played open is the spinner."""

    def lead(self, tile: Tile) -> Layout:
        layout = super().lead(tile)
        return self._layout(layout.ends + self.sides(tile), tile) if tile.double else layout

    def grown(self, layout: Layout, end: End, play: Play) -> Layout:
        ends = self.ends_after(layout, end, play)
        if layout.spinner is None and play.tile.double and play.style != "x":
            return self._layout(ends + self.sides(play.tile), play.tile)
        return self._layout(ends, layout.spinner)


class House(Board):
    """The first double to have both of its line ends covered is the spinner from that moment."""

    def grown(self, layout: Layout, end: End, play: Play) -> Layout:
        ends = self.ends_after(layout, end, play)
        covered = end.tile
        if layout.spinner is None and covered.double and all(other.tile is not covered for other in ends):
            return self._layout(ends + self.sides(covered), covered)
        return self._layout(ends, layout.spinner)


class EverySpinner(Board):
    """Every double is a spinner at once."""

    def lead(self, tile: Tile) -> Layout:
        ends = super().lead(tile).ends
        return self._layout(ends + self.sides(tile) if tile.double else ends)

    def grown(self, layout: Layout, end: End, play: Play) -> Layout:
        ends = self.ends_after(layout, end, play)
        return self._layout(ends + self.sides(play.tile) if play.tile.double else ends)


class Filled(Board):
    """Doubles must be filled before anything else (`fill`).

    *every*: every spinner must be, not only a lead. *arms* is the number of ends of a lead double.
    """

    every = False
    arms = 4

    def lead(self, tile: Tile) -> Layout:
        layout = super().lead(tile)
        if not tile.double:
            return self._filling(layout.ends, layout.spinner, tile.bit, None)
        line, side = layout.ends[:2], self._sides[tile]
        return self._filling((*line, *(side,) * (self.arms - len(line))), layout.spinner, tile.bit, tile)

    def grown(self, layout: Layout, end: End, play: Play) -> Layout:
        assert isinstance(layout, Filling)
        after = super().grown(layout, end, play)
        opens = self.every and len(after.ends) > len(layout.ends)
        return self._filling(
            after.ends, after.spinner, layout.laid | play.bits, play.tile if opens else layout.unfilled
        )

    def _filling(self, ends: tuple[End, ...], spinner: Tile | None, laid: int, waiting: Tile | None) -> Layout:
        """The layout; *waiting* is filled once all its ends are taken, or all tiles of its number lie there."""
        if waiting is not None:
            taken = all(end.tile is not waiting for end in ends)
            missing = (tile for tile in self.tiles if waiting.high in (tile.high, tile.low) and not tile.bit & laid)
            waiting = None if taken or not any(missing) else waiting
        return Filling(ends, spinner, laid, waiting)


class FilledFirst(Filled, FirstSpinner):
    """The first double played is a spinner and must be filled."""


class FilledAll(Filled, EverySpinner):
    """Every double is a spinner; which of them must be filled, `fill` says."""


_BOARDS: dict[Spinner, type[Board]] = {"none": Board, "first": FirstSpinner, "house": House, "all": EverySpinner}


@lru_cache(maxsize=128)
def board(highest: int, tiles: tuple[Tile, ...], match: str, spinner: Spinner, fill: Fill, arms: int) -> Board:
    """The board for a set and the rules of matching, spinners and filling; one object for all games that share them."""
    if fill == "none":
        return _BOARDS[spinner](highest, tiles, match)
    filled = (FilledFirst if spinner == "first" else FilledAll)(highest, tiles, match)
    filled.every, filled.arms = fill == "all", arms
    return filled
