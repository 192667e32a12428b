"""The calendar: which series a site has. It comes from a file, and hosts change it by `manage.py series`."""

import tomllib
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import transaction

from common.database import tried_again
from common.refusals import Unreadable
from tournaments import plans
from tournaments.models import Series

SHIPPED = Path(__file__).with_name("calendar.toml")
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
BEGINNING = {"rated": True, "seats": 2, "end": "rounds:1"}


@tried_again
def load(now: datetime) -> list[Series]:
    """Add the series of the calendar that are missing; those that are there stay as they are. Returns the new ones."""
    path = settings.TOURNAMENT_CALENDAR
    if not path:
        return []
    known = set(Series.objects.values_list("key", flat=True))
    described = tomllib.loads(Path(path).read_text())
    with transaction.atomic():
        return [_add(key, of, now) for key, of in described.items() if key not in known]


def _add(key: str, described: Mapping[str, object], now: datetime) -> Series:
    """Add one series. Raises `ValueError` if it makes no tournament, `TypeError` for a word that it doesn't know."""
    columns = {name: value for name, value in described.items() if name not in {"hour", "starts_on"}}
    series = Series(key=key, due=now, **(BEGINNING | columns))
    series.opens = _first_start(str(described["starts_on"]), int(str(described["hour"])), now) - series.leads
    try:
        plans.check(series)
    except Unreadable as refused:
        raise ValueError(f"The calendar's series {key}: {refused}") from refused
    series.save()
    return series


def _first_start(weekday: str, hour: int, now: datetime) -> datetime:
    """The next such weekday at that hour (UTC) that leaves a day to enter."""
    first = now.replace(hour=hour, minute=0, second=0, microsecond=0) + timedelta(days=1)
    days = (WEEKDAYS.index(weekday) - first.weekday()) % 7
    return first + timedelta(days=days if days or first >= now + timedelta(days=1) else 7)
