"""Which time counts: weekends, quiet hours and vacations in the player's time zone."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from accounts.rest import ALWAYS, Rest, zone_named, zones

HOUR, DAY = 3_600, 86_400
ZONES = ["Europe/Kyiv", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "UTC"]
NIGHT = (time(22), time(6))


def local(zone: str, text: str, fold: int = 0) -> datetime:
    """A local time there, in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=zone_named(zone), fold=fold).astimezone(UTC)


def test_without_rest_every_second_counts():
    now = local("UTC", "2026-11-21 12:00")
    assert ALWAYS.deadline(now, DAY) == now + timedelta(days=1)
    assert ALWAYS.counted(now, now + timedelta(hours=5)) == 5 * HOUR
    assert ALWAYS.counted(now + timedelta(hours=5), now) == 0
    assert ALWAYS.resting_until(now) is None
    assert ALWAYS.away_until(now) is None


@pytest.mark.parametrize("zone", ZONES)
def test_a_day_that_begins_on_friday_noon_ends_on_monday_noon(zone):
    rest = Rest(zone, weekend=True)
    friday = local(zone, "2026-11-20 12:00")
    assert rest.deadline(friday, DAY) == local(zone, "2026-11-23 12:00")
    assert rest.resting_until(local(zone, "2026-11-21 00:00")) == local(zone, "2026-11-23 00:00")
    assert rest.resting_until(local(zone, "2026-11-20 23:59")) is None


def test_the_weekend_is_in_the_players_time_zone():
    saturday_in_auckland = local("Pacific/Auckland", "2026-11-21 01:00")
    assert Rest("Pacific/Auckland", weekend=True).resting_until(saturday_in_auckland) is not None
    assert Rest("America/New_York", weekend=True).resting_until(saturday_in_auckland) is None


@pytest.mark.parametrize("zone", ZONES)
def test_quiet_hours_go_over_midnight(zone):
    rest = Rest(zone, quiet=NIGHT)
    assert rest.deadline(local(zone, "2026-11-20 21:00"), 2 * HOUR) == local(zone, "2026-11-21 07:00")
    assert rest.deadline(local(zone, "2026-11-20 23:00"), HOUR) == local(zone, "2026-11-21 07:00")
    assert rest.deadline(local(zone, "2026-11-21 05:59"), HOUR) == local(zone, "2026-11-21 07:00")


def test_quiet_hours_within_a_day():
    rest = Rest("Europe/Berlin", quiet=(time(12), time(14, 30)))
    assert (
        rest.counted(local("Europe/Berlin", "2026-11-20 11:00"), local("Europe/Berlin", "2026-11-20 15:00"))
        == 1.5 * HOUR
    )


def test_a_turn_used_up_when_rest_starts_ends_then():
    rest = Rest("UTC", quiet=NIGHT)
    assert rest.deadline(local("UTC", "2026-11-20 20:00"), 2 * HOUR) == local("UTC", "2026-11-20 22:00")


# ---- Clock changes: the Saturday before, and the skipped or repeated hour ----

SPRING = [
    ("Europe/Kyiv", "2026-03-28", "03"),
    ("Europe/Berlin", "2026-03-28", "02"),
    ("America/New_York", "2026-03-07", "02"),
]
AUTUMN = [
    ("Europe/Kyiv", "2026-10-24", "03"),
    ("Europe/Berlin", "2026-10-24", "02"),
    ("America/New_York", "2026-10-31", "01"),
]


def after(day: str) -> str:
    return str(date.fromisoformat(day) + timedelta(days=1))


@pytest.mark.parametrize(("zone", "saturday", "hour"), SPRING)
def test_the_shorter_night_in_spring_costs_no_time(zone, saturday, hour):
    rest = Rest(zone, quiet=NIGHT)
    evening, morning = local(zone, f"{saturday} 21:00"), local(zone, f"{after(saturday)} 07:00")
    assert morning - evening == timedelta(hours=9)
    assert rest.counted(evening, morning) == 2 * HOUR
    assert rest.deadline(evening, 2 * HOUR) == morning


@pytest.mark.parametrize(("zone", "saturday", "hour"), AUTUMN)
def test_in_autumn_the_night_is_an_hour_longer(zone, saturday, hour):
    rest = Rest(zone, quiet=NIGHT)
    evening, morning = local(zone, f"{saturday} 21:00"), local(zone, f"{after(saturday)} 07:00")
    assert morning - evening == timedelta(hours=11)
    assert rest.counted(evening, morning) == 2 * HOUR
    assert rest.deadline(evening, 2 * HOUR) == morning


@pytest.mark.parametrize(("zone", "saturday", "hour"), SPRING)
def test_quiet_hours_with_an_end_in_the_skipped_hour_change_at_the_skip(zone, saturday, hour):
    sunday = after(saturday)
    leap = local(zone, f"{sunday} {int(hour) + 1:02}:00")
    half_past = time(int(hour), 30)
    assert Rest(zone, quiet=(half_past, time(6))).resting_until(leap) == local(zone, f"{sunday} 06:00")
    before = leap - timedelta(minutes=1)
    assert Rest(zone, quiet=(half_past, time(6))).resting_until(before) is None
    assert Rest(zone, quiet=(time(22), half_past)).resting_until(before) == leap


@pytest.mark.parametrize(("zone", "saturday", "hour"), SPRING)
def test_quiet_hours_within_the_skipped_hour_are_dropped_that_night(zone, saturday, hour):
    rest = Rest(zone, quiet=(time(int(hour), 15), time(int(hour), 45)))
    evening, morning = local(zone, f"{saturday} 22:00"), local(zone, f"{after(saturday)} 07:00")
    assert rest.counted(evening, morning) == 8 * HOUR
    assert rest.counted(evening - timedelta(days=1), morning - timedelta(days=1)) == 7.5 * HOUR


@pytest.mark.parametrize(("zone", "saturday", "hour"), AUTUMN)
def test_quiet_hours_in_the_repeated_hour_last_from_the_first_to_the_second(zone, saturday, hour):
    sunday, begins, ends = after(saturday), time(int(hour), 15), time(int(hour), 45)
    rest = Rest(zone, quiet=(begins, ends))
    first = local(zone, f"{sunday} {begins}", fold=0)
    assert rest.resting_until(first) == local(zone, f"{sunday} {ends}", fold=1)
    assert rest.counted(local(zone, f"{saturday} 22:00"), local(zone, f"{sunday} 07:00")) == 8.5 * HOUR


@pytest.mark.parametrize("cases", [SPRING, AUTUMN])
def test_a_weekend_with_a_change_of_the_clocks_is_still_saturday_and_sunday(cases):
    for zone, saturday, _hour in cases:
        rest = Rest(zone, weekend=True)
        friday, monday = local(zone, saturday), local(zone, after(after(saturday)))
        assert rest.counted(friday - timedelta(hours=1), monday + timedelta(hours=1)) == 2 * HOUR


# ---- Holidays ----

JULY = (datetime(2026, 7, 1, tzinfo=UTC), datetime(2026, 7, 15, tzinfo=UTC))
MORE = (datetime(2026, 7, 15, tzinfo=UTC), datetime(2026, 7, 20, tzinfo=UTC))


def test_a_vacation_stops_the_clock_until_its_end():
    rest = Rest(vacations=(JULY,))
    assert rest.deadline(JULY[0] - timedelta(hours=5), DAY) == JULY[1] + timedelta(hours=19)
    assert rest.deadline(JULY[0] + timedelta(days=3), DAY) == JULY[1] + timedelta(days=1)


def test_consecutive_vacations_count_as_one_absence():
    rest = Rest(vacations=(JULY, MORE))
    assert rest.away_until(JULY[0]) == MORE[1]
    assert rest.away_until(MORE[1]) is None
    assert rest.away_until(JULY[0] - timedelta(seconds=1)) is None


def test_weekends_do_not_count_as_absence():
    assert Rest(weekend=True, quiet=NIGHT).away_until(local("UTC", "2026-11-21 23:00")) is None


def test_overlapping_rests_count_once():
    rest = Rest("Europe/Kyiv", weekend=True, quiet=NIGHT, vacations=(JULY,))
    tuesday = local("Europe/Kyiv", "2026-06-30 20:00")
    # Two hours on Tuesday; the vacation ends on Wednesday at 3 in the morning there, the quiet hours at 6.
    assert rest.deadline(tuesday, 4 * HOUR) == local("Europe/Kyiv", "2026-07-15 08:00")


def test_an_unknown_zone_is_utc_and_every_offered_one_is_known():
    assert Rest("Mars/Olympus", quiet=NIGHT).deadline(local("UTC", "2026-11-20 23:00"), HOUR) == local(
        "UTC", "2026-11-21 07:00"
    )
    assert zone_named("../etc/passwd") is zone_named("") or zone_named("../etc/passwd").key == "UTC"
    assert {"Europe/Kyiv", "America/New_York", "UTC"} <= set(zones())
    assert all(zone_named(name).key == name for name in zones())


# ---- For every rest ----

moments = some.datetimes(
    datetime(2024, 1, 1), datetime(2028, 1, 1), timezones=some.just(UTC)
)  # over all clock changes of four years
times_of_day = some.builds(lambda minutes: time(minutes // 60, minutes % 60), some.integers(0, 24 * 60 - 1))
quiets = some.builds(
    lambda since, minutes: (since, (datetime.combine(date(2026, 1, 1), since) + timedelta(minutes=minutes)).time()),
    times_of_day,
    some.integers(1, 12 * 60),
)
vacations = some.lists(
    some.builds(lambda start, days: (start, start + timedelta(days=days)), moments, some.integers(1, 30)), max_size=3
).map(lambda spans: tuple(sorted(spans)))
rests = some.builds(
    Rest, some.sampled_from(ZONES), weekend=some.booleans(), quiet=some.none() | quiets, vacations=vacations
)
seconds = some.integers(0, 60 * DAY)
nine_days = some.timedeltas(timedelta(), timedelta(days=9))


@settings(deadline=None, max_examples=300)
@given(rest=rests, now=moments, seconds=seconds)
def test_exactly_the_given_time_counts_until_the_deadline(rest, now, seconds):
    until = rest.deadline(now, seconds)
    assert until >= now + timedelta(seconds=seconds)
    assert rest.counted(now, until) == pytest.approx(seconds, abs=1e-3)


@settings(deadline=None, max_examples=300)
@given(rest=rests, now=moments, seconds=seconds, later=nine_days)
def test_more_time_or_a_later_start_never_ends_earlier(rest, now, seconds, later):
    assert rest.deadline(now, seconds + later.total_seconds()) >= rest.deadline(now, seconds)
    assert rest.deadline(now + later, seconds) >= rest.deadline(now, seconds)


@settings(deadline=None, max_examples=300)
@given(
    rest=rests,
    now=moments,
    first=some.timedeltas(timedelta(), timedelta(days=9)),
    second=some.timedeltas(timedelta(), timedelta(days=9)),
)
def test_counted_time_adds_up(rest, now, first, second):
    whole = rest.counted(now, now + first + second)
    assert whole == pytest.approx(rest.counted(now, now + first) + rest.counted(now + first, now + first + second))
    assert 0 <= whole <= (first + second).total_seconds()


@settings(deadline=None, max_examples=200)
@given(rest=rests, now=moments)
def test_every_rest_ends(rest, now):
    until = rest.resting_until(now)
    assert until is None or (until > now and until <= now + timedelta(days=100) and rest.resting_until(until) is None)
