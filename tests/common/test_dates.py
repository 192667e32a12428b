"""Days and times in every language, as the scripts write them, too (tests/browser/test_dates.py)."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.conf import settings
from django.utils import translation

from common.times import dates
from rulebook import phrases

NOON = datetime(2026, 11, 21, 13, 5, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _in_november_2026(monkeypatch):
    monkeypatch.setattr("common.times.dates.timezone.localdate", lambda: date(2026, 11, 23))


@pytest.mark.parametrize(
    ("language", "day", "of_another_year", "moment"),
    [
        ("en", "21 Nov", "7 Sept 2025", "Sat 21 Nov, 13:05"),
        ("de", "21. Nov.", "7. Sept. 2025", "Sa., 21. Nov., 13:05"),
        ("ru", "21 нояб.", "7 сент. 2025 г.", "сб, 21 нояб., 13:05"),
        ("es", "21 nov", "7 sept 2025", "sáb, 21 nov, 13:05"),
        ("pt", "21 de nov.", "7 de set. de 2025", "sáb., 21 de nov., 13:05"),
        ("uk", "21 лист.", "7 вер. 2025 р.", "сб, 21 лист., 13:05"),
    ],
)
def test_dates_have_one_format_per_language_and_a_year_only_if_it_differs(language, day, of_another_year, moment):
    with translation.override(language):
        assert dates.day_words(NOON) == day
        assert dates.day_words(date(2025, 9, 7)).replace("\xa0", " ") == of_another_year
        assert dates.moment_words(NOON) == moment
        assert dates.moment_words(NOON.replace(year=2025)).startswith(dates.day_words(NOON.replace(year=2025)) + ", ")


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_month_names_exist_in_every_language(language):
    look = dates.LOOKS[language]
    assert len(set(look.months.split())) == 12
    assert len(set(look.weekdays.split())) == 7


@pytest.mark.parametrize(
    ("since", "said"),
    [
        (timedelta(seconds=59), "just now"),
        (timedelta(seconds=60), "1 minute ago"),
        (timedelta(minutes=59), "59 minutes ago"),
        (timedelta(hours=23, minutes=59), "23 hours ago"),
        (timedelta(days=6, hours=23), "6 days ago"),
        (timedelta(days=20), "2 weeks ago"),
        (timedelta(days=45), "1 month ago"),
        (timedelta(days=800), "2 years ago"),
    ],
)
def test_a_past_duration_is_given_in_its_largest_unit(since, said):
    assert phrases.ago(NOON - since, NOON) == said
