"""Computes where tiles lie, by running the page's own scripts in a small JavaScript engine.

The engine (3 MB) is loaded with the first picture that a process draws.
"""

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings

from common import database
from rules import LaidTile, OpenEnd, from_json

SCRIPTS = settings.BASE_DIR / "static" / "js"
SECONDS = 5  # limit for one layout; the largest need a tenth of a second
IMPORT = re.compile(r'^import (\{[^}]*\}) from "([\w./]+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:const|let|function\*?|class) (\w+))", re.MULTILINE)
# Widths that we try: the one with the largest tiles wins. With branches, each takes 0.2 s.
COLUMNS, BRANCHING = (10, 12, 14, 17, 20), (14, 20)
# Rows of Sausage that don't fit in the box continue in a band below.
LAY = """
function lay(layout, columns, rows, sum, arms, inRows, ends) {
  const { tiles, bounds } = inRows
    ? modules["geometry/sausage_lines"].arrangeLines(layout, { ends, columns })
    : modules["geometry/layout"].arrange(layout, { columns, rows }, { sum, arms });
  const place = ({ x, y, vertical, values, ply, spinner, hub }) => (
    { x, y, vertical, values, ply, spinner: !!spinner, hub: hub ?? 0 });
  return { tiles: tiles.map(place), bounds: { x: bounds.x, y: bounds.y, w: bounds.w, h: bounds.h } };
}
"""


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile's upper left corner in units (the short side of a tile), and its values from there."""

    x: float
    y: float
    vertical: bool
    values: tuple[int, int]
    ply: int
    spinner: bool
    hub: float  # the width of the bar around it


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The tiles of a layout, in a box that begins at *x*, *y*."""

    tiles: tuple[Laid, ...]
    x: float = 0
    y: float = 0
    w: float = 0
    h: float = 0

    def unit(self, width: float, height: float) -> float:
        """The short side of a tile, if the box fills *width* × *height*."""
        return min(width / self.w, height / self.h)


def arranged(
    layout: Sequence[LaidTile],
    width: float,
    height: float,
    *,
    sum_: int | None,
    arms: int,
    in_rows: bool,
    ends: Sequence[OpenEnd] = (),
) -> Arrangement:
    """Arrange *layout* and *ends*, as a view has them, with tiles as large as possible in *width* × *height*."""
    if not layout:
        return Arrangement(())
    database.let_go()  # the engine runs in a thread of its own
    largest: Arrangement | None = None
    tiles, open_ends = [vars(tile) for tile in layout], [vars(end) for end in ends]
    branches = any(tile.spinner or tile.arm == "side" for tile in layout)
    for columns in BRANCHING if branches else COLUMNS:
        rows = max(6, round(columns * height / width))
        tried = _engine()(tiles, columns, rows, sum_, arms, in_rows, open_ends, run_gc=False)  # counts references
        arrangement = Arrangement(from_json(tuple[Laid, ...], tried["tiles"]), **tried["bounds"])
        if largest is None or arrangement.unit(width, height) > largest.unit(width, height):
            largest = arrangement
    assert largest is not None
    return largest


@cache
def _engine() -> Any:
    import quickjs  # imported here, because most processes draw no picture

    seen: set[str] = set()
    modules = [*_joined("geometry/layout", seen), *_joined("geometry/sausage_lines", seen)]
    engine = quickjs.Function("lay", "\n".join(["const modules = {};", *modules, LAY]))
    engine.set_time_limit(SECONDS)
    return engine


def _joined(name: str, seen: set[str]) -> Iterator[str]:
    """A module of the page, such as "geometry/layout", and its imports, each as a function that returns its exports."""
    if name in seen:
        return
    seen.add(name)
    text = (SCRIPTS / f"{name}.js").read_text()

    def imported(path: str) -> str:
        return posixpath.normpath(f"{posixpath.dirname(name)}/{path}")

    for _names, other in IMPORT.findall(text):
        yield from _joined(imported(other), seen)

    def taken(match: re.Match[str]) -> str:
        return f'const {match[1].replace(" as ", ": ")} = modules["{imported(match[2])}"];\n'

    exported = ", ".join(EXPORT.findall(text))
    body = EXPORT.sub("", IMPORT.sub(taken, text))
    yield f'modules["{name}"] = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();'
