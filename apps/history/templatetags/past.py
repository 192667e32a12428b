"""Words and bars for finished games."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date, datetime

from django import template
from django.core.cache import cache
from django.http import QueryDict
from django.template.defaultfilters import floatformat
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from accounts.models import User
from common.wishes import WishForm
from games.models import Game
from games.shown.rows import Row
from history import against, book, rematches
from history import glance as at_a_glance
from history.models import Balance, Meeting
from history.past_games import Wanted
from rulebook import phrases
from standings import months

register = template.Library()
register.simple_tag(at_a_glance.games_number, name="games_finished")
register.filter("result", book.result_in)
register.filter(months.month_name)
register.filter(at_a_glance.last_day)
MONTHS = 12  # in the chart; a phone shows half of them
LONGEST = 5  # of lists at a glance
KEPT = 600  # seconds


@register.filter
def ago(moment: datetime) -> str:
    """“3 days ago”, in its largest unit."""
    return phrases.ago(moment, timezone.now())


@register.simple_tag
def earlier_in_series(game: Game) -> str:
    """The series before this game, as JSON for static/js/table/result_text.js; empty if there is none."""
    earlier = rematches.earlier_games(game)
    return json.dumps(asdict(earlier)) if earlier else ""


@register.filter
def result_words(row: Row) -> str:
    return str(Meeting.Result(book.result_in(row)).label)


@register.filter
def signed(points: float) -> str:
    """“+12.3”, with a typographic minus sign."""
    sign = "+" if points > 0 else "\N{MINUS SIGN}" if points < 0 else "±"
    return f"{sign}{floatformat(abs(points), 1)}"


@register.filter
def month_briefly(month: str) -> str:
    """“Nov”."""
    return date_format(date.fromisoformat(f"{month}-01"), "M")


@register.filter
def bar(balance: Balance) -> SafeString:
    """Won, drawn and lost as parts of a bar, hidden from screen readers."""
    share = 100 / balance.against if balance.against else 0
    return _drawn("0 0 100 1", [(kind, begins * share, 0, games * share, 1) for kind, begins, games in _parts(balance)])


@register.filter
def pillar(balance: Balance, most: int) -> SafeString:
    """The same as a column, its height relative to the *most* games of a month."""
    share = 100 / most if most else 0
    parts = [(kind, 0, 100 - (begins + games) * share, 1, games * share) for kind, begins, games in _parts(balance)]
    return _drawn("0 0 1 100", parts)


def _parts(balance: Balance) -> list[tuple[str, int, int]]:
    """Kind, games before it, and games of it."""
    between = balance.drawn + balance.otherwise
    return [("won", 0, balance.won), ("drawn", balance.won, between), ("lost", balance.won + between, balance.lost)]


def _drawn(box: str, parts: Sequence[tuple[str, float, float, float, float]]) -> SafeString:
    rects = "".join(
        f'<rect class="{kind}" x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}"/>'
        for kind, x, y, width, height in parts
    )
    start = f'<svg class="fared" viewBox="{box}" preserveAspectRatio="none" aria-hidden="true">'
    return mark_safe(f"{start}{rects}</svg>")  # noqa: S308 - our own numbers


@register.filter
def fared(balance: Balance) -> SafeString:
    """“7 won 1 drawn 4 lost 2 as partners”, each with its colour in the bars."""
    parts = []
    if balance.against:
        parts.append(("won", _("%(n)d won"), balance.won))
        parts += [("drawn", _("%(n)d drawn"), balance.drawn)] if balance.drawn else []
        parts.append(("lost", _("%(n)d lost"), balance.lost))
        parts += [("drawn", _("%(n)d won by others"), balance.otherwise)] if balance.otherwise else []
    parts += [("together", _("%(n)d as partners"), balance.together)] if balance.together else []
    return format_html_join(" ", '<span class="key {}">{}</span>', ((kind, text % {"n": n}) for kind, text, n in parts))


@register.filter
def month_words(balance: Balance) -> str:
    """“November 2026: 12 games, 7 won, 1 drawn, 4 lost”."""
    sentence = ngettext(
        "%(month)s: %(n)d game, %(won)d won, %(drawn)d drawn, %(lost)d lost",
        "%(month)s: %(n)d games, %(won)d won, %(drawn)d drawn, %(lost)d lost",
        balance.games,
    )
    numbers = {"n": balance.games, "won": balance.won, "drawn": balance.drawn, "lost": balance.lost}
    return sentence % {"month": months.month_name(balance.month), **numbers}


@register.simple_tag
def results_at_a_glance(person: User) -> SafeString:
    """`history.glance` for the person on whose page this is; empty without results.

    Rendering takes longer than the rest of the page, so it is cached until the results change.
    """
    glance = at_a_glance.glance(person, None, LONGEST)
    if not glance.ever.games:
        return SafeString("")
    now = timezone.now()
    rows = [(balance.pk, balance.games, balance.won, balance.margin, balance.last_at) for balance in glance.all_of_it]
    names = [balance.other.name for balance in glance.opponents]
    seen = repr((person.pk, get_language(), f"{now:%Y-%m}", rows, names))
    key = f"glance:{hashlib.sha256(seen.encode()).hexdigest()}"
    return mark_safe(cache.get_or_set(key, lambda: _glance(person, glance, now), KEPT) or "")  # noqa: S308 - a template's


@register.inclusion_tag("history/_filters.html")
def past_filters() -> dict[str, object]:
    """The filters of past games, nothing chosen."""
    return {"form": WishForm(Wanted, QueryDict()), "wanted": Wanted()}


@register.inclusion_tag("history/_series.html", takes_context=True)
def running_series(context: template.Context) -> dict[str, object]:
    """“You 3 – 1 Ben”: how the reader stands with their last opponents."""
    return {"series": against.running_series(context["request"].user)}


def _glance(person: User, glance: at_a_glance.Glance, now: datetime) -> str:
    last = glance.last_months(now, MONTHS)
    context = {
        "glance": glance,
        "best": at_a_glance.best_win(person),
        "months": last,
        "most": max(month.games for month in last),
        "variants": glance.variants[:LONGEST],
    }
    return render_to_string("history/_glance.html", context)
