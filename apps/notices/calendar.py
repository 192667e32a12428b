"""A player's calendar: the deadlines of games where it's their turn, and the dates that other rooms know. In UTC."""

from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.followers import Date, followers
from accounts.models import User
from notices import digest, sentences
from rulebook.names import game_name

MOST = 200  # games
LASTS = timedelta(minutes=15)  # an event ends at its deadline; without a length, some calendars hide it
AGAIN = timedelta(hours=1)  # how often programs should ask


def text_of(player: User, now: datetime) -> str:
    """The calendar as iCalendar (RFC 5545), in the active language. A fixed number of queries."""
    from icalendar import Calendar, Event  # takes a while to import, and few processes need it

    calendar = Calendar()
    calendar.add("prodid", f"-//{settings.SITE_NAME}//{settings.VERSION}//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("name", settings.SITE_NAME)
    calendar.add("x-wr-calname", settings.SITE_NAME)
    calendar.add("refresh-interval", AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    deadlines = list(_deadlines(player))
    dates = [date for follower in followers() for date in follower.dates(player)]
    for date, about in [*deadlines, *((date, "") for date in dates)]:
        event, url = Event(), settings.SITE_URL + date.path
        event.add("uid", f"{date.key}@{urlsplit(settings.SITE_URL).hostname}")
        event.add("dtstamp", now)
        event.add("dtstart", date.at - LASTS)
        event.add("dtend", date.at)
        event.add("summary", date.title)
        event.add("description", "\n".join(filter(None, [about, url])))
        event.add("url", url)
        event.add("transp", "TRANSPARENT")
        calendar.add_component(event)
    written: bytes = calendar.to_ical()
    return written.decode()


def _deadlines(player: User) -> list[tuple[Date, str]]:
    """The games where it's their turn, least time first, each with its company."""
    seats = digest.waiting([player.pk]).filter(game__deadline__isnull=False).select_related("game")
    title = _("Your time runs out: %(game)s")
    return [
        (
            Date(
                f"turn-{seat.game.public_id}",
                deadline,
                title % {"game": game_name(seat.game.variant)},
                seat.game.get_absolute_url(),
            ),
            sentences.company(seat.game, player.pk),
        )
        for seat in seats.prefetch_related("game__seats__player")[:MOST]
        if (deadline := seat.game.deadline) is not None
    ]
