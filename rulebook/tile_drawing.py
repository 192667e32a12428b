"""Tiles of pages as SVG, drawn exactly like static/js/board/tile.js; static/css/tiles.css colours them."""

from rules import TileValues as Values
from rules import tile_drawing, tile_shadow

__all__ = ["Values", "tile_drawing", "tile_picture", "tile_shadow"]


def tile_picture(values: Values | None, *, classes: str = "") -> str:
    """An upright tile as a separate `<svg>`, hidden from screen readers, which read its name."""
    names = f"domino-picture {classes}".strip()
    return (
        f'<svg class="{names}" viewBox="0 0 1 2.06" aria-hidden="true" focusable="false">'
        f"{tile_shadow()}{tile_drawing(values)}</svg>"
    )
