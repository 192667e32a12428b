"""Changes to a player's rest: time zone, weekends off, quiet hours and vacations.

Each change and its consequences (`rest_changed`) are one transaction, which recomputes the clocks of running games.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import groupby
from typing import Annotated

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts import database
from accounts.followers import followers
from accounts.models import User, Vacation
from accounts.rest import LONGEST_QUIET, Rest, Span, day_begins, weekend_ends, zone_named, zones
from common.database import tried_again
from common.times.dates import day_words
from common.wishes import NULLABLE, Most, Shown

ONE_DAY = timedelta(days=1)
HOURS = ["time_zone", "weekend_pause", "weekend_zone", "weekend_zone_until", "quiet_from", "quiet_to"]
AHEAD = 366 * ONE_DAY  # how far ahead a vacation may be booked
CHANGES, IN = 6, timedelta(days=7)  # of zone and quiet hours; otherwise players could move them with every deadline


def zone_choices() -> list[tuple[str, str] | tuple[str, list[tuple[str, str]]]]:
    """The time zones by continent: “Kyiv” under its heading rather than “Europe/Kyiv”."""
    places = [name for name in zones() if "/" in name]
    grouped = groupby(places, key=lambda name: name.partition("/")[0])
    return [
        ("UTC", _("UTC (no location)")),
        *((region, [(name, _place(name)) for name in names]) for region, names in grouped),
    ]


def _place(name: str) -> str:
    return name.partition("/")[2].replace("_", " ").replace("/", " – ")


@dataclass(frozen=True, slots=True)
class Hours:
    """Your weekends off and quiet hours, when your clocks pause."""

    time_zone: Annotated[
        str, Most(64), Shown(gettext_lazy("Time zone"), choices=zone_choices), "IANA name, such as Europe/Kyiv."
    ]
    weekend: Annotated[bool, Shown(gettext_lazy("Pause my clocks on weekends"))] = False
    quiet_from: Annotated[time | None, NULLABLE, Shown(gettext_lazy("Quiet from")), "Local time."] = None
    quiet_to: Annotated[
        time | None,
        NULLABLE,
        Shown(gettext_lazy("until")),
        "Up to 12 hours after `quiet_from`; it may be past midnight.",
    ] = None


@dataclass(frozen=True, slots=True)
class Holiday:
    """The first and last day of a vacation in your time zone; today or later."""

    first: Annotated[date, Shown(gettext_lazy("First day"))]
    last: Annotated[date, Shown(gettext_lazy("Last day"))]


class NotPossible(Exception):
    """Why this rest isn't allowed; a sentence for users. *field*: the field of the form that it is about."""

    def __init__(self, message: str, field: str = "quiet_to") -> None:
        super().__init__(message)
        self.field = field


@tried_again
def change_hours(*, user: User, wanted: Hours, now: datetime) -> None:
    """Set the time zone, weekends off and quiet hours. Raises `NotPossible`."""
    since, until, time_zone = wanted.quiet_from, wanted.quiet_to, wanted.time_zone
    if (since is None) != (until is None):
        raise NotPossible(_("Give both a start and an end for your quiet hours, or neither."))
    quiet = None if since is None or until is None else (since, until)
    if time_zone not in zones():
        raise NotPossible(_("Choose a time zone from the list."), "time_zone")
    if quiet is not None and not timedelta() < length(quiet) <= LONGEST_QUIET:
        raise NotPossible(_("Quiet hours can last up to 12 hours and can’t start and end at the same time."))
    with transaction.atomic():
        row = database.hold(user)
        before = row.rest
        if before.quiet != quiet or (before.quiet is not None and row.time_zone != time_zone):
            _not_too_often(user)
        _keep_weekend(row, time_zone, now)
        row.time_zone, row.weekend_pause = time_zone, wanted.weekend
        row.quiet_from, row.quiet_to = since, until
        row.save(update_fields=HOURS)
        _tell(row, before, now)


def _keep_weekend(row: User, time_zone: str, now: datetime) -> None:
    """During a weekend anywhere, theirs stays in the old zone. Otherwise players who move between Friday and Monday,
    really or not, would gain a day. The first zone a player chooses isn't a change.
    """
    if not row.time_zone or row.time_zone == time_zone:
        return
    monday = weekend_ends(now)
    if monday is None:
        row.weekend_zone, row.weekend_zone_until = "", None
    elif row.weekend_zone_until != monday:  # they moved earlier on this weekend, which stays in its first zone
        row.weekend_zone, row.weekend_zone_until = row.time_zone, monday


def weekend_elsewhere(user: User, now: datetime) -> str:
    """A sentence about the zone this weekend still uses, and until when; "" if it uses the new one."""
    zone, monday = user.weekend_zone, user.weekend_zone_until
    if not user.weekend_pause or monday is None or monday != weekend_ends(now) or zone == user.time_zone:
        return ""
    sentence = _("This weekend still uses %(zone)s time. Your new time zone applies from Monday, %(day)s.")
    return sentence % {"zone": zone.replace("_", " "), "day": day_words(monday)}


def length(quiet: tuple[time, time]) -> timedelta:
    """The length of quiet hours by the clock, past midnight if they end at an earlier time."""
    since, until = (timedelta(hours=each.hour, minutes=each.minute, seconds=each.second) for each in quiet)
    return (until - since) % ONE_DAY


def _not_too_often(user: User) -> None:
    key = f"hours-changed/{user.pk}"
    changed = cache.get(key, 0)
    if changed >= CHANGES:
        raise NotPossible(_("You’ve changed your quiet hours too often. Try again in a few days."))
    cache.set(key, changed + 1, IN.total_seconds())


def span(*, user: User, first: date, last: date, now: datetime) -> Span:
    """The vacation from the start of *first* to the end of *last*, if it may be booked. Raises `NotPossible`."""
    rest = user.rest
    today = now.astimezone(zone_named(rest.time_zone)).date()
    if first < today or last < first:
        raise NotPossible(_("A vacation can’t start in the past or end before it starts."))
    if last > today + AHEAD:
        raise NotPossible(_("You can book vacations up to twelve months ahead."))
    starts = now if first == today else day_begins(first, rest.time_zone)
    ends = day_begins(last + ONE_DAY, rest.time_zone)
    if any(starts < other_ends and begins < ends for begins, other_ends in rest.vacations):
        raise NotPossible(_("You already have a vacation on some of these days."))
    for year in {first.year, last.year}:
        free = days_left(rest, year)
        if sum(day.year == year for day in days((starts, ends), rest.time_zone)) > free:
            raise NotPossible(
                ngettext(
                    "You have %(n)d vacation day left in %(year)s.",
                    "You have %(n)d vacation days left in %(year)s.",
                    free,
                )
                % {"n": free, "year": year}
            )
    return starts, ends


@tried_again
def book_vacation(*, user: User, first: date, last: date, now: datetime) -> Vacation:
    """Raises `NotPossible`."""
    with transaction.atomic():
        row = database.hold(user)
        before = row.rest
        starts, ends = span(user=row, first=first, last=last, now=now)
        vacation = Vacation.objects.create(user=row, starts=starts, ends=ends)
        _tell(row, before, now)
    return vacation


@tried_again
def end_vacation(*, user: User, vacation_id: int, now: datetime) -> bool:
    """End the vacation now, or cancel it before its start, and return the unused days. False if it has ended or belongs
    to another player.
    """
    with transaction.atomic():
        row = database.hold(user)
        vacation = row.vacations.filter(pk=vacation_id, ends__gt=now).first()
        if vacation is None:
            return False
        before = row.rest
        if vacation.starts < now:
            vacation.ends = now
            vacation.save(update_fields=["ends"])
        else:
            vacation.delete()
        _tell(row, before, now)
    return True


def days(vacation: Span, time_zone: str) -> Iterator[date]:
    """The local calendar days that a vacation touches; each counts as one."""
    zone = zone_named(time_zone)
    day, last = vacation[0].astimezone(zone).date(), (vacation[1] - timedelta(microseconds=1)).astimezone(zone).date()
    while day <= last:
        yield day
        day += ONE_DAY


def days_left(rest: Rest, year: int) -> int:
    """The vacation days of this calendar year that aren't booked."""
    used = {day for vacation in rest.vacations for day in days(vacation, rest.time_zone) if day.year == year}
    return max(0, int(settings.VACATION_DAYS) - len(used))


def _tell(user: User, before: Rest, now: datetime) -> None:
    now_resting = User.objects.get(pk=user.pk)
    for follower in followers():
        follower.rest_changed(now_resting, before, now)


def zone_of_browser(request: HttpRequest) -> str:
    """The time zone that site.js found, if it is valid."""
    zone = request.COOKIES.get("time_zone", "")
    return zone if zone in zones() else ""


def keep_zone(request: HttpRequest, user: User) -> None:
    """Everyone who logs in, including new guests, gets the browser's time zone until they choose another."""
    if not user.time_zone and (zone := zone_of_browser(request)):
        user.time_zone = zone
        user.save(update_fields=["time_zone"])
