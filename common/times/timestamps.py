"""Datetimes as programs read them."""

from datetime import UTC, datetime


def stamp(moment: datetime | None) -> str | None:
    """ISO 8601 in UTC, to the second."""
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z") if moment else None


def day_began(moment: datetime) -> datetime:
    """The midnight in UTC before *moment*, where daily limits restart."""
    return moment.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
