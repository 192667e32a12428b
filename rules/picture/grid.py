"""How one arm of a layout can grow: each place for the next tile at an open end, and its cost.

The same as static/js/geometry/layout_arms.js, where the comments are. Lengths are half-units: a tile is 4 by 2. A
direction is 0 right, 1 down, 2 left, 3 up.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

SIZE = 640
HALF = SIZE // 2
REACH = 8
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))

Point = tuple[int, int]
Bounds = tuple[int, int, int, int]  # left, top, right, bottom


class Place(NamedTuple):
    """A place for a tile that continues in direction *d*, and how it turns there."""

    x: int
    y: int
    w: int
    h: int
    d: int = 0
    turn: str = "straight"


@dataclass(frozen=True, slots=True, eq=False)
class ArmEnd:
    """An open end of the tile with the number *tile*: *p* is the middle of its edge, *d* the way out of it."""

    tile: int
    on_double: bool
    branching: bool
    travel: int
    drift: int
    row: int | None
    p: Point
    d: int
    arm: str
    value: int


class Box(NamedTuple):
    """The room for a layout, in units. *needed*: the ends that need room, None for all."""

    columns: int
    rows: int
    gap: int
    pitch: int
    bar: int
    needed: frozenset[tuple[str, str]] | None


def turned(direction: int, by: int) -> int:
    return (direction + by) % 4


def step(p: Point, direction: int, n: int) -> Point:
    dx, dy = STEPS[direction]
    return p[0] + dx * n, p[1] + dy * n


def _index(x: int, y: int) -> int:
    return (y + HALF) * SIZE + x + HALF


class Grid:
    """The half-unit cells that are occupied, each with the number of its tile + 1."""

    def __init__(self) -> None:
        self._cells = bytearray(SIZE * SIZE)
        self._walls = bytearray(SIZE * SIZE)  # how many tiles block half a tile and its gap, centred here
        self.bounds: Bounds = (0, 0, 0, 0)

    def put(self, place: Place, number: int) -> None:
        self._fill(place, number + 1, 1)
        x, y, w, h, *_ = place
        x0, y0, x1, y1 = self.bounds
        self.bounds = min(x0, x), min(y0, y), max(x1, x + w), max(y1, y + h)

    def lift(self, place: Place, bounds: Bounds) -> None:
        self._fill(place, 0, -1)
        self.bounds = bounds

    def _fill(self, place: Place, value: int, by: int) -> None:
        x, y, w, h, *_ = place
        for row in range(_index(x, y), _index(x, y + h), SIZE):
            self._cells[row : row + w] = bytes((value,)) * w
        for row in range(_index(x - 1, y - 1), _index(x, y + h + 2), SIZE):
            for cell in range(row, row + w + 3):
                self._walls[cell] += by

    def sees_out(self, point: Point) -> bool:
        """Whether one of the four ways from *point* leads straight out of the layout."""
        x, y = point
        x0, y0, x1, y1 = self.bounds
        walls, at = self._walls, _index(x, y)

        def is_free(first: int, last: int, each: int = 1) -> bool:
            return not any(walls[first : last + 1 : each])

        return (
            is_free(at, _index(x1 + 2, y))
            or is_free(_index(x0 - 2, y), at)
            or is_free(at, _index(x, y1 + 2), SIZE)
            or is_free(_index(x, y0 - 2), at, SIZE)
        )

    def fits(self, place: Place, neighbour: int) -> bool:
        """Whether *place* is free and keeps its gap to all tiles but *neighbour*."""
        x, y, w, h, *_ = place
        if min(x, y, -x - w, -y - h) < 8 - HALF:
            return False
        return not self.crowding(place, 0, -1) and not self.crowding(place, 1, neighbour)

    def crowding(self, place: Place, gap: int, neighbour: int) -> int:
        """How many cells of *place* and the rim around it are occupied by tiles other than *neighbour*."""
        x, y, w, h, *_ = place
        wide, found = w + 2 * gap, 0
        for row in range(_index(x - gap, y - gap), _index(x - gap, y + h + gap), SIZE):
            line = self._cells[row : row + wide]
            if any(line):
                found += wide - line.count(0) - (line.count(neighbour + 1) if neighbour >= 0 else 0)
        return found

    def reached(self, places: Iterable[Place]) -> set[Place]:
        """Of *places*, those from which an arm could go on into the open."""
        x0, y0, x1, y1 = self.bounds
        left, right, top, bottom = x0 - REACH, x1 + REACH, y0 - REACH, y1 + REACH
        flooded, walls = bytearray(SIZE * SIZE), self._walls
        for y in (top, bottom):
            flooded[_index(left, y) : _index(right, y) + 1] = b"\1" * (right - left + 1)
        for x in (left, right):
            for y in range(top, bottom + 1):
                flooded[_index(x, y)] = 1
        queue = [_index(left + 1, top + 1)]
        while queue:
            at = queue.pop()
            for cell in (at + 1, at - 1, at + SIZE, at - SIZE):
                if not (flooded[cell] or walls[cell]):
                    flooded[cell] = 1
                    queue.append(cell)
        return {place for place in places if flooded[_index(*open_edge(place))]}


def _along(p: Point, d: int, length: int, width: int, turn: str) -> Place:
    """The place that starts with the middle of its edge at *p*."""
    x, y = step(p, d, length)
    if d % 2:
        return Place(p[0] - width // 2, min(p[1], y), width, length, d, turn)
    return Place(min(p[0], x), p[1] - width // 2, length, width, d, turn)


def _places_at(end: ArmEnd, crosswise: bool) -> Iterator[Place]:
    """Straight on, beside the open half, or beyond it round the corner."""
    length, width = (2, 4) if crosswise else (4, 2)
    yield _along(end.p, end.d, length, width, "straight")
    back, on = step(end.p, end.d, -1), step(end.p, end.d, 1)
    for by in (1, -1):
        d = turned(end.d, by)
        if not (end.on_double and end.branching):
            yield _along(step(back, d, 2 if end.on_double else 1), d, length, width, "beside")
        if not crosswise:
            yield _along(on if end.on_double else step(on, d, -1), d, 4, 2, "beyond")


def open_edge(place: Place) -> Point:
    """The middle of its open edge."""
    x, y, w, h, d, _ = place
    return x + (w, w // 2, 0, w // 2)[d], y + (h // 2, h, h // 2, 0)[d]


def free_places(grid: Grid, end: ArmEnd, crosswise: bool) -> list[Place]:
    return [place for place in _places_at(end, crosswise) if grid.fits(place, end.tile)]


def price(grid: Grid, end: ArmEnd, place: Place, box: Box) -> int:
    """The cost of growing here: straight on while there is room, then one leg outwards and back again."""
    travel, drift, d = end.travel, end.drift, place.d
    leg = end.d == drift
    cost = int(place.turn == "beyond")
    if end.d == travel:
        cost += 0 if d == travel else 10 if d == drift else 40
    elif leg:
        cost += 6 if d == drift else 0 if d == turned(travel, 2) else 30
    else:
        cost += 6 if d == end.d else 2
    vertical = travel % 2
    limit = (box.rows if vertical else box.columns) - (d == end.d == travel)
    begin, length = (place.y, place.h) if vertical else (place.x, place.w)
    if out := max(0, -limit - begin, begin + length - limit):
        cost += 100 + 10 * out
    if leg and d != end.d and end.row is not None and abs(open_edge(place)[not vertical] - end.row) < 5:
        cost += 25
    return cost + grid.crowding(place, box.gap, end.tile)
