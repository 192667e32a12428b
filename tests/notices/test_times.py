"""Quiet hours on the player's own clock, also when clocks change."""

import pytest

from accounts.models import User
from notices.times import quiet_until
from tests.notices.conftest import at, time


@pytest.mark.parametrize(
    ("now", "until"),
    [
        ("2026-01-10 20:59", None),
        ("2026-01-10 21:00", "2026-01-11 06:30"),
        ("2026-01-11 06:29", "2026-01-11 06:30"),
        ("2026-01-11 06:30", None),
        ("2026-03-28 23:00", "2026-03-29 05:30"),  # an hour is left out
        ("2026-10-24 23:00", "2026-10-25 06:30"),  # an hour comes twice
    ],
)
def test_quiet_hours_end_on_the_players_clock(now, until):
    ada = User(time_zone="Europe/Berlin", quiet_from=time(22), quiet_to=time(7, 30))
    assert quiet_until(ada, at(now)) == (at(until) if until else None)


def test_without_quiet_hours_nothing_waits():
    assert quiet_until(User(time_zone="Europe/Berlin"), at("2026-01-10 23:00")) is None
