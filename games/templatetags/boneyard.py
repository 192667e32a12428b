"""Tiles, times and names in templates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django import template
from django.db.models import Count
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts import browsers
from accounts.models import User
from common.cache.templates import always_the_same
from common.times.dates import day_words, moment_words, time_words
from games import queries
from games.listed import Listed
from games.models import Game, Seat
from games.seating import in_play_order
from games.shown.invitations import invites
from games.shown.rows import Row
from games.shown.table_view import TableView
from rulebook import lengths, phrases
from rulebook.names import game_name
from rulebook.tile_drawing import tile_picture
from rulebook.time_control import Speed

register = template.Library()


@register.simple_tag
@always_the_same
def tile(text: str) -> SafeString:
    """An upright tile for decoration, hidden from screen readers."""
    high, _, low = text.partition("-")
    return mark_safe(tile_picture((int(high), int(low)), classes="tile"))  # noqa: S308 - of numbers alone


@register.simple_tag
def moment(when: datetime, style: str = "datetime") -> SafeString:
    """A point in time: in UTC as served; site.js changes it to the reader's time zone.

    *style*: "datetime", or "date" for the day alone.
    """
    in_utc = when.astimezone(UTC)
    text = day_words(in_utc) if style == "date" else _("%(time)s UTC") % {"time": moment_words(in_utc)}
    return format_html('<time datetime="{}" data-local="{}">{}</time>', in_utc.isoformat(), style, text)


register.filter("time_of_day", time_words)


@register.filter
def of_game(known: Mapping[int, object] | None, game: Listed) -> object:
    """The page's entry for this game in *known*, a dict by primary key; None if there is none."""
    return known.get(game.pk) if known else None


@register.filter
def variant_name(key: str) -> str:
    return game_name(key)


@register.filter
def clock_words(game: Game) -> str:
    return phrases.clock_rule(game.time_control)


@register.filter
def is_waited_in(view: TableView, game: Game) -> bool:
    """Whether the reader plays in this game and may wait for days, because it's a daily game with people."""
    others = [seat for seat in view.seats if seat.seat != view.you]
    days = game.time_control.speed == Speed.DAYS
    return view.you is not None and days and not all(seat.computer for seat in others)


register.filter(invites)


@register.filter
def clock_meaning(game: Game) -> str:
    rules = game.rules
    return phrases.clock_meaning(game.time_control, rules.sides, draws_freely=rules.draw_when_able)


@register.filter
def clock_pauses(game: Game) -> str:
    return phrases.clock_pauses(game.time_control)


@register.filter
def last_moment_rule(game: Game) -> str:
    return phrases.last_moment_rule(game.time_control)


@dataclass(frozen=True, slots=True)
class OpenGames:
    """Open games under one title."""

    title: str
    rows: list[Row]


@register.filter
def by_speed(tables: list[Row]) -> list[OpenGames]:
    """The open games of each speed, in the same order; empty parts are left out."""
    parts = (
        OpenGames(phrases.speed_title(speed), [row for row in tables if row.speed == speed])
        for speed in (Speed.NOW, Speed.DAYS)
    )
    return [part for part in parts if part.rows]


@register.simple_tag
def hosts_seen(rows: Sequence[Row]) -> dict[int, str]:
    """By open game, when its host was last here, unless they hide it. One query."""
    now = timezone.now()
    seen = browsers.last_seen({row.game.creator_id or 0 for row in rows})
    return {row.game.pk: _seen_words(when, now) for row in rows if (when := seen.get(row.game.creator_id or 0))}


def _seen_words(when: datetime, now: datetime) -> str:
    if now - when < browsers.HERE:
        return _("Host here now")
    return _("Host seen %(ago)s") % {"ago": phrases.ago(when, now)}


@register.filter
def lasts_at_most(game: Game) -> str:
    return phrases.lasts_at_most(lengths.estimate(game.rules, game.time_control))


@register.simple_tag
def clocks_of(user: User) -> dict[str, object]:
    """For the vacation of a user: their seats whose clocks don't pause, and the number of clocks that do."""
    seats = queries.timed_seats(user)
    return {
        "go_on": [seat for seat in seats if not seat.game.time_control.pauses],
        "stand_still": sum(seat.game.time_control.pauses for seat in seats),
    }


@register.simple_tag
def tables_of(user: User) -> dict[str, int]:
    """Their {"open": number of open games, "playing": number of games in play}, which they leave behind if they delete
    their account.
    """
    seats = Seat.objects.filter(player=user, left=False, game__status__in=[Game.Status.OPEN, Game.Status.PLAYING])
    return {"open": 0, "playing": 0} | dict(seats.values_list("game__status").annotate(Count("pk")))


@register.filter
def away_until(player: User) -> datetime | None:
    """The end of the player's current vacation, if any."""
    return player.rest.away_until(timezone.now())


@register.filter
def length_words(game: Game) -> str:
    return phrases.length(game.rules)


@register.filter
def players_words(game: Game) -> str:
    return phrases.players(game.rules)


@register.filter
def opponents(seat: Seat) -> str:
    """The names of the other players in the seat's game, including partners."""
    return ", ".join(other.player.name if other.player else _("free seat") for other in _others(seat))


def _others(seat: Seat) -> list[Seat]:
    return in_play_order(seat.game.seats.all(), seat.number)[1:]
