"""Days and times look the same whether the server or the script has formatted them."""

from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.utils import timezone, translation

from common.times.dates import day_words, moment_words

YEAR = timezone.now().year
MOMENTS = [
    *(datetime(YEAR, month, 7, 13, 5, tzinfo=UTC) for month in range(1, 13)),  # every month
    *(datetime(YEAR, 11, day, 9, 30, tzinfo=UTC) for day in range(21, 28)),  # every day of the week
    *(datetime(YEAR - 1, month, 28, 20, 0, tzinfo=UTC) for month in (2, 9)),
]


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_script_formats_days_as_the_server_does(visit, site, language):
    page = visit(site, "/", locale="en-GB" if language == "en" else language, timezone_id="UTC")
    written = page.evaluate(
        """async ({ moments, module }) => {
          const { localTimes } = await import(module);
          const times = moments.flatMap((moment) => ["date", "datetime"].map((style) => {
            const time = document.createElement("time");
            [time.dateTime, time.dataset.local] = [moment, style];
            return time;
          }));
          const box = document.createElement("div");
          box.append(...times);
          localTimes(box);
          return times.map(({ textContent }) => textContent);
        }""",
        {"moments": [moment.isoformat() for moment in MOMENTS], "module": "/static/js/app/local_times.js"},
    )
    with translation.override(language):
        expected = [words for moment in MOMENTS for words in (day_words(moment), moment_words(moment))]
    assert written == expected


@pytest.mark.core
def test_the_time_of_day_follows_the_readers_region(visit, site):
    page = visit(site, "/", locale="en-US", timezone_id="America/New_York")
    written = page.evaluate("""async () => {
      const { momentInWords } = await import("/static/js/text/dates.js");
      return momentInWords(new Date("2026-11-21T18:05:00Z"), new Date("2026-11-20T18:05:00Z"));
    }""")
    assert written.replace("\\u202f", " ") == "Sat 21 Nov, 01:05 PM"
