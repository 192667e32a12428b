"""Lists all worlds where only few are left, each with its likelihood (`worlds` says what a world is)."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from math import prod

import rules

from ..knowledge import NOBODY, Knowledge
from .worlds import World

STEPS = 400  # of the search; then there are too many


def few_worlds(known: Knowledge, seat: int, seats: int, drawable: int, most: int) -> dict[World, int] | None:
    """All worlds that *seat* may imagine, each with the number of arrangements that make it. None for more than *most*.

    *drawable*: how many tiles of the boneyard may still be drawn. The order of those behind them makes no difference.
    The worlds don't say which tiles were drawn.
    """
    search = _Search(known)
    worlds: dict[World, int] = {}
    for held in search.all_hands():
        if ways := search.ways(held):
            hands = tuple(known.own if owner == seat else held.get(owner, 0) for owner in range(seats))
            boneyard = [tile.bit for tile in rules.tiles_in(held.get(NOBODY, 0))]
            for front in permutations(boneyard, drawable):
                worlds[World(hands, (*front, *(tile for tile in boneyard if tile not in front)))] = ways
                if len(worlds) > most:
                    return None
    return worlds if search.steps <= STEPS else None


class _Search:
    """Gives each hidden tile an owner, and counts in how many ways the owner can have got their tiles."""

    def __init__(self, known: Knowledge) -> None:
        self.steps = 0
        self._slots = Counter(  # the owner of slots and what they may hold, as bits
            (slot.owner, fits) for slot, fits in zip(known.slots, known.fits, strict=True)
        )
        everything, may = 0, defaultdict[int, int](int)
        for owner, fits in self._slots:
            everything |= fits
            may[owner] |= fits
        self._played = defaultdict[int, int](int)
        for bit, (player, _at) in known.played.items():
            self._played[player] |= bit & everything
        self._free = Counter(slot.owner for slot in known.slots)  # places for hidden tiles
        for owner in self._free:
            self._free[owner] -= self._played[owner].bit_count()
        owners = {
            tile.bit: [owner for owner, fits in may.items() if tile.bit & fits]
            for tile in rules.tiles_in(everything & ~known.laid)
        }
        self._tiles = sorted(owners.items(), key=lambda tile: len(tile[1]))

    def all_hands(self) -> Iterator[dict[int, int]]:
        """Every way to give the hidden tiles to owners, as bits by owner."""
        return self._given(0, defaultdict(int))

    def _given(self, number: int, held: dict[int, int]) -> Iterator[dict[int, int]]:
        self.steps += 1
        if number == len(self._tiles):
            yield held
            return
        tile, owners = self._tiles[number]
        for owner in owners:
            if self._free[owner] and self.steps <= STEPS:
                self._free[owner] -= 1
                held[owner] |= tile
                yield from self._given(number + 1, held)
                held[owner] ^= tile
                self._free[owner] += 1

    def ways(self, held: dict[int, int]) -> int:
        """In how many ways the owners can have got what they hold and what they have played since."""
        return prod(self._ways_of(owner, held.get(owner, 0) | self._played[owner]) for owner in self._free)

    @cache  # noqa: B019 - a search is short-lived
    def _ways_of(self, owner: int, tiles: int) -> int:
        """In how many ways *tiles* fill the slots of *owner*. Tiles of slots that are alike may be in any order."""
        slots = [slot for slot in self._slots if slot[0] == owner]
        ways = {tuple(self._slots[slot] for slot in slots): 1}  # by the number of free slots of each kind
        for tile in rules.tiles_in(tiles):
            then = defaultdict[tuple[int, ...], int](int)
            for free, number in ways.items():
                for place, (_owner, fits) in enumerate(slots):
                    if free[place] and tile.bit & fits:
                        then[(*free[:place], free[place] - 1, *free[place + 1 :])] += number
            ways = then
        return sum(ways.values())
