import re
from datetime import UTC, datetime, timedelta

import pytest

from games.templatetags import boneyard
from rulebook import phrases


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (45, "45 seconds"),
        (60, "1 minute"),
        (5400, "90 minutes"),
        (3600, "1 hour"),
        (86_400, "1 day"),
        (259_200, "3 days"),
    ],
)
def test_a_duration_is_given_in_its_largest_whole_unit(seconds, text):
    assert phrases.duration(seconds) == text


@pytest.mark.parametrize(
    ("left", "text"),
    [
        (timedelta(seconds=-5), "less than a minute left"),
        (timedelta(seconds=59), "less than a minute left"),
        (timedelta(minutes=1), "1 minute left"),
        (timedelta(minutes=119), "119 minutes left"),
        (timedelta(hours=2), "2 hours left"),
        (timedelta(hours=47, minutes=59), "47 hours left"),
        (timedelta(days=3, hours=20), "3 days left"),
    ],
)
def test_remaining_time_is_rounded_down(left, text):
    now = datetime(2026, 11, 20, 12, tzinfo=UTC)
    assert phrases.left(now + left, now) == text


def test_a_timestamp_is_readable_without_scripts_and_exact_for_them():
    shown = boneyard.moment(datetime(2026, 11, 20, 12, 30, tzinfo=UTC))
    assert shown.startswith('<time datetime="2026-11-20T12:30:00+00:00" data-local="datetime">')
    assert "12:30" in shown
    assert "UTC" in shown


@pytest.mark.parametrize(("tile", "pips"), [("0-0", 0), ("6-5", 11), ("9-9", 18), ("18-12", 30)])
def test_a_tile_is_drawn_with_its_pips(tile, pips):
    drawn = re.findall(r'<path class="pip pip-\d+" d="(.*?)"', boneyard.tile(tile))
    assert "".join(drawn).count("M") == pips
