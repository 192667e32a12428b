"""Where a page of notices ends, as text: pages go on from there, never by counting."""

from datetime import UTC, datetime

from django.utils.dateparse import parse_datetime

from notices.models import Notice


def write(last: Notice) -> str:
    return f"{last.at.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%fZ},{last.pk}"


def read(text: str) -> tuple[datetime, int] | None:
    """None if it isn't one."""
    when, _comma, pk = text.partition(",")
    try:
        moment = parse_datetime(when)
        if moment is None or moment.tzinfo is None or not 0 <= int(pk) < 2**63:
            return None
        return moment.astimezone(UTC), int(pk)
    except (ValueError, OverflowError):
        return None
