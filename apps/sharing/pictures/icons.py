"""The site's own pictures: its icons (the mark's tile as it lies on felt, or the host's logo) and the picture of pages
that have none of their own.
"""

from collections.abc import Callable

from common import brand
from sharing.pictures.drawing import drawn_site
from sharing.pictures.looks import colour, logo
from sharing.pictures.png import rendered
from sharing.subjects import HAND

SIZE = 64


def icon(*, corner: float = 14, scale: float = 1, dot: bool = False) -> str:
    """As SVG. *corner*: the radius of its corners; *scale*: of the tile; *dot*: a sign that something waits."""
    if brand.logo():
        inside = SIZE * scale * (0.9 if corner else 1)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}">'
            f'<rect width="{SIZE}" height="{SIZE}" rx="{corner:g}" fill="#fff"/>{logo(inside, (SIZE - inside) / 2)}'
            f"{_dot() if dot else ''}</svg>"
        )
    tile, pip = colour("tile"), colour("pip")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}">'
        f'<rect width="{SIZE}" height="{SIZE}" rx="{corner:g}" fill="{colour("felt")}"/>'
        f'<g transform="translate(32 32) scale({scale:g}) rotate(18)">'
        f'<rect x="-13" y="-20" width="26" height="46" rx="6" fill="{colour("felt-deep")}"/>'
        f'<rect x="-13" y="-22" width="26" height="46" rx="6" fill="{colour("tile-depth")}"/>'
        f'<rect x="-13" y="-24" width="26" height="46" rx="6" fill="{colour("tile-light")}"/>'
        f'<rect x="-12.2" y="-22.8" width="24.4" height="44" rx="5.2" fill="{tile}"/>'
        f'<path d="M-8.5-1h17" stroke="{colour("tile-depth")}" stroke-width="1.8" stroke-linecap="round"/>'
        f'<circle cy="-12.2" r="4.8" fill="{colour("spot")}"/>'
        f'<g fill="{pip}"><circle cx="-6.4" cy="4.6" r="3.1"/><circle cy="10.6" r="3.1"/>'
        f'<circle cx="6.4" cy="16.6" r="3.1"/></g></g>{_dot() if dot else ""}</svg>'
    )


def _dot() -> str:
    """In the colour of a turn on felt."""
    around, waiting = colour("felt"), colour("turn")
    return f'<circle cx="50" cy="14" r="12" fill="{around}"/><circle cx="50" cy="14" r="9.5" fill="{waiting}"/>'


def _png(size: int, svg: str) -> bytes:
    return rendered(svg.replace("<svg ", f'<svg width="{size}" height="{size}" ', 1))


# `common.brand.picture` has their addresses.
PICTURES: dict[str, Callable[[], bytes]] = {
    "shared.png": lambda: rendered(drawn_site(HAND)),
    "favicon.svg": lambda: icon().encode(),
    "favicon-dot.svg": lambda: icon(dot=True).encode(),
    "icon-192.png": lambda: _png(192, icon()),
    "icon-512.png": lambda: _png(512, icon()),
    "maskable-512.png": lambda: _png(512, icon(corner=0, scale=0.78)),  # devices cut off up to a tenth of each side
    "mark.svg": lambda: icon(corner=14).encode(),  # beside the host's name
    "touch-icon.png": lambda: _png(180, icon(corner=0, scale=0.9)),
}
