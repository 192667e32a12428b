"""The layout (rules.md 2): its open ends, what they take, the count of the ends. `board` says how it grows."""

from typing import Final

from .as_json import OpenEnd
from .moves import Lay, Play
from .tiles import Tile, tiles_in

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
