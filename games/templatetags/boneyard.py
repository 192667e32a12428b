"""Tiles, times and names in templates."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import browsers
from accounts.models import User
from common.cache.templates import always_the_same
from common.times.dates import day_words, moment_words, time_words
from games import queries
from games.models import Game, Seat
from games.seating import in_play_order, short_names
from games.shown.table_view import TableView
from rulebook import lengths, phrases
from rulebook.faces import face_drawing, face_of
from rulebook.names import game_name
from rulebook.templatetags.faces import mark_of, named
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
    shown = day_words(in_utc) if style == "date" else _("%(time)s UTC") % {"time": moment_words(in_utc)}
    return format_html('<time datetime="{}" data-local="{}">{}</time>', in_utc.isoformat(), style, shown)


register.filter("time_of_day", time_words)


@register.filter
def time_left(deadline: datetime) -> str:
    return phrases.left(deadline, timezone.now())


@register.filter
def is_pressing(game: Game) -> bool:
    """Whether time is short: less than an hour, or less than a fifth of the clock's time, is left."""
    if game.deadline is None:
        return False
    left = game.deadline - timezone.now()
    return left < max(timedelta(hours=1), timedelta(seconds=game.turn_seconds or game.bank_seconds or 0) / 5)


@register.filter
def of_game(known: Mapping[int, object] | None, game: Game) -> object:
    """The page's entry for this game in *known*, a dict by primary key; None if there is none."""
    return known.get(game.pk) if known else None


@register.filter
def faces(game: Game, mine: Seat | None = None) -> SafeString:
    """The faces of all players, starting with *mine*, with a ring around the player to move. Not read aloud."""
    shown = (
        ("on-turn" if seat.number == game.turn else "", face_drawing(face_of(seat.player.name)))
        for seat in in_play_order(game.seats.all(), mine.number if mine else None)
        if seat.player
    )
    return format_html_join("", '<span class="{}">{}</span>', shown)


@register.filter
def opponents_faces(seat: Seat) -> SafeString:
    """The faces of the other players, with a ring around the one to move, and free seats. Not read aloud."""
    shown = (
        ("on-turn" if other.number == seat.game.turn else "", face_drawing(face_of(other.player.name)))
        if other.player
        else ("free", "")
        for other in _others(seat)
    )
    return format_html_join("", '<span class="{}">{}</span>', shown)


@register.filter
def short_opponents(seat: Seat) -> str:
    """“Ben Okafor”, “Ben, Cleo” or “Ben, 2 free seats”: a single opponent has the whole name."""
    others, free = _others(seat), free_seats(seat.game)
    names = short_names(seat.game.seats.all()) if len(others) > 1 else {}
    shown = [names.get(other.number, other.player.name) for other in others if other.player]
    return ", ".join([*shown, *([ngettext("%(n)s free seat", "%(n)s free seats", free) % {"n": free}] if free else [])])


@register.filter
def whose_turn(seat: Seat) -> str:
    """The short name of the player to move, in a game with several opponents; otherwise empty."""
    others = _others(seat)
    return short_names(seat.game.seats.all()).get(seat.game.turn or 0, "") if len(others) > 1 else ""


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


@register.filter
def pace_words(game: Game) -> str:
    return phrases.time_rule(game.time_control)


@register.filter
def had_a_stand_in(game: Game) -> bool:
    """Whether a computer has played for a player who was away. *game* must have its seats loaded."""
    return any(seat.stood_in for seat in game.seats.all())


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


@register.filter
def lasts(game: Game) -> str:
    return phrases.lasts(lengths.estimate(game.rules, game.time_control))


@dataclass(frozen=True, slots=True)
class OpenGames:
    """Open games under one title. *away*: their hosts have gone."""

    title: str
    games: list[Game]
    away: bool = False


@register.filter
def by_speed(tables: list[Game]) -> list[OpenGames]:
    """The open games of each speed, in the same order; empty parts are left out. A live game whose host has gone isn't
    live: these come last. One query if there are live games.
    """
    live = [game for game in tables if game.time_control.speed == Speed.NOW]
    here = browsers.people_here({game.creator_id or 0 for game in live}, timezone.now()) if live else set()
    parts = [
        OpenGames(phrases.speed_title(Speed.NOW), [game for game in live if game.creator_id in here]),
        OpenGames(phrases.speed_title(Speed.DAYS), [game for game in tables if game not in live]),
        OpenGames(_("Host away"), [game for game in live if game.creator_id not in here], away=True),
    ]
    return [part for part in parts if part.games]


@register.filter
def speed_label(game: Game) -> str:
    return str(game.time_control.speed.label)


@register.filter
def lasts_at_most(game: Game) -> str:
    return phrases.lasts_at_most(lengths.estimate(game.rules, game.time_control))


@register.simple_tag
def clocks_of(user: User) -> dict[str, object]:
    """For the vacation of a user: their seats whose clocks don't pause, and the number of clocks that do."""
    seats = queries.timed_seats(user)
    return {
        "go_on": [seat for seat in seats if not seat.game.pauses],
        "stand_still": sum(seat.game.pauses for seat in seats),
    }


@register.filter
def away_until(player: User) -> datetime | None:
    """The end of the player's current vacation, if any."""
    return player.rest.away_until(timezone.now())


@register.filter
def others_away(seat: Seat, away: dict[int, datetime]) -> list[tuple[str, datetime]]:
    """The names of the other players in the seat's game who are *away*, and until when."""
    others = (other for other in seat.game.seats.all() if other.pk != seat.pk) if away else ()
    return [(other.player.name, away[other.player_id]) for other in others if other.player and other.player_id in away]


@register.filter
def length_words(game: Game) -> str:
    return phrases.length(game.rules)


@register.filter
def players_words(game: Game) -> str:
    return phrases.players(game.rules)


@register.filter
def reason_words(game: Game) -> str:
    return phrases.reason(game.reason)


@register.filter
def opponents(seat: Seat) -> str:
    """The names of the other players in the seat's game, including partners."""
    return ", ".join(other.player.name if other.player else _("free seat") for other in _others(seat))


@register.filter
def named_opponents(seat: Seat) -> SafeString:
    """Like `opponents`, with their faces. Three or more have short names."""
    others = _others(seat)
    short = short_names(seat.game.seats.all()) if len(others) > 2 else {}
    shown = ((named(each.player, short.get(each.number, "")) if each.player else _("free seat"),) for each in others)
    return format_html_join(", ", "{}", shown)


@register.filter
def named_players(game: Game) -> SafeString:
    """The names of all players, with their faces."""
    players = (seat.player for seat in game.seats.all())
    return format_html_join(", ", "{}", ((named(each),) for each in players if each is not None))


@register.filter
def opponents_mark(seat: Seat) -> SafeString:
    """The mark of a computer or program among the opponents; empty if all are people."""
    for player in (other.player for other in _others(seat)):
        if player is not None and (player.is_bot or player.is_program):
            return mark_of(player)
    return SafeString()


@register.filter
def named_computers(game: Game) -> SafeString:
    """The names of all computers in the game, with their faces."""
    players = (seat.player for seat in game.seats.all())
    return format_html_join(", ", "{}", ((named(each),) for each in players if each is not None and each.is_bot))


def _others(seat: Seat) -> list[Seat]:
    return in_play_order(seat.game.seats.all(), seat.number)[1:]


@register.filter
def free_seats(game: Game) -> int:
    return sum(seat.player_id is None for seat in game.seats.all())


@register.filter
def points(seat: Seat) -> str:
    """The totals as on the score sheet, the player's own side first: “45 : 30”."""
    totals = seat.game.totals or [0]
    sides = dict.fromkeys(each.side for each in in_play_order(seat.game.seats.all(), seat.number))
    return " : ".join(phrases.number(totals[side]) for side in sides if side < len(totals))
