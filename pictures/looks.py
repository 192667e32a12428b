"""The looks of pictures: colours and rules from the page's own style sheets.

A picture has no theme, so it takes the light colours, and of felts and tiles those of new players.
"""

import re
from functools import cache

from django.conf import settings

from pictures.lettering import HEAD

SHEETS = settings.BASE_DIR / "static" / "css"
BRAND = settings.BASE_DIR / "templates" / "_brand.html"
TOKEN = re.compile(r"^  --([\w-]+): (?:light-dark\()?(#[0-9a-f]+)\b", re.MULTILINE)
DRAWING = re.compile(r'<svg class="(\w+)" [^>]*>(.*?)</svg>', re.DOTALL)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
USED = re.compile(r"var\(--([\w-]+)\)")


@cache
def _colours() -> dict[str, str]:
    found: dict[str, str] = {}
    for name, colour in TOKEN.findall((SHEETS / "tokens.css").read_text()):
        found.setdefault(name, colour)  # the first felt and the first tiles are the ones nobody had to choose
    return found


def colour(token: str) -> str:
    """The colour that pages call --*token*."""
    return _colours()[token]


@cache
def tile_rules() -> str:
    """The rules that colour `rulebook/tile_drawing.py`, without variables, which the library doesn't know."""
    rules, _media, _rest = COMMENT.sub("", (SHEETS / "tiles.css").read_text()).partition("@media")
    return USED.sub(lambda used: f'"{HEAD.family}"' if used[1] == "font" else colour(used[1]), rules)


@cache
def brand() -> str:
    """Mark and name as on pages, 32 high at the origin; the name in `currentColor`."""
    (_mark, mark), (_wordmark, wordmark) = DRAWING.findall(BRAND.read_text())
    return f'{mark}<g transform="translate(28 4)">{wordmark}</g>'


@cache
def brand_rules() -> str:
    return (
        f".m-face{{fill:{colour('tile')};stroke:{colour('tile-edge')}}}.m-line{{stroke:{colour('tile-edge')};"
        f"stroke-width:1.4;stroke-linecap:round}}.m-pip{{fill:{colour('pip')}}}.m-accent{{fill:{colour('spot')}}}"
    )
