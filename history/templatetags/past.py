"""Words and bars about games that are over."""

from datetime import date, datetime, timedelta
from typing import Any

from django import template
from django.template.defaultfilters import floatformat
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Seat
from history import book
from history import glance as at_a_glance
from history.models import Balance, Meeting
from standings import months

register = template.Library()
MONTHS = 12  # drawn; a phone shows half of them
LONGEST = 5  # lists at a glance


@register.filter
def ago(moment: datetime) -> str:
    """“3 days ago”, in its largest unit."""
    if timezone.now() - moment < timedelta(minutes=1):
        return _("just now")
    return _("%(time)s ago") % {"time": timesince(moment, depth=1)}


@register.filter
def result(seat: Seat) -> str:
    """How the game ended for the seat: won, lost, drawn, aborted or annulled."""
    return book.result(seat)


@register.filter
def result_words(seat: Seat) -> str:
    return str(Meeting.Result(book.result(seat)).label)


@register.filter
def rivals(seat: Seat) -> str:
    """The names of those on the other sides; of a seat read with its game and all who sit there."""
    others = (other.player for other in seat.game.seats.all() if other.side != seat.side)
    return ", ".join(player.name for player in others if player is not None)


@register.filter
def signed(points: float) -> str:
    """“+12.3”, with the minus sign of typography."""
    sign = "+" if points > 0 else "\N{MINUS SIGN}" if points < 0 else "±"
    return f"{sign}{floatformat(abs(points), 1)}"


@register.filter
def month_name(month: str) -> str:
    return months.month_name(month)


@register.filter
def month_briefly(month: str) -> str:
    """“Nov”."""
    return date_format(date.fromisoformat(f"{month}-01"), "M")


@register.filter
def last_day(month: str) -> date:
    return at_a_glance.last_day(month)


@register.filter
def bar(balance: Balance) -> SafeString:
    """Won, drawn and lost as parts of a line; nothing is read aloud."""
    return format_html(
        '<svg class="fared" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">{}</svg>',
        _parts(balance, 100 / balance.against if balance.against else 0, upright=False),
    )


@register.filter
def pillar(balance: Balance, most: int) -> SafeString:
    """The same standing up, as high as its games beside the *most* of any."""
    return format_html(
        '<svg class="fared" viewBox="0 0 1 100" preserveAspectRatio="none" aria-hidden="true">{}</svg>',
        _parts(balance, 100 / most if most else 0, upright=True),
    )


def _parts(balance: Balance, share: float, *, upright: bool) -> SafeString:
    parts, begins = [], 0.0
    for kind, games in (("won", balance.won), ("drawn", balance.drawn + balance.otherwise), ("lost", balance.lost)):
        length = round(games * share, 2)
        place = (0, round(100 - begins - length, 2), 1, length) if upright else (round(begins, 2), 0, length, 1)
        parts.append((kind, *place))
        begins += length
    return format_html_join("", '<rect class="{}" x="{}" y="{}" width="{}" height="{}"/>', parts)


@register.inclusion_tag("history/_glance.html", takes_context=True)
def results_at_a_glance(context: Any, person: User) -> dict[str, Any]:
    """What `history.glance` says of the person, whose page this is; nothing for who has no result."""
    found = at_a_glance.glance(person, None, LONGEST)
    months_shown = found.last_months(timezone.now(), MONTHS)
    return {
        **context.flatten(),
        "glance": found,
        "months": months_shown,
        "most": max(month.games for month in months_shown),
        "variants": found.variants[:LONGEST],
    }
