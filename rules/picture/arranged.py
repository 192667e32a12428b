"""Where the tiles of a layout lie, as on the pages: the lead in the middle, and arms that turn at the borders of a box.

The same as static/js/geometry/layout.js, where the comments are.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, inf
from typing import NamedTuple

from ..pieces.as_json import LaidTile, OpenEnd
from ..pieces.layout import SIDE
from ..pieces.tiles import Tile, tile
from .grid import REACH, ArmEnd, Box, Grid, Place, Point, free_places, open_edge, price, step, turned
from .lines import Arrangement, Placed, in_lines

ARMS = 4  # of a double that is a spinner
PITCH, BAR = 5, 6
ROOMIER = (
    (1, 2), (1, 3), (1, 1), (1.15, 2), (1.15, 3), (1.3, 2), (1.3, 3), (1.3, 1), (1.6, 2), (1.6, 3),
    (1.6, 4), (2, 2), (2, 4), (2.6, 2), (2.6, 4), (2.6, 6), (3.5, 2), (3.5, 6), (5, 3), (5, 8),
)  # fmt: skip
RETHINKS = 60
# The box's columns that we try: the one with the largest tiles wins.
COLUMNS, BRANCHING = (10, 12, 14, 17, 20), (14, 20)


class Joining(NamedTuple):
    """How the tiles of a game join. *total*: what touching halves add up to, None if they are equal. *arms*: of a
    leading spinner. *in_rows*: the lines of Sausage.
    """

    total: int | None = None
    arms: int = ARMS
    in_rows: bool = False


def arranged(
    layout: Sequence[LaidTile], width: float, height: float, joining: Joining, ends: Sequence[OpenEnd] = ()
) -> Arrangement:
    """*layout* and *ends*, as a view has them, with tiles as large as possible in *width* × *height*."""
    if not layout:
        return Arrangement(())
    branches = any(each.spinner or each.arm == SIDE for each in layout)
    tried = (
        in_lines(layout, ends, columns) if joining.in_rows else in_box(layout, columns, rows, joining)
        for columns in (BRANCHING if branches else COLUMNS)
        for rows in [max(6, round(columns * height / width))]
    )
    return max(tried, key=lambda each: each.unit(width, height))


def in_box(layout: Sequence[LaidTile], columns: int, rows: int, joining: Joining) -> Arrangement:
    """A line or branches in a box of *columns* × *rows* units."""
    branching = any(each.spinner or each.arm == SIDE for each in layout)

    def attempt(
        way: tuple[float, int],
        record: float = inf,
        played: Iterable[LaidTile] = layout,
        needed: frozenset[tuple[str, str]] | None = None,
        bar: int = 0,
    ) -> "_Table":
        wider, gap = way
        sizes = [_rounded(each * wider) for each in (columns, rows, PITCH)]
        table = _Table(Box(sizes[0], sizes[1], gap, sizes[2], bar, needed), branching, joining)
        for each in played:
            if len(table.stuck) < record:
                table.add(each)
        return table

    best = attempt(ROOMIER[0])
    for way in ROOMIER[1:]:
        if best.stuck:
            best = _better(best, attempt(way, len(best.stuck)))
    built_on, order = frozenset((str(each.onto), each.arm) for each in layout), list(layout)
    tries = 0
    while best.stuck and tries < RETHINKS:
        table = attempt(ROOMIER[tries % len(ROOMIER)], len(best.stuck), order, built_on, BAR)
        best, tries = _better(best, table), tries + 1
        order = _with_first(table.stuck[0], order) if table.stuck else order
    return best.result(layout)


def _better(one: "_Table", other: "_Table") -> "_Table":
    return other if len(other.stuck) < len(one.stuck) else one


def _with_first(played: LaidTile | None, order: list[LaidTile]) -> list[LaidTile]:
    """*order* with *played* and all it builds on moved to the front."""
    chain = list[LaidTile]()
    while played is not None:
        chain.insert(0, played)
        onto = played.onto
        played = next((each for each in order if each.tile == onto), None)
    return [*chain, *(each for each in order if each not in chain)]


def _rounded(number: float) -> int:
    """As JavaScript rounds."""
    return floor(number + 0.5)


class _Shape(NamedTuple):
    meets: int
    opens: int
    crosswise: bool


@dataclass(slots=True)
class _Option:
    end: ArmEnd
    place: Place
    cost: float


_Room = tuple[list[Place], bool]


class _Table:
    """Tiles as they are placed, one after the other."""

    def __init__(self, box: Box, branching: bool, joining: Joining) -> None:
        self.box, self.branching, self.joining = box, branching, joining
        self.stuck: list[LaidTile] = []  # plays that had no free place touching their neighbour
        self.grid, self.ends = Grid(), list[ArmEnd]()
        self.tiles: list[tuple[LaidTile, Placed]] = []

    def add(self, played: LaidTile) -> None:
        shape, end, place = self._choose(played)
        if end is not None:
            self.ends.remove(end)
        number = len(self.tiles)
        self.grid.put(place, number)
        self.tiles.append((played, _placed(played, shape, place)))
        self.ends += self._openings(played, shape, place, end, number)

    def _choose(self, played: LaidTile) -> tuple[_Shape, ArmEnd | None, Place]:
        its = tile(played.tile)
        shape = self._shape(played, its)
        if not played.onto:
            if shape.crosswise and (self.joining.arms > ARMS or (played.spinner and self.box.bar)):
                return shape._replace(crosswise=False), None, self._hub()
            return shape, None, Place(-1, -2, 2, 4) if shape.crosswise else Place(-2, -1, 4, 2)
        ends = self._ends_of(played)
        options = [
            _Option(end, place, price(self.grid, end, place, self.box))
            for end in ends
            for place in free_places(self.grid, end, shape.crosswise)
        ]
        options.sort(key=lambda option: option.cost)
        best: _Option | None = None
        rooms: dict[ArmEnd, _Room] = {}
        for option in options:
            least = inf if best is None else best.cost
            if option.cost >= least:
                break
            if self.branching and len(options) > 1:
                option.cost += self._harm(played, shape, option, rooms, least - option.cost)
            if option.cost < least:
                best = option
        if best is not None:
            return shape, best.end, best.place
        self.stuck.append(played)
        end = ends[0] if ends else None
        return shape, end, self._anywhere(end.p if end else (0, 0), shape.crosswise)

    def _shape(self, played: LaidTile, its: Tile) -> _Shape:
        """The half that meets the neighbour and the one that stays open, and whether it lies across."""
        at, total, crosswise = played.at, self.joining.total, its.double and not played.lengthwise
        if played.out is not None:
            return _Shape(its.other(played.out), played.out, crosswise)
        if at is None or its.high == (at if total is None else total - at):
            return _Shape(its.high, its.low, crosswise)
        return _Shape(its.low, its.high, crosswise)

    def _ends_of(self, played: LaidTile) -> list[ArmEnd]:
        """The ends it may go on: of the arm asked for, else any, the line before the sides."""
        onto = max((n for n, (each, _) in enumerate(self.tiles) if each.tile == played.onto), default=-1)
        every = [end for end in self.ends if end.tile == onto and played.at in (None, end.value)]
        for arm in (played.arm, "line"):
            if asked := [end for end in every if end.arm == arm]:
                return asked
        return every

    def _harm(self, played: LaidTile, shape: _Shape, option: _Option, rooms: dict[ArmEnd, _Room], most: float) -> int:
        """What a tile there would cost the ends that stay open. Stops counting at *most*."""
        grid, place, number = self.grid, option.place, len(self.tiles)
        bounds = grid.bounds
        grid.put(place, number)
        openings = self._openings(played, shape, place, option.end, number)
        harm, hidden = 0, list[list[Place]]()
        for other in [*openings, *self.ends]:
            if other is option.end or not self._matters(other, played):
                continue
            if harm >= most:
                break
            places, takes_double = self._room(other, place, rooms)
            if not places:
                harm += 1500
                continue
            if not takes_double:
                harm += 300
            if not any(grid.sees_out(open_edge(way)) for way in places):
                hidden.append(places)
        if hidden and harm < most:
            out = grid.reached(way for places in hidden for way in places)
            harm += 500 * sum(out.isdisjoint(places) for places in hidden)
        grid.lift(place, bounds)
        return harm

    def _room(self, end: ArmEnd, place: Place, rooms: dict[ArmEnd, _Room]) -> _Room:
        """What fits at an open end; computed once for all tiles that are too far away to matter."""
        x, y, w, h, *_ = place
        near = x - REACH < end.p[0] < x + w + REACH and y - REACH < end.p[1] < y + h + REACH
        if not near and end in rooms:
            return rooms[end]
        places = free_places(self.grid, end, crosswise=False)
        room = places, bool(places and free_places(self.grid, end, crosswise=True))
        if not near:
            rooms[end] = room
        return room

    def _matters(self, end: ArmEnd, played: LaidTile) -> bool:
        on = self.tiles[end.tile][0] if end.tile < len(self.tiles) else played
        return self.box.needed is None or (on.tile, end.arm) in self.box.needed

    def _anywhere(self, at: Point, crosswise: bool) -> Place:
        """The nearest free place, for an arm that no box was wide enough for."""
        w, h = (2, 4) if crosswise else (4, 2)
        ring = 2
        while True:
            for i in range(-ring, ring + 1):
                for dx, dy in ((i, -ring), (i, ring), (-ring, i), (ring, i)):
                    place = Place(at[0] + dx, at[1] + dy, w, h, 0, "apart")
                    if self.grid.fits(place, -1):
                        return place
            ring += 1

    def _slots(self, n: int) -> list[int]:
        """The middles of *n* arms along a long side of a hub."""
        return [_rounded(self.box.pitch * (at - (n - 1) / 2)) for at in range(n)]

    def _hub(self) -> Place:
        """The bar around a lead with many arms."""
        n, beyond = max(1, ceil(self.joining.arms / 2) - 1), 2 + self.box.bar
        return Place(self._slots(n)[0] - beyond, -1, self.box.pitch * (n - 1) + 2 * beyond, 2)

    def _openings(self, played: LaidTile, shape: _Shape, place: Place, end: ArmEnd | None, number: int) -> list[ArmEnd]:
        """The ends that a newly placed tile adds."""
        if played.closed:
            return []
        p, d, double = open_edge(place), place.d, shape.crosswise
        ways = _ways_on(end, d) if end is not None and place.turn != "apart" else (d, turned(d, 1), None)
        branching = self.branching and double
        found = [ArmEnd(number, double, branching, *ways, p, d, "line", shape.opens)]
        if not played.onto:
            found.append(ArmEnd(number, double, branching, 2, 3, None, step(p, 2, place.w), 2, "line", shape.meets))
        sides = (ARMS if played.onto else self.joining.arms) - 2 if played.spinner else 0
        if double:
            for by in (1, -1)[: max(sides, 0)]:
                way = turned(d, by)
                drift = d if played.onto else turned(way, 1)
                edge = step(step(p, d, -1), way, 2)
                found.append(ArmEnd(number, False, branching, way, drift, None, edge, way, SIDE, shape.opens))
        elif not played.onto:
            for way, y, n in ((3, -1, ceil(sides / 2)), (1, 1, sides // 2)):
                for x in self._slots(n):
                    drift = 0 if x > 0 else 2
                    found.append(ArmEnd(number, False, branching, way, drift, None, (x, y), way, SIDE, shape.opens))
        return found

    def result(self, layout: Sequence[LaidTile]) -> Arrangement:
        order = {each.tile: number for number, each in enumerate(layout)}
        tiles = [placed for _, placed in sorted(self.tiles, key=lambda each: order[each[0].tile])]
        x0, y0, x1, y1 = self.grid.bounds
        return Arrangement(tuple(tiles), x0 / 2, y0 / 2, (x1 - x0) / 2, (y1 - y0) / 2)


def _ways_on(end: ArmEnd, d: int) -> tuple[int, int, int | None]:
    """How an arm continues after turning to *d*: its travel, drift and row."""
    if d % 2 == end.travel % 2:
        return d, end.drift, None
    return end.travel, end.drift, end.row if end.d == d else end.p[1 - end.travel % 2]


def _placed(played: LaidTile, shape: _Shape, place: Place) -> Placed:
    w = min(place.w, 4)
    values = (shape.meets, shape.opens) if place.d < 2 else (shape.opens, shape.meets)
    hub = place.w / 2 if place.w > w else 0
    x, y, vertical = (place.x + (place.w - w) / 2) / 2, place.y / 2, place.h > place.w
    return Placed(x, y, vertical, values, played.ply, played.spinner, hub)
