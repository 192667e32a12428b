"""Tiles in pictures."""

from rulebook.tile_drawing import Values, tile_drawing, tile_shadow


def values_of(tile: str) -> Values:
    high, _, low = tile.partition("-")
    return int(high), int(low)


def tile_at(tile: Values | None, x: float, y: float, unit: float, *, vertical: bool = True, halo: bool = False) -> str:
    """A tile with its upper left corner there; *unit*: px of its short side."""
    return placed(x, y, unit, tile_shadow(vertical=vertical, halo=halo) + tile_drawing(tile, vertical=vertical))


def placed(x: float, y: float, unit: float, drawn: str) -> str:
    return f'<g transform="translate({x:.6g} {y:.6g}) scale({unit:.6g})">{drawn}</g>'
