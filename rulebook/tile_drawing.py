"""A tile as SVG, drawn like static/js/board/tile.js: a unit of the drawing is the short side of the tile."""

from collections.abc import Iterator

Values = tuple[int, int]  # left to right, or top to bottom

INSET = 0.03
THIRDS = (0.235, 0.5, 0.765)
# By value from 0 to 9: the spots of an upright half, named a to i row by row.
SPOTS = ("", "e", "ai", "aei", "acgi", "acegi", "acdfgi", "acdefgi", "abcdfghi", "abcdefghi")
# Pips in each row of a half, from 10 to 18.
ROWS = ((3, 4, 3), (4, 3, 4), (4, 4, 4), (4, 5, 4), (5, 4, 5), (5, 5, 5), (4, 4, 4, 4), (4, 4, 1, 4, 4), (4, 5, 5, 4))


def tile_drawing(values: Values | None, *, vertical: bool = True) -> str:
    """A `<g>` at the origin, 1 × 2 units or 2 × 1; its back if *values* are None. Style sheets colour it."""
    w, h = (1, 2) if vertical else (2, 1)
    body = f'x="{INSET}" width="{w - 2 * INSET:g}" height="{h - 2 * INSET:g}" rx="0.15"'
    parts = [
        f'<rect class="domino-depth" y="{INSET + 0.045:g}" {body}/>',
        f'<rect class="domino-body" y="{INSET}" {body}/>',
    ]
    if values is None:
        inlay = f'<rect class="domino-inlay" x="0.17" y="0.17" width="{w - 0.34:g}" height="{h - 0.34:g}" rx="0.07"/>'
        return f'<g class="domino domino-back">{"".join(parts)}{inlay}</g>'
    line = 'x1="0.16" y1="1" x2="0.84" y2="1"' if vertical else 'x1="1" y1="0.16" x2="1" y2="0.84"'
    parts += [
        f'<line class="domino-line" {line}/>',
        f'<circle class="domino-pin" cx="{w / 2:g}" cy="{h / 2:g}" r="0.05"/>',
        *_half(values[0], 0, 0, vertical),
        *_half(values[1], 0 if vertical else 1, 1 if vertical else 0, vertical),
    ]
    return f'<g class="domino">{"".join(parts)}</g>'


def tile_picture(values: Values | None, *, vertical: bool = True, classes: str = "") -> str:
    """A tile as a separate `<svg>`, hidden from screen readers, which read its name."""
    box = "0 0 1 2.06" if vertical else "0 0 2 1.06"
    names = f"domino-picture {classes}".strip()
    return (
        f'<svg class="{names}" viewBox="{box}" aria-hidden="true" focusable="false">'
        f"{tile_drawing(values, vertical=vertical)}</svg>"
    )


def _half(value: int, x: int, y: int, vertical: bool) -> Iterator[str]:
    r = 0.064 if value > 12 else 0.074 if value > 9 else 0.088 if value > 6 else 0.1
    for across, down in _pips(value):
        cx, cy = (across, down) if vertical else (down, across)
        yield f'<circle class="pip pip-{value}" r="{r}" cx="{x + cx:g}" cy="{y + cy:g}"/>'


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
