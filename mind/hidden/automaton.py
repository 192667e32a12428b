"""The layout by its values alone: what fits it, and what a tile makes of it (rules.md 2).

Only the values of the ends, and what each counts, decide what can be played next. The tiles that lie there don't. So a
whole line of play has few layouts, and each is computed once.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
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


class _Growth(NamedTuple):
    """The rules that say how a layout grows. Games in which they are equal share an automaton."""

    tiles: tuple[rules.Tile, ...]
    match: str
    spinner: str
    ends: int
    lengthwise: bool
    closing: bool
    together: int


class Automaton:
    """Layouts as numbers (states). By state, *takes* has all tiles that fit, as bits; *counts* the count of the ends.

    `after` has the states that a tile leads to, or several doubles in one turn: several states where there are several
    ends or ways to lay a double.
    """

    def __init__(self, growth: _Growth) -> None:
        self._spinner: Final = growth.spinner
        self._ends: Final = growth.ends
        self._total: Final = None if growth.match == "equal" else int(growth.match.partition(":")[2])
        self._styles: Final = ["", *["="] * growth.lengthwise, *["x"] * growth.closing]
        self._most_doubles: Final = growth.together
        self._tiles: Final = {tile.bit: tile for tile in growth.tiles}
        self._doubles: Final = sum(tile.bit for tile in growth.tiles if tile.double)
        self._fitting: Final = {
            value: sum(tile.bit for tile in growth.tiles if self._half(value) in (tile.high, tile.low))
            for value in range(max(tile.high for tile in growth.tiles) + 1)
        }
        self.takes: list[int] = []
        self.counts: list[int] = []
        self.after: list[dict[int, tuple[int, ...]]] = []
        self._keys: list[_Key] = []
        self._states: dict[_Key, int] = {}
        self._scoring: dict[int, tuple[tuple[int, int], ...]] = {}

    def _half(self, value: int) -> int:
        """The half of a tile that fits an end of *value*."""
        return value if self._total is None else self._total - value

    def state(self, layout: rules.Layout) -> int:
        """The state of an engine's layout that isn't empty."""
        ends = []
        house = self._spinner == "house"
        for end in layout.ends:
            uncovered = house and end.tile.double and end.arm == "line"
            ends.append(_End(end.value, end.worth if self._ends else 0, uncovered))
        line = [end for end in layout.ends if end.arm == "line"]
        alone = len(line) == 2 and line[0] is line[1]
        return self._state(ends, layout.spinner is not None, alone)

    def _state(self, ends: Sequence[_End], spinner: bool, alone: bool) -> int:
        return self._number(self._told(_Key(tuple(ends), spinner, alone)))

    def _told(self, key: _Key) -> _Key:
        """*key* with its ends in order, and without what makes no difference under these rules."""
        spinner = key.spinner and self._spinner in ("first", "house")
        alone = key.alone and (self._ends > 0 or self._spinner == "house")
        return _Key(tuple(sorted(key.ends)), spinner, alone)

    def _number(self, key: _Key) -> int:
        state = self._states.get(key)
        if state is None:
            state = self._states[key] = len(self._keys)
            self._keys.append(key)
            takes = 0
            for end in key.ends:
                takes |= self._fitting[end.value]
            self.takes.append(takes)
            counted = sum(end.worth for end in key.ends)
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
        return _End(value, value if self._ends else 0)

    def _double_end(self, value: int) -> _End:
        return _End(value, 2 * value if self._ends else 0, self._spinner == "house")

    def moves(self, state: int, hand: int) -> Iterator[tuple[int, int]]:
        """Every turn that *hand* allows: the bits of its tiles, and the state after it."""
        fits = hand & self.takes[state]
        after = self.after[state]
        for tiles in [tile.bit for tile in rules.tiles_in(fits)] + self.sets_of_doubles(fits):
            for then in after[tiles] if tiles in after else self.play(state, tiles):
                yield tiles, then

    def sets_of_doubles(self, fits: int) -> list[int]:
        """The bits of two doubles or more that may be tried in one turn."""
        doubles = [tile.bit for tile in rules.tiles_in(fits & self._doubles)]
        return [sum(chosen) for number in range(2, self._most_doubles + 1) for chosen in combinations(doubles, number)]

    def play(self, state: int, tiles: int) -> tuple[int, ...]:
        """The states that *tiles* (bits) can lead to: one tile that fits, or several doubles. Stored in `after`."""
        key, turn = self._keys[state], rules.tiles_in(tiles)
        keys = {key}
        for number, tile in enumerate(turn):
            ends = [end for end in set(key.ends) if self._fits(tile, end) and not self._waits(end, key.ends)]
            styles = self._styles_of(tile, number, len(turn), key.spinner)
            keys = {self._grown(grown, end, tile, style) for grown in keys for end in ends for style in styles}
        # In the order of the keys: numbers depend on what this process has seen before.
        then = sorted({self._told(grown) for grown in keys})
        states = self.after[state][tiles] = tuple(map(self._number, then))
        return states

    def _styles_of(self, tile: rules.Tile, number: int, together: int, spinner: bool) -> list[str]:
        """How *tile*, the turn's *number*-th of *together*, may lie: "" across, "=" lengthwise, "x" closed
        (rules.md 2, 9.2).
        """
        awaited = self._spinner == "first" and not spinner
        if not tile.double:
            return [""]
        if not awaited:
            return self._styles
        if together > 1 and "x" in self._styles:
            return ["x"] if together == 2 else []
        return self._styles if number else [""]

    def _grown(self, key: _Key, end: _End, tile: rules.Tile, style: str) -> _Key:
        """The layout with *tile* on *end*."""
        rest = list(key.ends)
        rest.remove(end)
        if behind := self._behind(end, tile, style):
            rest.append(behind)
        sides, spins = self._opened(end, tile, style, key)
        return _Key((*rest, *(_End(side, 0) for side in sides)), spins, False)

    def _behind(self, end: _End, tile: rules.Tile, style: str) -> _End | None:
        """The end behind *tile* on *end*; None behind a closed double."""
        if style == "x":
            return None
        if tile.double and not style:
            return self._double_end(tile.high)
        return self._half_end(tile.other(self._half(end.value)))

    def _fits(self, tile: rules.Tile, end: _End) -> bool:
        return self._half(end.value) in (tile.high, tile.low)

    def _waits(self, end: _End, ends: tuple[_End, ...]) -> bool:
        """Whether it is a side end of a spinner with a free straight end, which has to be covered first
        (rules.md 10).
        """
        return self._ends > 0 and not end.worth and self._double_end(end.value) in ends and end.value > 0

    def _opened(self, covered: _End, tile: rules.Tile, style: str, key: _Key) -> tuple[tuple[int, ...], bool]:
        """The side ends that open when *tile* covers an end, and whether there is a spinner from then on."""
        spinner = key.spinner
        if tile.double and (self._spinner == "all" or (self._spinner == "first" and not spinner and style != "x")):
            return (tile.high,) * 2, True
        if self._spinner == "house" and not spinner and covered.double and not key.alone:
            return (covered.value,) * 2, True
        return (), spinner

    def scoring(self, state: int) -> tuple[tuple[int, int], ...]:
        """The tiles that score next, as bits, by what the ends count then: each by the most it can score.

        Counted without the states they lead to: with large sets, those would be tens of thousands.
        """
        counts = self._scoring.get(state)
        if counts is None:
            key, most = self._keys[state], dict[int, int]()
            all_of_it = sum(end.worth for end in key.ends)
            for end in set(key.ends):
                if self._waits(end, key.ends):
                    continue
                for tile in rules.tiles_in(self._fitting[end.value]):
                    for style in self._styles_of(tile, 0, 1, key.spinner):
                        behind = self._behind(end, tile, style)
                        count = all_of_it - end.worth + (behind.worth if behind else 0)
                        if count and not count % self._ends:
                            most[tile.bit] = max(most.get(tile.bit, 0), count)
            by_count = defaultdict[int, int](int)
            for bit, count in most.items():
                by_count[count] |= bit
            counts = self._scoring[state] = tuple(sorted(by_count.items()))
        return counts

    def fresh(self) -> "Automaton":
        """This automaton, emptied if it has grown too large. Earlier states are invalid then."""
        if len(self._keys) > MOST_STATES:
            for kept in (self.takes, self.counts, self.after, self._keys, self._states, self._scoring):
                kept.clear()
        return self


@lru_cache(maxsize=32)
def _automaton(growth: _Growth) -> Automaton:
    return Automaton(growth)


def automaton(ruleset: rules.RuleSet) -> Automaton:
    """The automaton of these rules, shared by all games whose layouts grow alike."""
    growth = _Growth(
        ruleset.tiles, ruleset.match, ruleset.spinner, ruleset.ends,
        ruleset.double_lengthwise, ruleset.closing, ruleset.doubles_per_turn,
    )  # fmt: skip
    return _automaton(growth).fresh()
