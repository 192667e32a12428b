"""Seasons: a table for every month, by UTC, written "2026-11". Years are by UTC, too."""

import re
from datetime import UTC, date, datetime

from django.utils.formats import date_format


class MonthConverter:
    """For addresses; anything but a month doesn't match."""

    regex = "20[0-9]{2}-(?:0[1-9]|1[0-2])"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


def month_of(when: datetime) -> str:
    """The season a moment belongs to."""
    return f"{when.astimezone(UTC):%Y-%m}"


def year_of(when: datetime) -> int:
    """The year a moment belongs to."""
    return when.astimezone(UTC).year


def month_name(month: str) -> str:
    """“November 2026”."""
    return date_format(date.fromisoformat(f"{month}-01"), "YEAR_MONTH_FORMAT")


def back_to(first: str, last: str, most: int) -> list[str]:
    """The months from *last* back to *first*, up to a limit."""
    year, month = int(last[:4]), int(last[5:])
    months: list[str] = []
    while len(months) < most and (name := f"{year:04}-{month:02}") >= first:
        months.append(name)
        year, month = (year, month - 1) if month > 1 else (year - 1, 12)
    return months


def is_month(text: str) -> bool:
    return re.fullmatch(MonthConverter.regex, text) is not None
