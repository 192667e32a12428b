"""The calendar: which series a site has, and when their tournaments open. It comes from a file, and hosts change it by
`manage.py series`.
"""

import tomllib
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import transaction

from common.database import tried_again
from common.queues import SLOW, Later, Outcome, Queue
from common.refusals import Unreadable
from tournaments import plans
from tournaments.life.making import store
from tournaments.models import Series, Terms, Tournament

SHIPPED = Path(__file__).parent.with_name("calendar.toml")
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
LEASE = timedelta(seconds=30)
AGAIN, LATE = timedelta(seconds=10), timedelta(minutes=5)
COPIED = [field.name for field in Terms._meta.get_fields()]
BEGINNING = {"rated": True, "seats": 2, "end": "rounds:1"}


@tried_again
def load(now: datetime) -> list[Series]:
    """Add the series of the calendar that are missing; those that are there stay as they are. Returns the new ones."""
    path = settings.TOURNAMENT_CALENDAR
    if not path:
        return []
    known = set(Series.objects.values_list("key", flat=True))
    with transaction.atomic():
        return [_add(key, of, now) for key, of in _described(path) if key not in known]


def _described(path: str) -> Iterator[tuple[str, dict[str, object]]]:
    """The series of a file. One with `on` stands for several: for each weekday there, with what differs on it."""
    for key, of in tomllib.loads(Path(path).read_text()).items():
        if (days := of.pop("on", None)) is None:
            yield key, of
            continue
        for weekday, differs in days.items():
            yield f"{key}-{weekday}", of | {"starts_on": weekday} | differs


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


# ---- Its tournaments -----------------------------------------------------------------------------


class Calendar(Queue[Series]):
    """Series whose next tournament opens."""

    name = "tournament series"
    model = Series
    lane = SLOW
    lease = LEASE

    @tried_again
    def work(self, series: Series, now: datetime, /) -> Outcome:
        with transaction.atomic():
            series = Series.objects.select_for_update().get(pk=series.pk)
            at = open_next(series, now)
        return Later(at)


calendar = Calendar()


def open_next(series: Series, now: datetime) -> datetime:
    """Open the next tournament of a locked series, unless one is open still. Returns when to look again.

    Before its time it opens only if the one before it was full. Then it begins on the same day as otherwise, however
    many were full before.
    """
    every = timedelta(days=series.every_days)
    at = series.opens
    lasts = series.leads if series.is_evening else every  # nobody comes to an evening that is past
    while at + lasts <= now:  # the site was down: one tournament is enough
        at += every
    if series.is_evening and now < at:
        series.opens = at
        series.save(update_fields=["opens"])
        return at
    waits = Tournament.objects.filter(series=series, state=Tournament.State.OPEN).first()
    if waits is not None and waits.entries_end <= now:  # it begins or is put off in a moment
        return now + AGAIN
    if waits is not None and waits.is_evening and waits.waits:  # for minutes: the next one keeps its day
        return now + LATE
    if series.active and waits is None:
        lets_in = Tournament.objects.filter(series=series, number=series.number, programs=True)  # as the one before
        values = terms_of(series) | {"programs": lets_in.exists(), "entries_end": at + series.leads}
        series.number += 1
        store(Tournament(series=series, number=series.number, **values), now)
    series.opens = at if now < at else at + every
    series.save(update_fields=["number", "opens"])
    return series.opens


def terms_of(of: Terms) -> dict[str, object]:
    """The columns that a tournament takes over."""
    return {name: getattr(of, name) for name in COPIED}


def next_of(series: Series | None, now: datetime) -> Tournament | None:
    """The open tournament of a series, locked; opened now if there is none. None if the series is off."""
    if series is None:
        return None
    open_next(Series.objects.select_for_update().get(pk=series.pk), now)
    return Tournament.objects.select_for_update().filter(series=series, state=Tournament.State.OPEN).first()


def open_another(series_id: int, now: datetime) -> None:
    """A tournament of the series began before its time, because it was full: open the next one at once."""
    Series.objects.filter(pk=series_id).update(due=now)
