"""The looks of pictures: colours and rules from the page's own style sheets.

A picture has no theme, so it takes the light colours, and of felts and tiles those of new players.
"""

import re
from functools import cache

from django.conf import settings

from pictures.lettering import SERIF

SHEETS = settings.BASE_DIR / "static" / "css"
TOKEN = re.compile(r"^  --([\w-]+): (?:light-dark\()?(#[0-9a-f]+)\b", re.MULTILINE)
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
    rules, _media, _rest = (SHEETS / "tiles.css").read_text().partition("@media")
    return USED.sub(lambda used: f'"{SERIF.family}"' if used[1] == "font" else colour(used[1]), rules)
