"""The calendar: which series a site has. It comes from a file, and hosts change it by `manage.py series`."""

import tomllib
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import transaction

from tournaments import plans
from tournaments.models import Series

SHIPPED = Path(__file__).with_name("calendar.toml")
SCHEDULE = {"every_days", "lead_days", "hour"}
BEGINNING = {"rated": True, "seats": 2, "end": "rounds:1"}


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
    """Add one series. Raises `Unreadable` if it makes no tournament, `TypeError` for a word that it doesn't know."""
    hour = int(str(described.get("hour", 18)))
    opens = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    lead_days = int(str(described["lead_days"]))
    first = opens - timedelta(days=lead_days) if opens > now else opens - timedelta(days=lead_days - 1)
    columns = {name: value for name, value in described.items() if name != "hour"}
    series = Series(key=key, opens=first, due=now, **(BEGINNING | columns))
    plans.check(series)
    series.save()
    return series
