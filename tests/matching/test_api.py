"""Programs seek games by the API as people do by the page."""

import pytest

from tests.api.conftest import Caller, refused
from tests.api.test_schema import fits, schema  # noqa: F401

pytestmark = pytest.mark.django_db


def test_a_seek_waits_and_the_next_one_finds_the_game(people, fits):  # noqa: F811
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


def test_a_seek_is_listed_and_ends_once(people, fits):  # noqa: F811
    [as_ada] = map(Caller, people("Ada"))
    made = as_ada.post("me/seeks/", variant="muggins").json()["seek"]
    [listed] = as_ada.get("me/seeks/").json()
    fits("SeekView", listed)
    assert listed == made
    assert as_ada.delete(f"me/seeks/{made['id']}/").status_code == 204
    refused(as_ada.delete(f"me/seeks/{made['id']}/"), 404, "unknown_seek")


def test_a_standing_order(people, fits):  # noqa: F811
    [as_ada] = map(Caller, people("Ada"))
    refused(as_ada.get("me/standing-order/"), 404, "not_set")
    fits("OrderView", as_ada.put("me/standing-order/", games=3).json())
    assert as_ada.get("me/standing-order/").json()["games"] == 3
    refused(as_ada.put("me/standing-order/", games=11), 400, "bad_number")
    refused(as_ada.put("me/standing-order/", games=1, pace="live"), 400, "bad_pace")
    assert as_ada.delete("me/standing-order/").status_code == 204
    refused(as_ada.get("me/standing-order/"), 404, "not_set")


def test_the_pools(people, fits):  # noqa: F811
    pools = Caller().get("pools/").json()
    fits("PoolLine", pools[0])
    [usual] = [each for each in pools if (each["variant"], each["seats"], each["pace"]) == ("muggins", 2, "usual")]
    assert (usual["clock"]["bank"], usual["clock"]["increment"], usual["usual_wait"]) == (259_200, 86_400, None)
