"""The looks of pictures: colours and rules from the page's own style sheets.

A picture has no theme, so it takes the light colours, and of felts and tiles those of new players.
"""

import base64
import math
import re
from functools import cache

from django.conf import settings

from common import brand as site
from sharing.pictures.lettering import HEAD, cut, width, written

SHEETS = settings.BASE_DIR / "static" / "css"
BRAND = settings.BASE_DIR / "templates" / "_our_brand.html"
TOKEN = re.compile(r"^  --([\w-]+): (?:light-dark\()?(#[0-9a-f]+)\b", re.MULTILINE)
DRAWING = re.compile(r'<svg class="(\w+)" [^>]*>(.*?)</svg>', re.DOTALL)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
USED = re.compile(r"var\(--([\w-]+)\)")


@cache
def _colours() -> dict[str, str]:
    colours: dict[str, str] = {}
    for name, colour in TOKEN.findall((SHEETS / "tokens.css").read_text()):
        colours.setdefault(name, colour)  # the first felt and the first tiles are the ones nobody had to choose
    return colours


def colour(token: str) -> str:
    """The colour that pages call --*token*."""
    return _colours()[token]


@cache
def tile_rules() -> str:
    """The rules that colour `rules/picture/tiles.py`, without variables, which the library doesn't know."""
    rules, _media, _rest = COMMENT.sub("", (SHEETS / "tiles.css").read_text()).partition("@media")
    return USED.sub(lambda used: f'"{HEAD.family}"' if used[1] == "font" else colour(used[1]), rules)


def brand(room: float = math.inf) -> tuple[str, float]:
    """Mark and name as on pages, 32 high at the origin, the name in `currentColor`; and their width, at most *room*."""
    (_mark, mark), (_wordmark, wordmark) = DRAWING.findall(BRAND.read_text())
    if site.is_ours():
        return f'{mark}<g transform="translate(28 4)">{wordmark}</g>', 132
    left, mark = (42, logo(32)) if site.logo() else (28, mark)
    name = cut(settings.SITE_NAME, HEAD, 24, room - left)
    return f"{mark}{written(name, left, 24, HEAD, 24, 'currentColor')}", left + width(name, HEAD, 24)


def logo(size: float, at: float = 0) -> str:
    """The host's logo in a square whose upper left corner lies at (*at*, *at*)."""
    image = site.logo()
    assert image is not None
    href = f"data:{image[0]};base64,{base64.b64encode(image[1]).decode()}"
    return f'<image x="{at:g}" y="{at:g}" width="{size:g}" height="{size:g}" href="{href}"/>'


@cache
def brand_rules() -> str:
    return (
        f".m-face{{fill:{colour('tile')};stroke:{colour('tile-edge')}}}.m-line{{stroke:{colour('tile-edge')};"
        f"stroke-width:1.4;stroke-linecap:round}}.m-pip{{fill:{colour('pip')}}}.m-accent{{fill:{colour('spot')}}}"
    )
