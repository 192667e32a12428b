"""How a layout grows (rules.md 2): what fits an end, spinners, doubles that must be filled, matadors."""

from functools import lru_cache, partial
from typing import Final

from ..words import Fill, Spinner
from .layout import LINE, SIDE, End, Filling, Layout, WithMatadors
from .moves import Lay, Play
from .tiles import Tile, bits, tiles_in


class Board:
    """How a layout grows where no double is a spinner; the subclasses know the other values of `spinner`.

    *anywhere* are the tiles that go on any end, as bits (`match: matador`), and *matadors* those of them that have two
    different halves to choose from.
    """

    def __init__(self, highest: int, tiles: tuple[Tile, ...], match: str) -> None:
        self.tiles: Final = tiles
        self.total: Final = {"equal": None, "matador": highest + 1}.get(match, highest)
        always = [tile for tile in tiles if match == "matador" and tile.pips in (0, highest + 1)]
        self.anywhere: Final = bits(always)
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
        takes = self.anywhere | bits(other for other in self.tiles if half in (other.high, other.low))
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
        behind = end.then[play.bits] if play.out is None else self._ends[play.tile, play.out]
        return self._layout((behind, other) if one is end else (one, behind))

    def ends_after(self, layout: Layout, end: End, play: Play) -> tuple[End, ...]:
        """The ends of *layout* with *end* covered, and the straight end behind the new tile in its place."""
        ends = layout.ends
        if play.style == "x":
            behind: tuple[End, ...] = ()
        elif play.style == "=":
            behind = (self.lengthwise(play.tile),)
        else:
            behind = (end.then[play.bits] if play.out is None else self._ends[play.tile, play.out],)
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
