"""Moments as programs read them."""

from datetime import datetime


def stamp(moment: datetime | None) -> str | None:
    """ISO 8601 in UTC, to the second."""
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z") if moment else None
