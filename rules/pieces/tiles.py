"""Tiles, and sets of tiles as the bits of one int (rules.md 1)."""

from collections.abc import Iterable
from functools import lru_cache

from ..errors import Unreadable, phrase, quoted

LARGEST_SET = 18


class Tile(str):
    """One tile; it *is* its text, high-low: ``6-5``, ``3-3``.

    Tiles are interned: every ``6-5`` of every set is the same object, so ``is`` compares them.
    *bit* is its place in a hand: a set of tiles is an int with these bits.
    """

    __slots__ = ("bit", "double", "high", "low", "pips")

    high: int
    low: int
    pips: int
    double: bool
    bit: int

    def __new__(cls, high: int, low: int) -> "Tile":
        self = super().__new__(cls, f"{high}-{low}")
        self.high, self.low = high, low
        self.pips = high + low
        self.double = high == low
        self.bit = 1 << (high * (high + 1) // 2 + low)
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return tile, (str(self),)  # a copy is the tile itself

    @property
    def weight(self) -> tuple[int, int]:
        """The sort key for the heaviest: pips, then the higher half (rules.md 4)."""
        return self.pips, self.high

    def other(self, half: int) -> int:
        """The half that is not *half*."""
        return self.low if half == self.high else self.high


# By position of the bit: 0-0, 1-0, 1-1, 2-0 …
EVERY_TILE: tuple[Tile, ...] = tuple(Tile(high, low) for high in range(LARGEST_SET + 1) for low in range(high + 1))
_BY_TEXT: dict[str, Tile] = {str(tile): tile for tile in EVERY_TILE}


def tile(text: object) -> Tile:
    """The tile written *text*. Raises Unreadable."""
    known = _BY_TEXT.get(text) if isinstance(text, str) else None
    if known is None:
        raise Unreadable(phrase("not_a_tile", text=quoted(text)))
    return known


def double(value: int) -> Tile:
    """The double of *value*: ``double(6)`` is 6-6."""
    return EVERY_TILE[value * (value + 1) // 2 + value]


@lru_cache(maxsize=64)
def tile_set(highest: int, doubles: bool = True, without: str = "") -> tuple[Tile, ...]:
    """All tiles of the double-*highest* set, lightest halves first; on request without doubles, or *without* some."""
    count = (highest + 1) * (highest + 2) // 2
    left_out = without.split()
    return tuple(t for t in EVERY_TILE[:count] if (doubles or not t.double) and t not in left_out)


def bits(tiles: Iterable[Tile]) -> int:
    """The set of *tiles* as an int."""
    total = 0
    for each in tiles:
        total |= each.bit
    return total


def tiles_in(hand: int) -> list[Tile]:
    """The tiles of a hand given as bits, in the order 0-0, 1-0, 1-1, 2-0 …"""
    tiles = []
    while hand:
        bit = hand & -hand
        hand ^= bit
        tiles.append(EVERY_TILE[bit.bit_length() - 1])
    return tiles


def tile_texts(hand: int) -> list[str]:
    """The tiles of a hand as plain texts in code-point order."""
    return sorted(str(each) for each in tiles_in(hand))
