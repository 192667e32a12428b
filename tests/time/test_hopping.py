"""Changing the time zone every day gains no weekend, and travelling loses none."""

import random
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from accounts import rest_actions
from accounts.models import User
from accounts.rest import weekend_ends, zones
from games import queries
from games.positions import memory
from tests.api.conftest import Caller
from tests.pages.conftest import words_of
from tests.time.conftest import days, hours

pytestmark = pytest.mark.django_db
EARLY, LATE = "Pacific/Kiritimati", "Pacific/Pago_Pago"  # UTC+14, UTC-11
MONDAY = datetime(2026, 11, 16, 12, tzinfo=UTC)
FRIDAY, SATURDAY = MONDAY + days(4) - hours(2), MONDAY + days(5)


def moves_to(user: User, zone: str, now: datetime, *, weekend: bool = True) -> User:
    rest_actions.change_hours(user=user, wanted=rest_actions.Hours(zone, weekend), now=now)
    return User.objects.get(pk=user.pk)


def rested(user: User, since: datetime, until: datetime) -> timedelta:
    """How long the player's clocks are paused between the two."""
    return until - since - timedelta(seconds=user.rest.counted(since, until))


def test_changing_zones_every_weekend_gives_52_weekends_of_two_days(ada):
    user, slept = moves_to(ada, LATE, MONDAY), timedelta()
    for week in range(52):
        began = MONDAY + days(7 * week)
        friday, saturday = FRIDAY + days(7 * week), SATURDAY + days(7 * week)
        slept += rested(user, began, friday)
        user = moves_to(user, EARLY, friday)
        slept += rested(user, friday, saturday)
        user = moves_to(user, LATE, saturday)
        slept += rested(user, saturday, began + days(7))
    assert slept <= 52 * days(2)


@pytest.mark.parametrize("seed", range(6))
def test_no_sequence_of_changes_makes_a_weekend_longer(ada, seed):
    chance = random.Random(seed)
    places = [EARLY, LATE, "UTC", "Asia/Tokyo", "America/New_York", "Australia/Lord_Howe"]
    user, now, slept = moves_to(ada, "UTC", MONDAY), MONDAY, timedelta()
    for _step in range(150):
        then = now + timedelta(hours=chance.randrange(1, 30))
        slept += rested(user, now, then)
        user, now = moves_to(user, chance.choice(places), then, weekend=chance.random() < 0.8), then
    weeks = (now - MONDAY) / days(7)
    # The last week may already have had its weekend.
    assert slept <= (int(weeks) + 1) * days(2)


@pytest.mark.parametrize(("before", "after"), [(LATE, EARLY), (EARLY, LATE), ("Europe/Berlin", "Asia/Tokyo")])
@pytest.mark.parametrize("leaves", [0, 20, 60, 90, 110, 121, 140, 167])
def test_a_traveller_gets_two_days_of_weekend_whenever_they_fly(ada, before, after, leaves):
    start, flies, end = MONDAY, MONDAY + hours(leaves), MONDAY + days(14)
    user = moves_to(ada, before, start - days(7))
    slept = rested(user, start, flies)
    user = moves_to(user, after, flies)
    assert slept + rested(user, flies, end) == 2 * days(2)


def test_a_zone_set_from_monday_to_friday_applies_to_the_next_weekend(ada):
    user = moves_to(moves_to(ada, "Europe/Berlin", MONDAY - days(7)), "Asia/Tokyo", MONDAY + days(2))
    assert user.rest.resting_until(SATURDAY) == datetime(2026, 11, 22, 15, tzinfo=UTC)  # Monday 0:00 in Tokyo
    assert rest_actions.weekend_elsewhere(user, MONDAY + days(2)) == ""


def test_the_first_time_zone_applies_at_once(ada):
    user = moves_to(ada, "Asia/Tokyo", SATURDAY)
    assert user.rest.resting_until(SATURDAY) == datetime(2026, 11, 22, 15, tzinfo=UTC)


def test_changing_zones_gains_no_time_in_running_games(at, ada, ben, game_between):
    at(MONDAY)
    for player in (ada, ben):
        moves_to(player, EARLY, MONDAY)
    game = game_between(ada, ben, variant="draw", turn_seconds=5 * 86_400)
    mine = [ada, ben][memory.current(game.public_id).turn]
    deadline = queries.find_game(game.public_id).deadline
    assert deadline == MONDAY + days(7)  # five days plus a weekend of two
    at(SATURDAY)
    moves_to(mine, LATE, SATURDAY)
    assert queries.find_game(game.public_id).deadline == deadline


def test_the_page_says_when_the_new_zone_applies(at, ada, client):
    at(SATURDAY)
    client.force_login(ada)
    moves_to(ada, "Europe/Berlin", MONDAY)
    page = client.post("/settings/time/", {"time_zone": LATE, "weekend": "on"}, follow=True)
    assert "This weekend still uses Europe/Berlin time. Your new time zone applies from Monday, 23 Nov" in words_of(
        page
    )
    at(MONDAY + days(7))
    assert "This weekend still" not in words_of(client.get("/settings/time/"))


def test_programs_can_read_when_the_new_zone_applies(at, ada):
    at(SATURDAY)
    moves_to(ada, "Europe/Berlin", MONDAY)
    told = Caller(ada).put("me/rest/", time_zone=LATE, weekend=True).json()
    assert (told["time_zone"], told["weekend_zone"], told["weekend_zone_until"]) == (
        LATE,
        "Europe/Berlin",
        "2026-11-23",
    )
    at(MONDAY + days(7))
    told = Caller(ada).get("me/rest/").json()
    assert (told["weekend_zone"], told["weekend_zone_until"]) == (LATE, None)


def test_a_weekend_starts_with_the_first_and_ends_with_the_last_zone():
    for zone in zones():
        for year in (2026, 2027):
            for week in range(0, 52, 5):
                saturday = date(year, 1, 3) + timedelta(days=(5 - date(year, 1, 3).weekday()) % 7 + 7 * week)
                begins = datetime(saturday.year, saturday.month, saturday.day, tzinfo=ZoneInfo(zone)).astimezone(UTC)
                assert weekend_ends(begins) == saturday + timedelta(days=2)
                assert weekend_ends(begins + timedelta(hours=47)) == saturday + timedelta(days=2)
    assert weekend_ends(MONDAY) is None
    assert weekend_ends(MONDAY + timedelta(days=3, hours=21)) is None
