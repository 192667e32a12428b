"""Moments as programs read them, and since when somebody is here."""

from datetime import datetime

from django.utils.formats import date_format, get_format


def stamp(moment: datetime | None) -> str | None:
    """ISO 8601 in UTC, to the second."""
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z") if moment else None


def month_within(moment: datetime) -> str:
    """“November 2025” within a sentence: Russian has another form of the name there (“ноября 2025 г.”)."""
    return date_format(moment, get_format("YEAR_MONTH_FORMAT").replace("F", "E"))
