"""Clubs on the pages of this room and of others."""

from collections.abc import Iterable

from django import template
from django.template import Context
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from clubs import queries, shown
from clubs.models import Club
from clubs.shown import OfClub, Seen
from games.shown.rows import Row
from rulebook.tile_drawing import tile_drawing

register = template.Library()


@register.simple_tag(takes_context=True)
def games_of_my_clubs(context: Context) -> list[OfClub]:
    """The open games of people who are in a club with the reader. One query, none for people without clubs."""
    return shown.games_of_my_clubs(context["request"].user)


@register.filter
def without(rows: Iterable[Row], clubs: Iterable[OfClub]) -> list[Row]:
    """The rows of the lobby that don't stand among those of the reader's clubs."""
    there = {row.game.pk for club in clubs for row in club.rows}
    return [row for row in rows if row.game.pk not in there]


@register.simple_tag
def club_emblem(club: Club) -> SafeString:
    """The club's tile in its colours, as high as the text: decoration, hidden from screen readers."""
    high, _dash, low = club.tile.partition("-")
    drawn = tile_drawing((int(high), int(low)), plain=True)
    return format_html(
        '<svg class="club-emblem ground-{} dots-{}" viewBox="0 0 1 2" aria-hidden="true" focusable="false">{}</svg>',
        club.ground,
        club.dots,
        mark_safe(drawn),  # noqa: S308 - of numbers alone
    )


@register.simple_tag
def club_name(club: Club) -> SafeString:
    """The club's emblem and name, with a link to its page."""
    return format_html(
        '<a class="club-name" href="{}">{}<span>{}</span></a>', club.get_absolute_url(), club_emblem(club), club.name
    )


@register.simple_tag
def club_parts(here: Seen) -> list[dict[str, object]]:
    """The pages of a club that the reader can open, each with its address' name, its words and how much waits."""
    if not here.shows_members:
        return []
    parts: list[tuple[str, str, int]] = [
        ("club", _("Overview"), 0),
        ("club_members", _("Members"), 0),
        ("club_standings", _("Standings"), 0),
        ("club_ladders", _("Ladders"), 0),
        ("club_calendar", _("Calendar"), 0),
    ]
    if here.organises:
        parts += [("club_requests", _("Invite"), here.asking), ("club_settings", _("Settings"), 0)]
    return [{"name": name, "words": words, "number": number} for name, words, number in parts]


@register.inclusion_tag("clubs/_on_home.html", takes_context=True)
def clubs_on_home(context: Context) -> dict[str, object]:
    """The reader's clubs, each with what is new in it. One query, none for visitors."""
    return {"clubs": queries.mine_on_home(context["request"].user, timezone.now())}
