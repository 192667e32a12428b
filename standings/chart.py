"""A player's rating, game by game, as SVG that stands in the page and takes its colours from the page's tokens.

pygal draws; its own styles and scripts are left out, as the site allows neither inside a page (static/css/standings.css
has the colours, for light and dark alike).
"""

import hashlib
import re
import sys
from collections.abc import Sequence
from xml.etree import ElementTree

import pygal
from django.core.cache import cache
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from pygal.style import Style

from common.dates import day_words
from standings.models import RatingChange

# pygal adds an importer of its own for maps, of a kind that newer Pythons warn of at every import that follows.
sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__module__ != "pygal"]

WIDTH, HEIGHT = 480, 210
A_DAY = 86_400
LETTERS = 15  # the largest they get, on the smallest screens
DATES = 4  # below the line
SVG = "http://www.w3.org/2000/svg"
DROPPED = {"defs", "desc", "title", "script", "style"}


def drawn(changes: Sequence[RatingChange]) -> SafeString:
    """The rating before the first of these games and after each; "" for less than two games.

    Drawing takes longer than all the rest of a page: it is done once for what there is to see.
    """
    if len(changes) < 2:
        return SafeString("")
    ratings, dates = [changes[0].before, *(change.shown for change in changes)], _dates(changes)
    seen = hashlib.sha256(repr((get_language(), ratings, dates)).encode()).hexdigest()
    return cache.get_or_set(f"chart:{seen}", lambda: _drawn(ratings, dates), A_DAY) or SafeString("")


def _drawn(ratings: list[int], dates: list[str]) -> SafeString:
    chart = pygal.Line(
        width=WIDTH, height=HEIGHT, show_legend=False, show_dots=len(ratings) <= 31, dots_size=3, js=[],
        disable_xml_declaration=True, margin=6, margin_right=30, show_x_guides=False, truncate_label=-1,
        style=Style(label_font_size=LETTERS, major_label_font_size=LETTERS),
        range=_bounds(ratings), y_labels=_steps(*_bounds(ratings)), formatter=str,
    )  # fmt: skip
    chart.x_labels = ["", *dates]
    chart.add("", ratings)
    return _plain(chart.render(), _words(ratings, len(dates)))


def _words(ratings: Sequence[int], games: int) -> str:
    said = _("Rating over the last %(n)d rated games: from %(first)d to %(last)d, lowest %(low)d, highest %(high)d.")
    low, high = min(ratings), max(ratings)
    return said % {"n": games, "first": ratings[0], "last": ratings[-1], "low": low, "high": high}


def _bounds(ratings: Sequence[int]) -> tuple[int, int]:
    """Whole fifties around the ratings."""
    low, high = min(ratings) // 50 * 50, -(-max(ratings) // 50) * 50
    return low, max(high, low + 50)


def _steps(low: int, high: int) -> list[int]:
    """At most six lines, at round numbers."""
    step = next(step for step in (25, 50, 100, 200, 500, 1_000, 100_000) if (high - low) / step <= 5)
    return list(range(low, high + 1, step))


def _dates(changes: Sequence[RatingChange]) -> list[str]:
    """By game: its date, for a few games that are spread evenly; no date twice."""
    last = len(changes) - 1
    spread = [last * k // (DATES - 1) for k in range(DATES)]
    where = {day_words(changes[n].at): n for n in spread}
    dates = {n: date for date, n in where.items()}
    return [dates.get(n, "") for n in range(len(changes))]


def _plain(svg: bytes, words: str) -> SafeString:
    """What pygal drew, without styles, scripts, ids that could repeat in the page, and namespaces of no use in HTML."""
    ElementTree.register_namespace("", SVG)
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own numbers
    _prune(root)
    root.set("class", "rating-chart")
    root.set("role", "img")
    root.set("aria-label", words)
    return mark_safe(re.sub(r' xmlns(:\w+)?="[^"]*"', "", ElementTree.tostring(root, encoding="unicode")))  # noqa: S308


def _prune(element: ElementTree.Element) -> None:
    for name in ("style", "id"):
        element.attrib.pop(name, None)
    for child in list(element):
        tag = child.tag.rpartition("}")[2] if isinstance(child.tag, str) else ""
        if tag in DROPPED or not tag or child.get("class", "").startswith(("tooltip", "plot text-overlay")):
            element.remove(child)
        else:
            _prune(child)
