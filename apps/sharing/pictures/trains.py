"""Trains of Mexican Train: all of them as rows that are read from their ends, or a whole one in lines."""

from collections.abc import Iterator, Sequence

from rules import LaidTile
from sharing.cards import TrainRow, Trains, WholeTrain
from sharing.pictures.lettering import BOLD, HEAD, PLAIN, cut, fitted, width, written
from sharing.pictures.looks import colour
from sharing.pictures.tiles import tile_at, values_of

HIGHEST = 96  # px of a row
LARGEST = 66  # px of a tile's short side
GAP = 2  # px between tiles
WIDE = 800  # px from which a station has room at the left
SHOWN = 18  # tiles of a train that always have room, if the picture is wide
# An engine in a box of 10 × 8, as on small boards (static/js/lists/small_trains.js).
ENGINE = "M0 0h4v2h2V0h2v2h1a1 1 0 0 1 1 1v2.5H0zM2.5 5a1.5 1.5 0 1 0 .01 0zM7.5 5a1.5 1.5 0 1 0 .01 0z"
CREAM, PALE, TURN = "felt-text", "felt-muted", "turn"


def rows(trains: Trains, x: float, y: float, w: float, h: float) -> str:
    """A row for each train, all ends in one column; in a wide picture the station at the left."""
    height = min(HIGHEST, h / len(trains.rows))
    top = y + (h - height * len(trains.rows)) / 2
    drawn = []
    label, holds, least = 142.0, 78.0, min(22, height * 0.36)
    if is_wide := w >= WIDE:
        drawn.append(tile_at(values_of(trains.station), x, y + h / 2 - 58, 58))
        x, w, label, holds = x + 86, w - 86, 200.0, 112.0
    end = min(height - 8, 52)
    room = w - label - end - holds - 24
    if is_wide:
        least = min(room / SHOWN / 2 - GAP, height * 0.44)
    fits = [(room - GAP * len(row.tiles)) / (_length(row.tiles) + 2 * row.covers + 0.1) for row in trains.rows]
    unit = max(min(height * 0.44, *fits), least)
    numbers = ["" if row.left else row.holds for row in trains.rows]
    size = min(fitted(text, BOLD, (26, 23, 20, 17, 15), holds - 12, 26)[0] for text in numbers)
    covered = any(row.covers for row in trains.rows)
    for row, number in zip(trains.rows, numbers, strict=True):
        drawn.append(_frame(row, x - 10, top, w + 20, height))
        words = "".join(_label(row, x, top, x + label - 12, height))
        drawn.append(f'<g opacity=".6">{words}</g>' if row.left else words)
        right = x + label + room
        faded = ' opacity=".5"' if covered and not row.covers else ""
        drawn.append(f"<g{faded}>{''.join(_tiles(row, x + label, right, top + height / 2, unit))}</g>")
        drawn.append(_end(row.end, right + 12, top + (height - end) / 2, end))
        drawn.append(written(number, x + w, top + height / 2 + size * 0.35, BOLD, size, colour(CREAM), "end"))
        top += height
    return "".join(drawn)


def whole(train: WholeTrain, x: float, y: float, w: float, h: float) -> str:
    """A train from its station on, in as many lines as make its tiles largest, below its name."""
    drawn = [written(cut(train.name, HEAD, 36, w), x, y + 30, HEAD, 36, colour(CREAM))]
    tiles = [LaidTile(train.station, None, None, "lead", None, 0), *train.tiles]
    y, h = y + 56, h - 56
    unit = float(LARGEST)
    while len(lines := list(_lines(tiles, unit, w))) * (2 * unit + 12) > h and unit > 10:
        unit -= 1
    top = y + (h - len(lines) * (2 * unit + 12)) / 2
    for line in lines:
        left = x + (w - _length(line) * unit - GAP * (len(line) - 1)) / 2 if len(lines) == 1 else x
        for tile in line:
            drawn.append(_tile(tile, left, top + unit, unit))
            left += _width(tile) * unit + GAP
        top += 2 * unit + 12
    return "".join(drawn)


def _lines(tiles: Sequence[LaidTile], unit: float, w: float) -> Iterator[list[LaidTile]]:
    """The tiles broken into lines, as a text."""
    line: list[LaidTile] = []
    for tile in tiles:
        if line and (_length(line) + _width(tile)) * unit + GAP * len(line) > w:
            yield line
            line = []
        line.append(tile)
    yield line


def _width(tile: LaidTile) -> int:
    """Units along its train: doubles lie across."""
    high, low = values_of(tile.tile)
    return 1 if high == low else 2


def _length(tiles: Sequence[LaidTile]) -> int:
    return sum(map(_width, tiles))


def _tile(tile: LaidTile, x: float, middle: float, unit: float, *, halo: bool = False) -> str:
    """A tile of a train that grows to the right, with its upper left corner at *x*."""
    high, low = values_of(tile.tile)
    if high == low:
        return tile_at((high, low), x, middle - unit, unit, halo=halo)
    return tile_at(
        (low, high) if tile.at == low else (high, low), x, middle - unit / 2, unit, vertical=False, halo=halo
    )


def _tiles(row: TrainRow, left: float, right: float, middle: float, unit: float) -> Iterator[str]:
    """The last tiles of a train, from its end at *right* inwards, and the number of those that have no room."""
    if row.covers:
        right -= 2 * unit
        box = f'x="{right + 3:g}" y="{middle - unit / 2:g}" width="{2 * unit - 6:g}" height="{unit:g}" rx="4"'
        yield f'<rect {box} fill="none" stroke="{colour(TURN)}" stroke-width="2.5" stroke-dasharray="6 5"/>'
        right -= GAP
    for shown, tile in enumerate(reversed(row.tiles)):
        wide = _width(tile) * unit
        hidden = len(row.tiles) - shown
        if right - wide < left + (40 if hidden > 1 else 0):
            yield written(f"+{hidden}", right - 8, middle + 7, BOLD, 20, colour(PALE), "end")
            return
        yield _tile(tile, right - wide, middle, unit, halo=row.newest and not shown)
        right -= wide + GAP


def _frame(row: TrainRow, x: float, y: float, w: float, h: float) -> str:
    """What marks a row: an outline if its double must be covered, a light ground if its owner has won."""
    box = f'x="{x:g}" y="{y + 1:g}" width="{w:g}" height="{h - 2:g}" rx="10"'
    if row.covers:
        return f'<rect {box} fill="none" stroke="{colour(TURN)}" stroke-width="4"/>'
    if row.won:
        return f'<rect {box} fill="{colour(CREAM)}" fill-opacity=".2"/>'
    return ""


def _label(row: TrainRow, x: float, y: float, end: float, height: float) -> Iterator[str]:
    """The owner over their points and the mark, from *x* to *end*; of a mark that has no room, the engine alone."""
    size, small = min(26.0, height * 0.42), min(19.0, height * 0.32)
    has_more = bool(row.points or row.mark)
    baseline = y + height / 2 + (-0.1 * size if has_more else 0.35 * size)
    if row.on_turn:
        yield f'<circle cx="{x - 1}" cy="{baseline - size * 0.33:g}" r="5" fill="{colour(TURN)}"/>'
        x += 12
    size, [name, *_] = fitted(row.name, BOLD, (size, size * 0.85, size * 0.7), end - x, size)
    yield written(cut(name, BOLD, size, end - x), x, baseline, BOLD, size, colour(CREAM))
    baseline += small * 1.25
    if row.points:
        yield written(row.points, x, baseline, PLAIN, small, colour(PALE))
        x += width(row.points, PLAIN, small) + 10
    if row.mark:
        engine = f"translate({x + 7:g} {baseline - small * 0.62:g}) scale(1.2)"
        yield f'<path d="{ENGINE}" transform="{engine}" fill="{colour(CREAM)}"/>'
        if (wide := width(row.mark, BOLD, small) + 30) > end - x:
            return
        box = f'x="{x:g}" y="{baseline - small * 0.98:g}" width="{wide:g}" height="{small * 1.32:g}" rx="{small / 2:g}"'
        yield f'<rect {box} fill="none" stroke="{colour(CREAM)}" stroke-width="1.5"/>'
        yield written(row.mark, x + 23, baseline, BOLD, small, colour(CREAM))


def _end(value: int, x: float, y: float, side: float) -> str:
    """The number that the next tile needs, on a square with a bar in a colour of its own."""
    square = f'<rect x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" rx="6" fill="{colour("tile")}"/>'
    number = written(str(value), x + side / 2, y + side * 0.64, HEAD, side * 0.56, colour("pip"), "middle")
    if not value:
        return square + number
    hue = colour(f"face-{value - 1}" if value <= 12 else f"pip-{value}")
    bar = f'x="{x + 6:g}" y="{y + side - 9:g}" width="{side - 12:g}" height="5" rx="2.5" fill="{hue}"'
    return f"{square}{number}<rect {bar}/>"
