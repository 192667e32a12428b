"""A tile as SVG, drawn exactly like static/js/board/tile.js: a unit of the drawing is the short side of the tile.

static/css/tiles.css colours it.
"""

from collections.abc import Iterator

Values = tuple[int, int]  # left to right, or top to bottom

INSET = 0.03
THICK = 0.05  # how much of the lower edge is seen
THIRDS = (0.235, 0.5, 0.765)
LIP = "translate(0.012 0.024)"  # the far edge of what is engraved catches the light
FLOOR = "translate(0.005 0.016)"
MOST = 18  # larger numbers have no pips, such as those of a year
# By value from 0 to 9: the spots of an upright half, named a to i row by row.
SPOTS = ("", "e", "ai", "aei", "acgi", "acegi", "acdfgi", "acdefgi", "abcdfghi", "abcdefghi")
# Pips in each row of a half, from 10 to 18.
ROWS = ((3, 4, 3), (4, 3, 4), (4, 4, 4), (4, 5, 4), (5, 4, 5), (5, 5, 5), (4, 4, 4, 4), (4, 4, 1, 4, 4), (4, 5, 5, 4))


def tile_shadow(*, vertical: bool = True, halo: bool = False, hub: float = 0) -> str:
    """Where the tile touches the felt; a new tile has a halo instead. In a layout, they lie below all tiles.

    *hub*: the width of the bar around it.
    """
    if hub:
        bar = f'<rect class="hub" x="{1 - hub / 2:g}" y="0" width="{hub:g}" height="1" rx="0.3"/>'
        return f"<g>{bar}{tile_shadow(vertical=vertical, halo=halo)}</g>"
    if not halo:
        return f'<rect class="domino-shadow" {_slab(*_size(vertical), 0.16, THICK + 0.035)}/>'
    edge = _slab(*_size(vertical), 0.16, THICK - 0.025)
    return f'<g class="domino-halo"><rect class="domino-ring" {edge}/><rect class="domino-gap" {edge}/></g>'


def tile_drawing(values: Values | None, *, vertical: bool = True, spinner: bool = False, plain: bool = False) -> str:
    """A `<g>` at the origin, 1 × 2 units or 2 × 1; its back if *values* are None.

    *spinner*: marks it as one. *plain*: for small drawings, nothing is engraved.
    """
    w, h = _size(vertical)
    body = f'x="0.05" y="0.065" width="{w - 0.1:g}" height="{h - 0.115:g}" rx="0.13"'
    return (
        f'<g class="{"domino" if values else "domino domino-back"}">'
        f'<rect class="domino-depth" {_slab(w, h, 0.15, THICK)}/><rect class="domino-rim" {_slab(w, h, 0.15)}/>'
        f'<rect class="domino-body" {body}/>'
        f"{''.join(_face(values, w, h, plain=plain)) if values else _back(w, h)}"
        f"{_spinner_mark(w, h) if spinner else ''}{_pin(w, h) if values and not plain else ''}</g>"
    )


def _size(vertical: bool) -> tuple[int, int]:
    return (1, 2) if vertical else (2, 1)


def _slab(w: int, h: int, rx: float, lower: float = 0) -> str:
    y, width, height = INSET + lower, w - 2 * INSET, h - 2 * INSET
    return f'x="{INSET}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{rx}"'


def _pin(w: int, h: int) -> str:
    return f'<circle class="domino-pin" cx="{w / 2:g}" cy="{h / 2:g}" r="0.06"/>'


def _face(values: Values, w: int, h: int, *, plain: bool) -> Iterator[str]:
    line = "M0.16 1H0.84" if w < h else "M1 0.16V0.84"
    if not plain:
        yield f'<path class="domino-lip" d="{line}" transform="{LIP}"/>'
    yield f'<path class="domino-line" d="{line}"/>'
    yield from _half(values[0], 0, 0, vertical=w < h, plain=plain)
    yield from _half(values[1], w - 1, h - 1, vertical=w < h, plain=plain)


def _back(w: int, h: int) -> str:
    """A panel with a lozenge."""
    rings = "".join(_diamond("L", w / 2, h / 2, w / 2 * part, h / 2 * part) for part in (0.62, 0.46, 0.2))
    return (
        f'<rect class="domino-panel" x="0.14" y="0.14" width="{w - 0.28:g}" height="{h - 0.28:g}" rx="0.07"/>'
        f'<path class="domino-lozenge" d="{rings}" fill-rule="evenodd"/>'
    )


def _spinner_mark(w: int, h: int) -> str:
    """A frame, and a star along the line."""
    across, down = (0.3, 0.115) if w < h else (0.115, 0.3)
    star = _diamond(f"Q{w / 2:g} {h / 2:g} ", w / 2, h / 2, across, down)
    return (
        f'<rect class="domino-frame" x="0.095" y="0.11" width="{w - 0.19:g}" height="{h - 0.205:g}" rx="0.09"/>'
        f'<path class="domino-star" d="{star}"/>'
    )


def _diamond(to: str, x: float, y: float, across: float, down: float) -> str:
    """From the top clockwise. *to*: “L” draws straight sides, “Q…” a curve through a point."""
    left, right, top, foot = (round(each, 4) for each in (x - across, x + across, y - down, y + down))
    return f"M{x:g} {top:g}{to}{right:g} {y:g}{to}{x:g} {foot:g}{to}{left:g} {y:g}{to}{x:g} {top:g}z"


def _half(value: int, x: int, y: int, *, vertical: bool, plain: bool) -> Iterator[str]:
    """All pips are one path of dots, drawn three times: the lit edge, the hole and its floor."""
    if value > MOST:
        at = f'x="{x + 0.5:g}" y="{y + 0.5:g}" text-anchor="middle" dy="0.34em"'
        yield f'<text class="domino-number" {at}>{value}</text>'
    elif value:
        wide = 0.128 if value > 12 else 0.148 if value > 9 else 0.176 if value > 6 else 0.2
        spots = _pips(value) if vertical else ((down, across) for across, down in _pips(value))
        dots = "".join(f"M{round(x + across, 4):g} {round(y + down, 4):g}h0" for across, down in spots)
        if not plain:
            yield f'<path class="pip-lip" d="{dots}" stroke-width="{wide}" transform="{LIP}"/>'
        yield f'<path class="pip pip-{value}" d="{dots}" stroke-width="{wide}"/>'
        if not plain:
            floor = f"pip-floor pip-{value}" if value >= len(SPOTS) else "pip-floor"
            yield f'<path class="{floor}" d="{dots}" stroke-width="{round(wide * 0.66, 4):g}" transform="{FLOOR}"/>'


def _pips(value: int) -> Iterator[tuple[float, float]]:
    """The positions of the pips of an upright half, across and down."""
    if value < len(SPOTS):
        for spot in SPOTS[value]:
            row, column = divmod("abcdefghi".index(spot), 3)
            yield THIRDS[column], THIRDS[row]
        return
    rows = ROWS[value - len(SPOTS)]
    for row, count in enumerate(rows):
        for column in range(count):
            yield _spread(column, count), _spread(row, len(rows))


def _spread(index: int, count: int) -> float:
    return 0.5 + (0.64 * (index / (count - 1) - 0.5) if count > 1 else 0)
