"""Programs seek games by the API as people do by the page."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from matching import actions
from tests.api.conftest import Caller, refused
from tests.matching.conftest import played

pytestmark = pytest.mark.django_db


@pytest.mark.both_databases
def test_a_seek_waits_and_the_next_one_finds_the_game(people, fits):
    as_ada, as_ben = map(Caller, people("Ada", "Ben"))
    first = as_ada.post("me/seeks/", variant="muggins").json()
    fits("SeekAnswer", first)
    assert (first["state"], first["game"], first["seek"]["pools"]) == (
        "waiting", None, [{"variant": "muggins", "seats": 2}],
    )  # fmt: skip
    refused(as_ada.post("me/seeks/", variant="muggins"), 409, "seeking")
    second = as_ben.post("me/seeks/", variant="muggins").json()
    fits("SeekAnswer", second)
    assert (second["state"], second["seek"]) == ("found", None)
    assert as_ada.view(second["game"])["status"] == "playing"
    assert as_ada.get("me/seeks/").json() == []


def test_a_seek_is_listed_and_ends_once(people, fits):
    [as_ada] = map(Caller, people("Ada"))
    made = as_ada.post("me/seeks/", variant="muggins").json()["seek"]
    [listed] = as_ada.get("me/seeks/").json()
    fits("SeekView", listed)
    assert listed == made
    assert as_ada.delete(f"me/seeks/{made['id']}/").status_code == 204
    refused(as_ada.delete(f"me/seeks/{made['id']}/"), 404, "unknown_seek")


def test_a_seek_for_any_game_waits_in_five_pools(people, fits):
    [ada] = people("Ada")
    as_ada = Caller(ada)
    refused(as_ada.post("me/seeks/"), 409, "no_games_yet")
    played(ada, "draw", "block", "pool", "muggins", "goat")
    answer = as_ada.post("me/seeks/").json()
    fits("SeekAnswer", answer)
    seek = answer["seek"]
    assert (seek["variant"], seek["seats"], seek["pace"], seek["rated"]) == (None, None, "usual", True)
    assert len({each["variant"] for each in seek["pools"]}) == 5
    refused(as_ada.post("me/seeks/", variant="general", seats=4), 409, "too_many_seeks")


def test_a_seek_asks_for_a_game_that_exists(people):
    [as_ada] = map(Caller, people("Ada"))
    refused(as_ada.post("me/seeks/", variant="chess"), 400, "unknown_variant")
    refused(as_ada.post("me/seeks/", variant="muggins", pace="never"), 400, "invalid")


def test_guests_seek_unrated_games_and_have_no_standing_order(fits):
    guest = Caller()
    seek = guest.post("me/seeks/", variant="muggins", name="Gil").json()["seek"]
    assert seek["rated"] is False
    assert [each["id"] for each in guest.get("me/seeks/").json()] == [seek["id"]]
    assert User.objects.get(wishes=seek["id"]).nickname == "Gil"
    refused(guest.put("me/standing-order/", games=1), 403, "account_needed")


def test_programs_meet_programs_only(people):
    ada, ben, cleo = people("Ada", "Ben", "Cleo")
    User.objects.filter(pk__in=[ben.pk, cleo.pk]).update(is_program=True)
    states = [Caller(each).post("me/seeks/", variant="muggins").json()["state"] for each in (ada, ben, cleo)]
    assert states == ["waiting", "waiting", "found"]
    assert len(Caller(ada).get("me/seeks/").json()) == 1


def test_a_live_game_begins_when_both_say_that_they_are_here(people, fits):
    as_ada, as_ben = map(Caller, people("Ada", "Ben"))
    first = as_ada.post("me/seeks/", variant="muggins", pace="live").json()["seek"]["id"]
    assert as_ada.post(f"me/seeks/{first}/here/").json()["state"] == "waiting"
    called = as_ben.post("me/seeks/", variant="muggins", pace="live").json()
    fits("SeekAnswer", called)
    second = called["seek"]["id"]
    assert (called["state"], called["seek"]["here"]) == ("gathering", False)
    assert called["seek"]["deadline"] is not None
    came = as_ada.post(f"me/seeks/{first}/here/").json()
    fits("SeekAnswer", came)
    assert (came["state"], came["seek"]["here"], came["seek"]["deadline"]) == (
        "gathering", True, called["seek"]["deadline"],
    )  # fmt: skip
    begun = as_ben.post(f"me/seeks/{second}/here/").json()
    fits("SeekAnswer", begun)
    assert (begun["state"], begun["seek"]) == ("found", None)
    assert as_ada.post(f"me/seeks/{first}/here/").json() == begun
    assert as_ada.view(begun["game"])["status"] == "playing"


def test_nobody_is_here_for_the_seek_of_another(people):
    as_ada, as_ben = map(Caller, people("Ada", "Ben"))
    seek = as_ada.post("me/seeks/", variant="muggins", pace="live").json()["seek"]["id"]
    refused(as_ben.post(f"me/seeks/{seek}/here/"), 404, "unknown_seek")
    refused(as_ben.delete(f"me/seeks/{seek}/"), 404, "unknown_seek")
    assert as_ada.get("me/seeks/").json()[0]["id"] == seek


def test_whoever_declined_three_games_pauses(people):
    [ada] = people("Ada")
    actions.note_declined([ada.pk] * 3, timezone.now() - timedelta(minutes=20))
    assert "40 minutes" in refused(Caller(ada).post("me/seeks/", variant="muggins"), 409, "paused")


def test_a_standing_order(people, fits):
    [as_ada] = map(Caller, people("Ada"))
    refused(as_ada.get("me/standing-order/"), 404, "not_set")
    fits("OrderView", as_ada.put("me/standing-order/", variant="muggins", games=3).json())
    assert as_ada.get("me/standing-order/").json()["games"] == 3
    refused(as_ada.put("me/standing-order/", games=11), 400, "bad_number")
    refused(as_ada.put("me/standing-order/", games=1, pace="live"), 400, "bad_pace")
    assert as_ada.delete("me/standing-order/").status_code == 204
    refused(as_ada.get("me/standing-order/"), 404, "not_set")


@pytest.mark.both_databases
def test_the_pools(people, fits):
    pools = Caller().get("pools/").json()
    fits("PoolLine", pools[0])
    [usual] = [each for each in pools if (each["variant"], each["seats"], each["pace"]) == ("muggins", 2, "usual")]
    assert (usual["clock"]["bank"], usual["clock"]["increment"], usual["usual_wait"]) == (259_200, 86_400, None)
