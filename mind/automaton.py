"""The layout by its values alone: what fits it, and what a tile makes of it (rules.md 2).

Only the values of the ends, and what each counts, decide what can be played next. The tiles that lie there don't. So a
whole line of play has few layouts, and each is computed once.
"""

from functools import lru_cache
from typing import Final, NamedTuple

import rules

MOST_STATES = 60_000  # then we start over: where every double is a spinner, layouts are endless


class _End(NamedTuple):
    """An end: its value, its count (0 where ends aren't counted), and whether a double lies there uncovered (set only
    where that makes it a spinner: `spinner: house`).
    """

    value: int
    worth: int
    double: bool = False


class _Key(NamedTuple):
    """Equal for layouts that play alike: the ends in order, whether there is a spinner, whether a double lies alone."""

    ends: tuple[_End, ...]
    spinner: bool
    alone: bool


class Automaton:
    """Layouts as numbers (states). By state, *takes* has all tiles that fit, as bits; *counts* the count of the ends.

    `after` has the states that a tile leads to: several where it fits several ends. Doubles are laid across, never
    closed.
    """

    def __init__(self, highest: int, doubles: bool, match: str, spinner: str, counting: bool) -> None:
        self._spinner: Final = spinner
        self._counting: Final = counting
        self._total: Final = None if match == "equal" else int(match.partition(":")[2])
        everything = rules.tiles_in((1 << (highest + 1) * (highest + 2) // 2) - 1)
        self._tiles: Final = {tile.bit: tile for tile in everything if doubles or not tile.double}
        self._fitting: Final = {
            value: sum(bit for bit, tile in self._tiles.items() if self._half(value) in (tile.high, tile.low))
            for value in range(highest + 1)
        }
        self.takes: list[int] = []
        self.counts: list[int] = []
        self.after: list[dict[int, tuple[int, ...]]] = []
        self._keys: list[_Key] = []
        self._states: dict[_Key, int] = {}

    def _half(self, value: int) -> int:
        """The half of a tile that fits an end of *value*."""
        return value if self._total is None else self._total - value

    def state(self, layout: rules.Layout) -> int:
        """The state of an engine's layout that isn't empty."""
        ends = []
        house = self._spinner == "house"
        for end in layout.ends:
            uncovered = house and end.tile.double and end.arm == "line"
            ends.append(_End(end.value, end.worth if self._counting else 0, uncovered))
        line = [end for end in layout.ends if end.arm == "line"]
        alone = len(line) == 2 and line[0] is line[1]
        return self._state(ends, layout.spinner is not None, alone)

    def _state(self, ends: list[_End], spinner: bool, alone: bool) -> int:
        told = self._spinner in ("first", "house")
        key = _Key(tuple(sorted(ends)), spinner and told, alone and (self._counting or self._spinner == "house"))
        state = self._states.get(key)
        if state is None:
            state = self._states[key] = len(self._keys)
            self._keys.append(key)
            takes = 0
            for end in ends:
                takes |= self._fitting[end.value]
            self.takes.append(takes)
            counted = sum(end.worth for end in ends)
            self.counts.append(counted // 2 if key.alone else counted)
            self.after.append({})
        return state

    def lead(self, bit: int) -> int:
        """The state with the tile of *bit* alone on the table."""
        tile = self._tiles[bit]
        if not tile.double:
            return self._state([self._half_end(tile.high), self._half_end(tile.low)], False, False)
        ends = [self._double_end(tile.high)] * 2
        first = self._spinner in ("first", "all")
        return self._state(ends + [_End(tile.high, 0)] * 2 * first, first, True)

    def _half_end(self, value: int) -> _End:
        return _End(value, value if self._counting else 0)

    def _double_end(self, value: int) -> _End:
        return _End(value, 2 * value if self._counting else 0, self._spinner == "house")

    def play(self, state: int, bit: int) -> tuple[int, ...]:
        """The states that the tile of *bit*, which fits, can lead to. Stored in `after`."""
        tile, (ends, spinner, alone) = self._tiles[bit], self._keys[state]
        found: dict[int, None] = {}
        for end in dict.fromkeys(ends):
            half = self._half(end.value)
            if half not in (tile.high, tile.low) or self._waits(end, ends):
                continue
            rest = list(ends)
            rest.remove(end)
            rest.append(self._double_end(tile.high) if tile.double else self._half_end(tile.other(half)))
            sides, spins = self._opened(end, tile, spinner, alone)
            found[self._state(rest + [_End(side, 0) for side in sides], spins, False)] = None
        states = self.after[state][bit] = tuple(found)
        return states

    def _waits(self, end: _End, ends: tuple[_End, ...]) -> bool:
        """Whether it is a side end of a spinner with a free straight end, which has to be covered first
        (rules.md 10).
        """
        return self._counting and not end.worth and self._double_end(end.value) in ends and end.value > 0

    def _opened(self, covered: _End, tile: rules.Tile, spinner: bool, alone: bool) -> tuple[tuple[int, ...], bool]:
        """The side ends that open when *tile* covers an end, and whether there is a spinner from then on."""
        if tile.double and (self._spinner == "all" or (self._spinner == "first" and not spinner)):
            return (tile.high,) * 2, True
        if self._spinner == "house" and not spinner and covered.double and not alone:
            return (covered.value,) * 2, True
        return (), spinner

    def fresh(self) -> "Automaton":
        """This automaton, emptied if it has grown too large. Earlier states are invalid then."""
        if len(self._keys) > MOST_STATES:
            for kept in (self.takes, self.counts, self.after, self._keys, self._states):
                kept.clear()
        return self


@lru_cache(maxsize=32)
def _automaton(highest: int, doubles: bool, match: str, spinner: str, counting: bool) -> Automaton:
    return Automaton(highest, doubles, match, spinner, counting)


def automaton(ruleset: rules.RuleSet) -> Automaton:
    """The automaton of these rules, shared by all games with them."""
    made = _automaton(ruleset.set, ruleset.doubles, ruleset.match, ruleset.spinner, bool(ruleset.ends))
    return made.fresh()
