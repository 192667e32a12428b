"""A player's rest: weekends, quiet hours and vacations, in their local time.

Pure: time is an argument, and we look up nothing but time zones. All datetimes are aware. Vacations are in UTC, because
arithmetic in another zone would use wall-clock time.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from heapq import merge
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

LONGEST_QUIET = timedelta(hours=12)  # per day, so that some time of every day counts
SATURDAY = 5
ONE_DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
# It is weekend somewhere on earth from Friday, 10:00 UTC (UTC+14) to Monday, 12:00 UTC (UTC-12).
OVER_EVERYWHERE = timedelta(hours=12)  # after Monday's midnight
WEEKEND_SOMEWHERE = timedelta(hours=74)

Span = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class Rest:
    """A player's rest settings. *quiet*: from and to in local time, past midnight if the second is earlier.

    *vacations*: sorted by their start. *moved*: weekends before that day follow the previous zone, so that every week
    has only one weekend, however often a player changes zones.
    """

    time_zone: str = "UTC"
    weekend: bool = False
    quiet: tuple[time, time] | None = None
    vacations: tuple[Span, ...] = ()
    moved: tuple[str, date] | None = None

    def deadline(self, now: datetime, seconds: float) -> datetime:
        """The first moment at which *seconds* of counted time have passed since *now*."""
        at, left = now.astimezone(UTC), timedelta(seconds=seconds)
        for begins, ends in self._spans(at):
            if begins >= at + left:
                break
            left -= max(begins - at, timedelta())
            at = max(at, ends)
        return at + left

    def counted(self, start: datetime, end: datetime) -> float:
        """Counted seconds from *start* to *end*; 0 if the end is earlier."""
        at, passed, end = start.astimezone(UTC), timedelta(), end.astimezone(UTC)
        for begins, ends in self._spans(at):
            if begins >= end:
                break
            passed += max(begins - at, timedelta())
            at = max(at, ends)
        return (passed + max(end - at, timedelta())).total_seconds()

    def resting_until(self, now: datetime) -> datetime | None:
        """When time counts again, or None if it counts now."""
        at = now.astimezone(UTC)
        for begins, ends in self._spans(at):
            if begins > at:
                break
            at = max(at, ends)
        return at if at > now else None

    def away_until(self, now: datetime) -> datetime | None:
        """The end of the current vacation and those that directly follow it, or None."""
        at = now
        for begins, ends in self.vacations:
            if begins <= at:
                at = max(at, ends)
        return at if at > now else None

    def also(self, span: Span) -> "Rest":
        """This rest, and *span* besides."""
        return replace(self, vacations=tuple(sorted((*self.vacations, span))))

    def _spans(self, start: datetime) -> Iterator[Span]:
        """All rests that end after *start*, sorted by their start; they may overlap. Weekends never end."""
        spans = merge(self._weekends(start), self._nights(start), self.vacations)
        return ((begins, ends) for begins, ends in spans if ends > start and ends > begins)

    def _weekends(self, start: datetime) -> Iterator[Span]:
        """An endless series, from the weekend before *start*."""
        if not self.weekend:
            return
        saturday = start.date() - timedelta(days=(start.weekday() - SATURDAY) % 7 + 7)
        while True:
            before = self.moved is not None and saturday < self.moved[1]
            zone = zone_named(self.moved[0] if self.moved and before else self.time_zone)
            yield _moment(saturday, time(), zone), _moment(saturday + 2 * ONE_DAY, time(), zone, last=True)
            saturday += 7 * ONE_DAY

    def _nights(self, start: datetime) -> Iterator[Span]:
        """The quiet hours in an endless series, from two days before."""
        if self.quiet is None:
            return
        zone = zone_named(self.time_zone)
        since, until = self.quiet
        day = start.astimezone(zone).date() - 2 * ONE_DAY
        while True:
            last_day = day if since < until else day + ONE_DAY
            yield _moment(day, since, zone), _moment(last_day, until, zone, last=True)
            day += ONE_DAY


ALWAYS = Rest()  # without any rest


@cache
def zone_named(name: str) -> ZoneInfo:
    """The time zone with this name, or UTC if it is unknown."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


@cache
def zones() -> tuple[str, ...]:
    """The names to choose from: places, and UTC."""
    return ("UTC", *sorted(name for name in available_timezones() if "/" in name and not name.startswith(OLD)))


OLD = ("Etc/", "SystemV/", "US/", "Canada/", "Brazil/", "Chile/", "Mexico/", "posix/", "right/")


def weekend_ends(now: datetime) -> date | None:
    """The Monday that ends the current weekend anywhere on earth, or None if no place has a weekend."""
    shifted = now.astimezone(UTC) - OVER_EVERYWHERE
    monday = shifted.date() + (7 - shifted.weekday()) * ONE_DAY
    over = datetime.combine(monday, time(), UTC) + OVER_EVERYWHERE
    return monday if over - now <= WEEKEND_SOMEWHERE else None


def day_begins(day: date, time_zone: str) -> datetime:
    """The start of a local day, in UTC."""
    return _moment(day, time(), zone_named(time_zone))


def _moment(day: date, at: time, zone: ZoneInfo, *, last: bool = False) -> datetime:
    """When local clocks show *at* on *day*, in UTC.

    If they show it twice (autumn), the first time, or the *last*; if they skip it (spring), the moment of the change.
    """
    local = datetime.combine(day, at)
    early, late = sorted(local.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
    if early == late:
        return early
    if early.astimezone(zone).replace(tzinfo=None) == local:
        return late if last else early
    while late - early > SECOND:
        middle = early + ((late - early) // SECOND // 2) * SECOND
        if middle.astimezone(zone).replace(tzinfo=None) >= local:
            late = middle
        else:
            early = middle
    return late
