"""When somebody is told: a moment after it happened, at parts of a turn, not in their quiet hours, in their morning."""

from datetime import UTC, datetime, time, timedelta

from django.conf import settings

from accounts import rest
from accounts.models import User

# Whoever looks at the game has seen it by then, or has had a planned move made, and is not told.
HELD_BACK = timedelta(seconds=settings.HEAD_START_SECONDS + 2)
KEPT = timedelta(days=60)  # what was told can be read on the site that long


def quiet_until(user: User, now: datetime) -> datetime | None:
    """The end of their quiet hours; None outside of them."""
    if user.quiet_from is None or user.quiet_to is None:
        return None
    return rest.Rest(time_zone=user.time_zone, quiet=(user.quiet_from, user.quiet_to)).resting_until(now)


def part_of(how: rest.Rest, begun: datetime, deadline: datetime, percent: int) -> datetime:
    """When that much of a turn is gone, of the time that counts for somebody who rests like that."""
    return how.deadline(begun, how.counted(begun, deadline) * percent / 100)


def next_digest(time_zone: str, hour: int, after: datetime) -> datetime:
    """The first time after *after* that their clock shows that hour; where it leaps over it, the leap."""
    zone = rest.zone_of(time_zone)
    day = after.astimezone(zone).date()
    while True:
        # An hour that comes twice is taken the first time; one that never comes is shown an hour later.
        due = datetime.combine(day, time(hour), tzinfo=zone).astimezone(UTC)
        if due > after:
            return due
        day += timedelta(days=1)


def local(user: User, when: datetime) -> datetime:
    return when.astimezone(rest.zone_of(user.time_zone))
