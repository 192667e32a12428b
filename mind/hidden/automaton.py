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
    """An end: its value, its count (0 where ends aren't counted), whether a double lies there uncovered (set only where
    that matters: `spinner: house`, `ends: alike`), and whether that double *waits* to be filled (`fill`).
    """

    value: int
    worth: int
    double: bool = False
    waits: bool = False


class _Key(NamedTuple):
    """Equal for layouts that play alike: the ends in order, whether there is a spinner, whether a double lies alone."""

    ends: tuple[_End, ...]
    spinner: bool
    alone: bool


class _Growth(NamedTuple):
    """The rules that say how a layout grows. Games in which they are equal share an automaton."""

    tiles: tuple[rules.Tile, ...]
    total: int | None  # of the halves that meet; None: they are equal
    matadors: int  # the tiles that go on any end, as bits
    spinner: rules.words.Spinner
    fill: rules.words.Fill
    arms: int
    ends: int | str
    divisors: tuple[int, ...]
    ends_pay: rules.words.EndsPay
    lengthwise: bool
    closing: bool
    together: int


class Automaton:
    """Layouts as numbers (states). By state, *takes* has all tiles that fit, as bits; *points* those that the ends pay
    right after a play.

    `after` has the states that a tile leads to, or several doubles in one turn: several states where there are several
    ends or ways to lay a double.
    """

    def __init__(self, growth: _Growth) -> None:
        self._spinner: Final = growth.spinner
        self._fill: Final = growth.fill
        self._arms: Final = growth.arms
        self._alike: Final = growth.ends == "alike"
        self._ends_pay: Final = bool(growth.ends)
        self._divisors: Final = growth.divisors
        self._parts: Final = growth.ends_pay == "parts"
        self._tells_doubles: Final = self._alike or growth.spinner == "house"
        self._total: Final = growth.total
        self._styles: Final = ["", *["="] * growth.lengthwise, *["x"] * growth.closing]
        self._most_doubles: Final = growth.together
        self._tiles: Final = {tile.bit: tile for tile in growth.tiles}
        self._doubles: Final = sum(tile.bit for tile in growth.tiles if tile.double)
        self.matadors: Final = growth.matadors
        self._two_ways: Final = growth.matadors & ~self._doubles  # either half can stay outside
        self._fitting: Final = {
            value: growth.matadors
            | sum(tile.bit for tile in growth.tiles if self._half(value) in (tile.high, tile.low))
            for value in range(max(tile.high for tile in growth.tiles) + 1)
        }
        self.takes: list[int] = []
        self.points: list[int] = []
        self.after: list[dict[int, tuple[int, ...]]] = []
        self._keys: list[_Key] = []
        self._states: dict[_Key, int] = {}
        self._scoring: dict[int, tuple[tuple[int, int], ...]] = {}

    def _half(self, value: int) -> int:
        """The half of a tile that fits an end of *value*."""
        return value if self._total is None else self._total - value

    def state(self, layout: rules.Layout) -> int:
        """The state of an engine's layout that isn't empty."""
        ends, waiting = [], layout.waiting
        for end in layout.ends:
            uncovered = self._tells_doubles and end.tile.double and end.arm == "line"
            ends.append(_End(end.value, end.worth if self._divisors else 0, uncovered, end.tile is waiting))
        line = [end for end in layout.ends if end.arm == "line"]
        alone = len(line) == 2 and line[0] is line[1]
        return self._state(ends, layout.spinner is not None, alone)

    def _state(self, ends: Sequence[_End], spinner: bool, alone: bool) -> int:
        return self._number(self._told(_Key(tuple(ends), spinner, alone)))

    def _told(self, key: _Key) -> _Key:
        """*key* with its ends in order, and without what makes no difference under these rules."""
        spinner = key.spinner and self._spinner in ("first", "house")
        alone = key.alone and (self._tells_doubles or bool(self._divisors))
        return _Key(tuple(sorted(key.ends)), spinner, alone)

    def _number(self, key: _Key) -> int:
        state = self._states.get(key)
        if state is None:
            state = self._states[key] = len(self._keys)
            self._keys.append(key)
            takes = 0
            for end in self._open(key.ends):
                takes |= self._fitting[end.value]
            self.takes.append(takes)
            self.points.append(self._pays(key.ends, key.alone))
            self.after.append({})
        return state

    def _pays(self, ends: Sequence[_End], alone: bool) -> int:
        """The points for these ends right after a play (rules.md 6). *alone*: a double is the only tile."""
        if not self._ends_pay:
            return 0
        if self._alike:
            if len({end.value for end in ends}) != 1:
                return 0
            return 3 if not alone and any(end.double for end in ends) else 2
        count = sum(end.worth for end in ends)
        return self._paid(count // 2 if alone else count)

    def _paid(self, count: int) -> int:
        """The points for this count of the ends."""
        if not count:
            return 0
        return sum(count // divisor if self._parts else count for divisor in self._divisors if not count % divisor)

    def values(self, state: int) -> tuple[int, ...]:
        """The values of the ends."""
        return tuple(end.value for end in self._keys[state].ends)

    def released(self, state: int, unlaid: int) -> int:
        """*state* if a tile of *unlaid* (bits) fits its double that waits; else with that double filled (`fill`)."""
        if self._fill == "none" or self.takes[state] & unlaid:
            return state
        key = self._keys[state]
        return self._state([end._replace(waits=False) for end in key.ends], key.spinner, key.alone)

    def lead(self, bit: int) -> int:
        """The state with the tile of *bit* alone on the table."""
        tile = self._tiles[bit]
        if not tile.double:
            return self._state([self._half_end(tile.high), self._half_end(tile.low)], False, False)
        first = self._spinner in ("first", "all")
        ends = [self._double_end(tile.high)] * 2 + [_End(tile.high, 0)] * (self._arms - 2) * first
        if self._fill != "none":
            ends = [end._replace(waits=True) for end in ends]
        return self._state(ends, first, True)

    def _half_end(self, value: int) -> _End:
        return _End(value, value if self._divisors else 0)

    def _double_end(self, value: int, lengthwise: bool = False) -> _End:
        worth = value if lengthwise else 2 * value
        return _End(value, worth if self._divisors else 0, self._tells_doubles)

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
            ends = [end for end in self._open(key.ends) if tile.bit & self._fitting[end.value]]
            styles = self._styles_of(tile, number, len(turn), key.spinner)
            keys = {
                then
                for grown in keys
                for end in ends
                for style in styles
                for then in self._grown(grown, end, tile, style)
            }
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

    def _grown(self, key: _Key, end: _End, tile: rules.Tile, style: str) -> Iterator[_Key]:
        """The layouts with *tile* on *end*."""
        rest = list(key.ends)
        rest.remove(end)
        sides, spins = self._opened(end, tile, style, key)
        waits = bool(sides) and self._fill == "all"
        for behind in self._behind(end, tile, style):
            new = (*behind, *(_End(side, 0) for side in sides))
            yield _Key((*rest, *(each._replace(waits=True) for each in new)) if waits else (*rest, *new), spins, False)

    def _behind(self, end: _End, tile: rules.Tile, style: str) -> list[tuple[_End, ...]]:
        """The ends that can be behind *tile* on *end*: one; none for a closed double; two for a matador."""
        if style == "x":
            return [()]
        if tile.double:
            return [(self._double_end(tile.high, style == "="),)]
        if tile.bit & self._two_ways:
            return [(self._half_end(half),) for half in (tile.high, tile.low)]
        return [(self._half_end(tile.other(self._half(end.value))),)]

    def _open(self, ends: tuple[_End, ...]) -> list[_End]:
        """The ends that a tile can be played on, each once: those of a double that waits, if one does, and a straight
        end of a spinner before its side ends, where they count differently (rules.md 2, 10).
        """
        there = set(ends)
        if self._fill != "none":
            there = {end for end in there if end.waits} or there
        if not self._divisors:
            return list(there)
        straight = {end.value for end in ends if end.worth == 2 * end.value > 0}
        return [end for end in there if end.worth or end.value not in straight]

    def _opened(self, covered: _End, tile: rules.Tile, style: str, key: _Key) -> tuple[tuple[int, ...], bool]:
        """The side ends that open when *tile* covers an end, and whether there is a spinner from then on."""
        spinner = key.spinner
        if tile.double and (self._spinner == "all" or (self._spinner == "first" and not spinner and style != "x")):
            return (tile.high,) * 2, True
        if self._spinner == "house" and not spinner and covered.double and not key.alone:
            return (covered.value,) * 2, True
        return (), spinner

    def scoring(self, state: int) -> tuple[tuple[int, int], ...]:
        """The tiles that score next, as bits, by the points: each by the most it can score.

        Counted without the states they lead to: with large sets, those would be tens of thousands.
        """
        scoring = self._scoring.get(state)
        if scoring is None:
            key, most = self._keys[state], dict[int, int]()
            for end in self._open(key.ends):
                rest = list(key.ends)
                rest.remove(end)
                for tile in rules.tiles_in(self._fitting[end.value]):
                    for style in self._styles_of(tile, 0, 1, key.spinner):
                        for behind in self._behind(end, tile, style):
                            if points := self._pays((*rest, *behind), alone=False):
                                most[tile.bit] = max(most.get(tile.bit, 0), points)
            by_points = defaultdict[int, int](int)
            for bit, points in most.items():
                by_points[points] |= bit
            scoring = self._scoring[state] = tuple(sorted(by_points.items()))
        return scoring

    def fresh(self) -> "Automaton":
        """This automaton, emptied if it has grown too large. Earlier states are invalid then."""
        if len(self._keys) > MOST_STATES:
            for kept in (self.takes, self.points, self.after, self._keys, self._states, self._scoring):
                kept.clear()
        return self


@lru_cache(maxsize=32)
def _automaton(growth: _Growth) -> Automaton:
    return Automaton(growth)


def automaton(ruleset: rules.RuleSet) -> Automaton:
    """The automaton of these rules, shared by all games whose layouts grow alike."""
    total = ruleset.board.total
    growth = _Growth(
        ruleset.tiles, total, ruleset.board.anywhere, ruleset.spinner, ruleset.fill, ruleset.arms,
        ruleset.ends, ruleset.divisors, ruleset.ends_pay,
        ruleset.double_lengthwise, ruleset.closing, ruleset.doubles_per_turn,
    )  # fmt: skip
    return _automaton(growth).fresh()
