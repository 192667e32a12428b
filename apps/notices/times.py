"""When to notify players: a moment after the event, at parts of a turn, outside quiet hours, in the morning."""

from datetime import UTC, datetime, time, timedelta

from django.conf import settings

from accounts import rest
from accounts.models import User

# By then, players at the board have seen it and planned moves are made, so they need no notification.
HELD_BACK = timedelta(seconds=settings.HEAD_START_SECONDS + 2)
KEPT = timedelta(days=60)  # how long notifications stay on the site


def quiet_until(user: User, now: datetime) -> datetime | None:
    """The end of their quiet hours; None outside of them."""
    if user.quiet_from is None or user.quiet_to is None:
        return None
    return rest.Rest(time_zone=user.time_zone, quiet=(user.quiet_from, user.quiet_to)).resting_until(now)


def part_of(how: rest.Rest, begun: datetime, deadline: datetime, percent: int) -> datetime:
    """The moment when *percent* of a turn has passed, not counting the time when the player rests."""
    return how.deadline(begun, how.counted(begun, deadline) * percent / 100)


def next_digest(time_zone: str, hour: int, after: datetime) -> datetime:
    """The first time after *after* when their clock shows *hour*. If the clock skips that hour, an hour later."""
    zone = rest.zone_named(time_zone)
    day = after.astimezone(zone).date()
    while True:
        # If an hour comes twice, the first one counts; an hour that never comes is shown an hour later.
        due = datetime.combine(day, time(hour), tzinfo=zone).astimezone(UTC)
        if due > after:
            return due
        day += timedelta(days=1)


def local(user: User, when: datetime) -> datetime:
    return when.astimezone(rest.zone_named(user.time_zone))
