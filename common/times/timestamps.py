"""Datetimes as programs read them."""

from datetime import UTC, datetime
from typing import NewType, overload

Stamp = NewType("Stamp", str)
"""A datetime as text: ISO 8601 in UTC, to the second."""


@overload
def stamp(moment: datetime) -> Stamp: ...
@overload
def stamp(moment: datetime | None) -> Stamp | None: ...
def stamp(moment: datetime | None) -> Stamp | None:
    return Stamp(moment.isoformat(timespec="seconds").replace("+00:00", "Z")) if moment else None


def day_began(moment: datetime) -> datetime:
    """The midnight in UTC before *moment*, where daily limits restart."""
    return moment.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
