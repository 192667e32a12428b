"""Where the tiles of a layout lie, and those of Sausage: the same as static/js/geometry/sausage_lines.js."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from ..pieces.as_json import LaidTile, OpenEnd
from ..pieces.tiles import tile

BAND = 3.4  # from one band to the next


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile's upper left corner in units, a unit being the short side of a tile, and its values from there."""

    x: float
    y: float
    vertical: bool
    values: tuple[int, int]
    ply: int
    spinner: bool = False
    hub: float = 0  # the width of the bar around it


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The tiles of a layout, in a box that begins at *x*, *y*; in units."""

    tiles: tuple[Placed, ...]
    x: float = 0
    y: float = 0
    w: float = 0
    h: float = 0

    def unit(self, width: float, height: float) -> float:
        """The short side of a tile if the box fills *width* × *height*."""
        return min(width / self.w, height / self.h)


def in_lines(layout: Sequence[LaidTile], ends: Sequence[OpenEnd], columns: int) -> Arrangement:
    """The lines of Sausage. What is too long for the box continues in a band below."""
    lines = {arm: [each for each in layout if each.arm == arm] for arm in "AB"}
    start = next((each for each in layout if each.arm == "lead"), None)
    per, longest = max(1, (columns - 1) // 2), max(map(len, lines.values()))
    tiles = []
    if start is not None:
        its, upper = tile(start.tile), tile(start.tile).high
        if lines["A"]:
            upper = lines["A"][0].at or 0
        elif lines["B"]:
            upper = its.other(lines["B"][0].at or 0)
        else:
            upper = next((end.value for end in ends if end.arm == "A"), upper)
        tiles.append(Placed(0, 0, True, (upper, its.other(upper)), start.ply))
    for arm, line in lines.items():
        for number, each in enumerate(line):
            x, y, at = 1 + 2 * (number % per), number // per * BAND + (arm == "B"), each.at or 0
            tiles.append(Placed(x, y, False, (at, tile(each.tile).other(at)), each.ply))
    bands = ceil(longest / per) or 1
    return Arrangement(tuple(tiles), 0, 0, 1 + 2 * (per if bands > 1 else longest), (bands - 1) * BAND + 2)
