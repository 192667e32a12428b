"""Hands that the others may hold: all that agree with what is known, each equally likely.

Tiles are in slots, and swap places where both slots allow it. In the long run this reaches every arrangement equally
often.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from ..knowledge import NOBODY, Knowledge

MIXED = 8  # swaps tried per slot before the first world
BETWEEN = 1  # … and between two worlds
EVERY = 4  # every fourth try rotates three tiles


@dataclass(frozen=True, slots=True)
class World:
    """One arrangement of the tiles: *hands* by seat, as bits, and the *boneyard*, front first, each tile as a bit.

    *drawn* are the tiles that were taken after the deal: by which seat, after how many plies, as a bit.
    """

    hands: tuple[int, ...]
    boneyard: tuple[int, ...]
    drawn: tuple[tuple[int, int, int], ...] = ()

    def drawn_after(self, seat: int, ply: int) -> int:
        """The tiles that *seat* took after *ply*, as bits."""
        return sum(tile for owner, since, tile in self.drawn if owner == seat and since > ply)


def worlds(known: Knowledge, seat: int, seats: int, chance: Random) -> Iterator[World]:
    """Endlessly many worlds, as *seat* may imagine them."""
    tiles = _placed(known, chance)
    free = all(fits == known.fits[0] for fits in known.fits)
    slots = range(len(tiles))
    drawn = [slot for slot in slots if known.slots[slot].since]
    exchanges = MIXED * len(tiles)
    while True:
        if free:
            chance.shuffle(tiles)
        else:
            _exchange(tiles, known.fits, exchanges, chance)
        exchanges = BETWEEN * len(tiles)
        hands, boneyard = [0] * seats, []
        hands[seat] = known.own
        for slot in slots:
            tile, owner = tiles[slot], known.slots[slot].owner
            if owner == NOBODY:
                boneyard.append(tile)
            elif not tile & known.laid:
                hands[owner] |= tile
        if not free:
            chance.shuffle(boneyard)
        taken = tuple((known.slots[slot].owner, known.slots[slot].since, tiles[slot]) for slot in drawn)
        yield World(tuple(hands), tuple(boneyard), taken)


def _exchange(tiles: list[int], fits: list[int], times: int, chance: Random) -> None:
    """Try *times* times to swap two or three tiles."""
    number, random = len(tiles), chance.random
    if number < 2:
        return
    for step in range(times):
        one, other = int(random() * number), int(random() * number)
        a, b = tiles[one], tiles[other]
        if step % EVERY:
            if a & fits[other] and b & fits[one]:
                tiles[one], tiles[other] = b, a
            continue
        # Swaps of two can't reach every arrangement.
        third = int(random() * number)
        c = tiles[third]
        if one != other != third != one and a & fits[other] and b & fits[third] and c & fits[one]:
            tiles[one], tiles[other], tiles[third] = c, a, b


def _placed(known: Knowledge, chance: Random) -> list[int]:
    """A first arrangement: the tile in each slot, as a bit."""
    everything = 0
    for fits in known.fits:
        everything |= fits
    tiles = []
    while everything:
        tiles.append(everything & -everything)
        everything &= everything - 1
    chance.shuffle(tiles)
    by_slot: dict[int, int] = {}  # the tile by its slot
    slots = sorted(range(len(known.fits)), key=lambda slot: known.fits[slot].bit_count())
    for tile in tiles:
        _place(tile, known.fits, slots, by_slot, set())
    if len(by_slot) < len(known.fits):
        raise AssertionError(f"{len(tiles)} tiles for {len(known.fits)} slots can't be placed")
    return [by_slot[slot] for slot in range(len(known.fits))]


def _place(tile: int, fits: list[int], slots: list[int], by_slot: dict[int, int], tried: set[int]) -> bool:
    """Find a slot for *tile*. If it takes that of another tile, that one moves on."""
    for slot in slots:
        if tile & fits[slot] and slot not in by_slot:
            by_slot[slot] = tile
            return True
    for slot in slots:
        if tile & fits[slot] and slot not in tried:
            tried.add(slot)
            if _place(by_slot[slot], fits, slots, by_slot, tried):
                by_slot[slot] = tile
                return True
    return False
