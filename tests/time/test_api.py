"""Time settings by API: quiet hours, vacations, and games that continue meanwhile."""

import pytest
from django.core.cache import cache

from games import actions
from tests.api.conftest import Caller, refused

pytestmark = pytest.mark.django_db
KYIV = {"time_zone": "Europe/Kyiv", "weekend": True, "quiet_from": "22:00", "quiet_to": "07:00"}


@pytest.fixture
def as_ada(ada):
    return Caller(ada)


@pytest.fixture
def nobody():
    return Caller()


@pytest.fixture(autouse=True)
def nothing_counted():
    cache.clear()


def test_quiet_hours_can_be_set_and_read(as_ada):
    answer = as_ada.put("me/rest/", **KYIV)
    assert answer.status_code == 200, answer.json()
    told = as_ada.get("me/rest/").json()
    assert (told["time_zone"], told["weekend"], told["quiet_from"], told["quiet_to"]) == (
        "Europe/Kyiv", True, "22:00:00", "07:00:00",
    )  # fmt: skip
    assert (told["vacations"], told["days_left"]) == ([], 30)


def test_a_vacation_lists_the_games_that_continue(at, as_ada, ben, ada, game_between):
    strict = game_between(ada, ben, turn_seconds=3_600)
    game_between(ada, ben, turn_seconds=86_400)
    answer = as_ada.post("me/vacations/", first="2026-11-20", last="2026-11-22")
    assert (answer.status_code, answer.json()["goes_on"]) == (201, [strict.public_id])
    assert as_ada.get("me/rest/").json()["days_left"] == 27
    booked = answer.json()["id"]
    assert as_ada.delete(f"me/vacations/{booked}/").status_code == 204
    assert as_ada.get("me/rest/").json()["days_left"] == 30
    refused(as_ada.delete(f"me/vacations/{booked}/"), 404, "unknown_vacation")


def test_games_the_player_left_are_not_listed_as_continuing(at, as_ada, ada, ben, cleo, game_between):
    left, strict = (game_between(ada, ben, cleo, variant="draw", turn_seconds=3_600) for _ in range(2))
    actions.resign_game(public_id=left.public_id, player=ada)  # the others play on
    answer = as_ada.post("me/vacations/", first="2026-11-20", last="2026-11-22")
    assert answer.json()["goes_on"] == [strict.public_id]


def test_invalid_hours_and_vacations_are_refused(as_ada, nobody):
    refused(as_ada.put("me/rest/", time_zone="Mars/Olympus"), 400, "bad_rest")
    refused(as_ada.put("me/rest/", time_zone="UTC", quiet_from="08:00"), 400, "bad_rest")
    refused(as_ada.put("me/rest/", time_zone="UTC", quiet_from="08:00", quiet_to="21:00"), 400, "bad_rest")
    refused(as_ada.post("me/vacations/", first="2020-01-01", last="2020-01-02"), 400, "bad_rest")
    refused(as_ada.post("me/vacations/", first="soon", last="9999-12-31"), 400, "invalid")
    refused(as_ada.post("me/vacations/", first="9999-12-30", last="9999-12-31"), 400, "bad_rest")
    refused(nobody.get("me/rest/"), 401, "not_authenticated")
