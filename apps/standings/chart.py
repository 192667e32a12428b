"""The way of a rating as SVG that stands in the page and takes its colours from the page's tokens: time goes from left
to right, a day as wide as any other.

pygal draws; its own styles and scripts are left out, as the site allows neither inside a page (static/css/standings.css
has the colours, for light and dark alike).
"""

import hashlib
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from xml.etree import ElementTree

import pygal
from django.core.cache import cache
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from pygal.style import Style

from common.times.dates import day_words, month_briefly
from standings.past import Point

# pygal adds an import hook for maps, which makes newer Pythons warn at every later import.
sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__module__ != "pygal"]

WIDTH, HEIGHT = 400, 200
A_DAY = 86_400
LETTERS = 15  # their largest size, on the smallest screens
DOTTED = 31  # points, few enough for a dot each
DRAWN = 150  # points: more would overlap
DATES = 3  # below the line
LONG = timedelta(days=200)  # longer histories have dates by month
SVG = "http://www.w3.org/2000/svg"
DROPPED = {"defs", "desc", "title", "script", "style"}


@dataclass(frozen=True, slots=True)
class Chart:
    """*words* describe the chart, *marks* the rating on some days, in the reader's language."""

    svg: SafeString
    words: str
    marks: list[tuple[str, int]]


def drawn(points: Sequence[Point]) -> Chart | None:
    """The rating before the first of these games and after each; None for less than two games.

    Drawing takes longer than the rest of a page, so charts are cached by their content.
    """
    if len(points) < 3:
        return None
    seen = hashlib.sha256(repr((get_language(), points)).encode()).hexdigest()
    kept: Chart | None = cache.get_or_set(f"chart:{seen}", lambda: _drawn(points), A_DAY)
    return kept


def _drawn(points: Sequence[Point]) -> Chart:
    ratings = [point.rating for point in points]
    first, last = points[0].at, max(points[-1].at, points[0].at + timedelta(hours=1))
    dates = _dates(first, last)
    line = _thinned(points, first, last)
    chart = pygal.XY(
        width=WIDTH, height=HEIGHT, show_legend=False, show_dots=len(line) <= DOTTED, dots_size=3, js=[],
        disable_xml_declaration=True, margin=6, margin_right=14, show_x_guides=False, truncate_label=-1,
        style=Style(label_font_size=LETTERS, major_label_font_size=LETTERS),
        range=_bounds(ratings), y_labels=_steps(*_bounds(ratings)), formatter=str, x_value_formatter=str,
        xrange=(first.timestamp(), last.timestamp()),
    )  # fmt: skip
    chart.x_labels = [{"value": at.timestamp(), "label": label} for label, at in dates]
    chart.add("", [(point.at.timestamp(), point.rating) for point in line])
    words = _words(ratings)
    return Chart(_plain(chart.render(), words), words, _marks(points, dates))


def _words(ratings: Sequence[int]) -> str:
    sentence = _(
        "Rating over the last %(n)d rated games: from %(first)d to %(last)d, lowest %(low)d, highest %(high)d."
    )
    low, high = min(ratings), max(ratings)
    return sentence % {"n": len(ratings) - 1, "first": ratings[0], "last": ratings[-1], "low": low, "high": high}


def _bounds(ratings: Sequence[int]) -> tuple[int, int]:
    """Whole fifties around the ratings."""
    low, high = min(ratings) // 50 * 50, -(-max(ratings) // 50) * 50
    return low, max(high, low + 50)


def _steps(low: int, high: int) -> list[int]:
    """At most six lines, at round numbers."""
    step = next(step for step in (25, 50, 100, 200, 500, 1_000, 100_000) if (high - low) / step <= 5)
    return list(range(low, high + 1, step))


def _thinned(points: Sequence[Point], first: datetime, last: datetime) -> list[Point]:
    """The first point, and the last one of each of the equal intervals; all points if they are few."""
    if len(points) <= DRAWN:
        return list(points)
    width = (last - first) / DRAWN
    kept = {(point.at - first) // width: point for point in points}
    return [points[0], *kept.values()]


def _dates(first: datetime, last: datetime) -> list[tuple[str, datetime]]:
    """A few days between the two, evenly spread, in the reader's language; for long histories the starts of months. No
    date twice.
    """
    begun = [at for at in _days(first, last) if at.day == 1] if last - first > LONG else _days(first, last)
    step = -(-len(begun) // DATES) or 1
    name = month_briefly if last - first > LONG else day_words
    return list({name(at): at for at in begun[step // 2 :: step] or [first]}.items())


def _days(first: datetime, last: datetime) -> list[datetime]:
    """The starts of days between the two, in UTC."""
    begin = datetime.combine(first.astimezone(UTC), time(), UTC)
    return [at for n in range((last - begin).days + 1) if (at := begin + timedelta(days=n)) > first]


def _marks(points: Sequence[Point], dates: Sequence[tuple[str, datetime]]) -> list[tuple[str, int]]:
    """The rating at the start of each of these days, and now."""
    return [(label, next(point.rating for point in reversed(points) if point.at <= at)) for label, at in dates]


def _plain(svg: bytes, words: str) -> SafeString:
    """pygal's drawing without styles, scripts, ids that might repeat on the page, and namespaces that HTML doesn't
    need.
    """
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
