"""Days and times look the same whether the server or the script has formatted them."""

import re
from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.utils import timezone, translation
from playwright.sync_api import Page, Route, expect

from common.times.dates import day_words, moment_words

YEAR = timezone.now().year
MOMENTS = [
    *(datetime(YEAR, month, 7, 13, 5, tzinfo=UTC) for month in range(1, 13)),  # every month
    *(datetime(YEAR, 11, day, 9, 30, tzinfo=UTC) for day in range(21, 28)),  # every day of the week
    *(datetime(YEAR - 1, month, 28, 20, 0, tzinfo=UTC) for month in (2, 9)),
]


def times_shown(page: Page, moments: list[tuple[str, str]]) -> list[str]:
    """The texts of these moments, in the style "date" or "datetime", on a page from the server."""
    times = "".join(f'<time data-local="{style}" datetime="{moment}">?</time>' for moment, style in moments)

    def with_times(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("</main>", f'<p id="times">{times}</p></main>'))

    page.route(re.compile("/rules/$"), with_times)
    page.goto("/rules/")
    expect(page.locator("#times")).not_to_contain_text("?")
    written: list[str] = page.evaluate("[...document.querySelectorAll('#times time')].map((each) => each.textContent)")
    return written


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_script_formats_days_as_the_server_does(visit, site, language):
    page = visit(site, "/healthz", locale="en-GB" if language == "en" else language, timezone_id="UTC")
    page.clock.set_fixed_time(timezone.now())  # the browser's own, if `make test CLOCK=…` moves that of the tests
    written = times_shown(page, [(moment.isoformat(), style) for moment in MOMENTS for style in ("date", "datetime")])
    with translation.override(language):
        expected = [words for moment in MOMENTS for words in (day_words(moment), moment_words(moment))]
    assert written == expected


@pytest.mark.core
def test_the_time_of_day_follows_the_readers_region(visit, site):
    page = visit(site, "/healthz", locale="en-US", timezone_id="America/New_York")
    page.clock.set_fixed_time("2026-11-20T18:05:00Z")
    (written,) = times_shown(page, [("2026-11-21T18:05:00Z", "datetime")])
    assert written.replace("\\u202f", " ") == "Sat 21 Nov, 01:05 PM"
