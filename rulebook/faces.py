"""Faces: each name has a tile on a coloured background, shown wherever the name is."""

from functools import lru_cache
from hashlib import sha256

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from rulebook.tile_drawing import tile_drawing

HALVES, COLOURS, LIES = 6, 12, 8  # without blanks, which all look the same
TURNS = 4  # turned by 0 to 3 eighths on a square, then the same on a disc
KEPT = 4096  # names and drawings; each is a few hundred characters


@lru_cache(KEPT)
def face_of(name: str) -> str:
    """“6.2.3.1”: both halves of the tile, the number of the colour, and the rotation. Two names share one in 3,456.

    The notation differs from that of tiles, so that a search for a hidden tile doesn't find it.
    """
    number = int.from_bytes(sha256(f"face of {name}".encode()).digest())
    number, upper = divmod(number, HALVES)
    number, lower = divmod(number, HALVES)
    number, colour = divmod(number, COLOURS)
    return f"{upper + 1}.{lower + 1}.{colour}.{number % LIES}"


@lru_cache(KEPT)
def face_drawing(face: str) -> SafeString:
    """Drawn like static/js/board/face.js; hidden from screen readers, which read the name beside it."""
    upper, lower, colour, lies = (int(part) for part in face.split("."))
    return format_html(
        '<svg class="face face-{}" viewBox="0 0 48 48" aria-hidden="true" focusable="false">'
        '<rect class="face-ground" width="48" height="48" rx="{}"></rect>'
        '<g transform="rotate({} 24 24) translate(14 4) scale(20)">{}</g></svg>',
        colour,
        11 if lies < TURNS else 24,
        45 * (lies % TURNS),
        mark_safe(tile_drawing((upper, lower), plain=True)),  # noqa: S308 - our own numbers
    )
