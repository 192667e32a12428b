"""The layout and how it grows (rules.md 2): ends, what they take, spinners, the count of the ends."""

from functools import lru_cache
from typing import Final

from .as_json import OpenEnd
from .moves import Lay, Play
from .tiles import Tile, bits, tile_set, tiles_in

LINE: Final = "line"
SIDE: Final = "side"


class End:
    """A place where the next tile may go. Ends that are alike are one object.

    *tile* and *value* say where; *arm* is ``line``, or ``side`` for the side ends of a spinner; *worth* is
    what it adds to the count of the ends; *takes* are the tiles that match, as bits. By the bit of such a tile
    `plays` has the play and `then` the end of the line behind it.
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
    *both* are the tiles that fit either half of a lone lead (`sum:K`).
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

    def open_ends(self) -> tuple[OpenEnd, ...]:
        """The ends as views show them, one entry each."""
        return tuple(OpenEnd(str(end.tile), end.value, end.arm) for end in self.ends)

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
            Play(tile, end.tile, end.value if tile.bit & self.both else None)
            for end in self.open
            for tile in tiles_in(hand & end.takes)
        ]

    def end_for(self, play: Play) -> End:
        """The end *play* goes on. Raises LookupError where no end takes it."""
        onto = play.onto
        for end in self.open:
            if end.tile is onto and end.takes & play.bits and (play.at is None or play.at == end.value):
                return end
        raise LookupError(play)


EMPTY: Final = Layout(())


class Board:
    """How a layout grows where no double is a spinner; the subclasses know the other values of `spinner`."""

    def __init__(self, highest: int, doubles: bool, match: str) -> None:
        self.total: Final = None if match == "equal" else int(match.partition(":")[2])
        self.tiles: Final = tile_set(highest, doubles)
        self._ends = {(tile, value): self._end(tile, value) for tile in self.tiles for value in {tile.high, tile.low}}
        for (_, value), end in self._ends.items():
            half = self._fitting(value)
            for tile in self.tiles:
                if tile.bit & end.takes:
                    end.plays[tile.bit] = Play(tile, end.tile)
                    end.then[tile.bit] = self._ends[tile, tile.other(half)]
        doubles_of_set = [tile for tile in self.tiles if tile.double]
        self._lengthwise = {tile: self._alike(tile, LINE, tile.high) for tile in doubles_of_set}
        self._sides = {tile: self._alike(tile, SIDE, 0) for tile in doubles_of_set}

    def _fitting(self, value: int) -> int:
        """The half that goes on an end of *value*."""
        return value if self.total is None else self.total - value

    def _end(self, tile: Tile, value: int) -> End:
        half = self._fitting(value)
        takes = bits(other for other in self.tiles if half in (other.high, other.low) and other is not tile)
        return End(tile, value, LINE, tile.pips if tile.double else value, takes)

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
        return Layout((self.straight_end(tile, tile.high), self.straight_end(tile, tile.low)))

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
            return Layout(self.ends_after(layout, end, play))
        one, other = layout.ends
        behind = end.then[play.bits]
        return Layout((behind, other) if one is end else (one, behind))

    def ends_after(self, layout: Layout, end: End, play: Play) -> tuple[End, ...]:
        """The ends of *layout* with *end* covered, and the straight end behind the new tile in its place."""
        ends = layout.ends
        if play.style == "x":
            behind: tuple[End, ...] = ()
        elif play.style == "=":
            behind = (self.lengthwise(play.tile),)
        else:
            behind = (end.then[play.bits],)
        place = ends.index(end)
        return ends[:place] + behind + ends[place + 1 :]


class FirstSpinner(Board):
    """The first double played open is the spinner."""

    def lead(self, tile: Tile) -> Layout:
        layout = super().lead(tile)
        return Layout(layout.ends + self.sides(tile), tile) if tile.double else layout

    def grown(self, layout: Layout, end: End, play: Play) -> Layout:
        ends = self.ends_after(layout, end, play)
        if layout.spinner is None and play.tile.double and play.style != "x":
            return Layout(ends + self.sides(play.tile), play.tile)
        return Layout(ends, layout.spinner)


class House(Board):
    """The first double to have both of its line ends covered is the spinner from that moment."""

    def grown(self, layout: Layout, end: End, play: Play) -> Layout:
        ends = self.ends_after(layout, end, play)
        covered = end.tile
        if layout.spinner is None and covered.double and all(other.tile is not covered for other in ends):
            return Layout(ends + self.sides(covered), covered)
        return Layout(ends, layout.spinner)


class EverySpinner(Board):
    """Every double is a spinner at once."""

    def lead(self, tile: Tile) -> Layout:
        ends = super().lead(tile).ends
        return Layout(ends + self.sides(tile) if tile.double else ends)

    def grown(self, layout: Layout, end: End, play: Play) -> Layout:
        ends = self.ends_after(layout, end, play)
        return Layout(ends + self.sides(play.tile) if play.tile.double else ends)


_BOARDS: dict[str, type[Board]] = {"none": Board, "first": FirstSpinner, "house": House, "all": EverySpinner}


@lru_cache(maxsize=128)
def board(highest: int, doubles: bool, match: str, spinner: str) -> Board:
    """The board for a set, a rule of matching and a rule of spinners; one object for all games that share them."""
    return _BOARDS[spinner](highest, doubles, match)
