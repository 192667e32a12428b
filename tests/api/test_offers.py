"""Creating, joining, leaving and cancelling games, with an account and as a guest."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from common.times.timestamps import stamp
from games import actions
from games.models import Game
from games.positions import memory
from tests.api.conftest import Caller, on_turn, refused, stored
from tests.creating import create_game


@pytest.fixture
def offer(ada):
    """The id of an open game of Ada's for two players."""
    return create_game(creator=ada, variant="draw").public_id


def test_the_host_gets_seat_0_and_the_address_of_the_game(as_ada):
    answer = as_ada.post(
        "games/", variant="draw", seats=3, options={"end": "target:50"}, clock="none", turn_seconds=None
    )
    view = answer.json()
    assert answer.status_code == 201, view
    assert (view["status"], view["you"], view["host"], view["options"]) == ("open", 0, 0, {"end": "target:50"})
    assert (view["clock"]["kind"], view["clock"]["seconds"], view["clock"]["left"]) == ("none", None, [None] * 3)
    assert [seat["name"] for seat in view["seats"]] == ["Ada", None, None]
    assert as_ada.client.get(answer["Location"]).json()["id"] == view["id"]


def test_a_game_needs_no_more_than_its_variant(as_ada):
    view = as_ada.post("games/", variant="brettspielnetz").json()
    assert (view["clock"]["kind"], view["clock"]["seconds"], view["clock"]["pauses"]) == ("turn", 86_400, True)
    assert view["visibility"] == "link"


def test_a_game_may_be_played_with_a_bank_of_time(as_ada):
    bank = {"bank_seconds": 259_200, "increment_seconds": 28_800, "cap_seconds": 432_000}
    view = as_ada.post("games/", variant="draw", clock="bank", pauses=False, **bank).json()
    assert view["clock"] == {
        "kind": "bank", "seconds": None, "bank": 259_200, "increment": 28_800, "cap": 432_000, "pauses": False,
        "misses": "out", "misses_most": None, "lasts": None,
        "left": [None, None], "stands_until": None,
    }  # fmt: skip
    refused(as_ada.post("games/", variant="draw", clock="bank"), 400, "bad_clock")
    refused(as_ada.post("games/", variant="draw", turn_seconds=60, pauses=True), 400, "bad_clock")
    refused(as_ada.post("games/", variant="draw", options={"end": "rounds:1001"}), 400, "too_long")


def test_a_game_may_end_some_time_after_its_start(as_ada, as_ben):
    view = as_ada.post("games/", variant="general", seats=4, turn_seconds=120, lasts_seconds=1800).json()
    assert (view["clock"]["lasts"], view["last_moment"]) == (1800, None)
    game = as_ada.post("games/", variant="block", turn_seconds=120, lasts_seconds=1800).json()["id"]
    view = as_ben.post(f"games/{game}/join/").json()
    started = Game.objects.get(public_id=game).started_at
    assert view["last_moment"] == stamp(started + timedelta(minutes=30))
    lines = as_ben.get("games/", mine="true").json()["results"]
    assert [(line["clock"]["lasts"], line["last_moment"]) for line in lines] == [(1800, view["last_moment"])]


def test_a_game_may_end_at_a_given_moment(as_ada):
    until = timezone.now().replace(microsecond=0) + timedelta(days=2)
    view = as_ada.post("games/", variant="block", last_moment=until.isoformat()).json()
    assert (view["clock"]["lasts"], view["last_moment"]) == (None, stamp(until))
    for wrong in ({"lasts_seconds": 60}, {"last_moment": "2001-01-01T00:00:00Z"},
                  {"lasts_seconds": 1800, "last_moment": until.isoformat()}):  # fmt: skip
        refused(as_ada.post("games/", variant="block", **wrong), 400, "bad_clock")
    assert as_ada.post("games/", variant="block", last_moment="tomorrow").status_code == 400


def test_a_move_after_the_last_moment_is_refused_with_the_reason(as_ada, as_ben):
    game = as_ada.post("games/", variant="block", turn_seconds=3600, lasts_seconds=1800).json()["id"]
    as_ben.post(f"games/{game}/join/")
    then = timezone.now() - timedelta(minutes=31)
    Game.objects.filter(public_id=game).update(started_at=then, last_moment=then + timedelta(minutes=30))
    memory.remembered.forget()
    mover, view = on_turn(game, as_ada, as_ben)
    refused(mover.move(game, view["round"]["legal"][0], view["version"]), 409, "time_is_up")
    view = mover.view(game)
    assert (view["status"], view["outcome"]["reason"], view["outcome"]["winners"]) == (
        "finished",
        "adjudicated",
        [0, 1],
    )
    assert all(view["round"]["open"])
    assert mover.get(f"games/{game}/record/").json()["ended"] == "adjudicated"


def test_the_last_player_to_join_starts_the_game(as_ben, offer):
    view = as_ben.post(f"games/{offer}/join/").json()
    assert (view["status"], view["you"]) == ("playing", 1)
    assert len(view["round"]["hand"]) == 7


def test_players_may_choose_a_seat_and_share_in_the_shuffle(as_ada, as_ben):
    game = as_ada.post("games/", variant="draw", seats=4, shuffle_seed="abc123").json()["id"]
    assert as_ben.post(f"games/{game}/join/", seat=2, shuffle_seed="f00").json()["you"] == 2
    assert list(Game.objects.get(public_id=game).seats.values_list("shuffle_seed", flat=True))[::2] == ["abc123", "f00"]


def test_a_stranger_becomes_a_guest_known_by_cookies(nobody):
    view = nobody.post("games/", variant="draw", name=" Mo ").json()
    assert (view["you"], view["seats"][0]["name"], view["seats"][0]["guest"]) == (0, "Mo", True)
    assert {"sessionid", "csrftoken"} <= set(nobody.client.cookies)
    assert nobody.view(view["id"])["you"] == 0
    assert User.objects.get().is_guest


def test_guests_without_a_name_get_a_default_name(nobody, offer):
    assert nobody.post(f"games/{offer}/join/").json()["seats"][1]["name"].startswith("Guest")


def test_guests_must_send_the_csrf_token_of_their_cookies(offer):
    guest = Caller(enforce_csrf_checks=True)
    assert guest.post(f"games/{offer}/join/", name="Mo").status_code == 200
    refused(guest.post(f"games/{offer}/resign/"), 403, "csrf")
    token = {"X-CSRFToken": guest.client.cookies["csrftoken"].value}
    answer = guest.client.post(f"/api/v1/games/{offer}/resign/", content_type="application/json", headers=token)
    assert answer.json()["status"] == "finished"


@pytest.mark.parametrize("body", [{"variant": "draw", "seats": 9}, {"variant": "draw", "options": {"end": "soon"}}, {}])
def test_a_refused_request_creates_no_guest(nobody, body):
    assert nobody.post("games/", {"name": "Mo", **body}).status_code == 400
    assert not User.objects.exists()
    assert "sessionid" not in nobody.client.cookies


def test_joining_a_full_game_creates_no_guest(nobody, game):
    refused(nobody.post(f"games/{game}/join/"), 409, "full")
    assert set(User.objects.values_list("username", flat=True)) == {"ada", "ben"}


def test_impossible_rules_are_refused_with_the_message_of_the_rules(as_ada):
    def sentence(**body):
        return refused(as_ada.post("games/", **body), 400, "impossible_rules")

    assert "hand" in sentence(variant="draw", options={"hand": 20})
    assert "pairs" in sentence(variant="draw", seats=3, options={"pairs": True})
    assert "players" in sentence(variant="brettspielnetz", seats=4)
    assert "chess" in sentence(variant="chess")
    assert not Game.objects.exists()


JUNK = [None, True, 0, -1, 1.5, 10**30, "", "x", "\u2028", [], [[]], {}, {"a": {"b": []}}]


@pytest.mark.parametrize(
    "name", ["hand", "end", "lone", "set", "pairs", "match", "lead_next", "redeal", "no_such_option"]
)
def test_options_of_any_kind_are_read_or_refused(as_ada, name):
    for junk in JUNK:
        answer = as_ada.post("games/", variant="draw", options={name: junk})
        if answer.status_code != 201:
            refused(answer, 400, "impossible_rules")
    Game.objects.all().delete()


@pytest.mark.parametrize(
    ("field", "junk"),
    [("variant", None), ("variant", 5), ("variant", ["draw"]), ("variant", ""), ("variant", "v" * 41),
     ("variant", "\0"),
     ("options", None), ("options", []), ("options", "end"), ("options", 1),
     ("seats", None), ("seats", "2"), ("seats", 2.5), ("seats", True), ("seats", 1), ("seats", 10**20), ("seats", []),
     ("clock", "hourglass"), ("clock", None), ("clock", 1), ("clock", {}),
     ("turn_seconds", "60"), ("turn_seconds", -1), ("turn_seconds", 2**31), ("turn_seconds", 10**30),
     ("bank_seconds", "60"), ("bank_seconds", -1), ("increment_seconds", 1.5), ("cap_seconds", 2**31),
     ("pauses", "maybe"), ("pauses", []),
     ("visibility", "secret"), ("visibility", []), ("offer_days", 0), ("offer_days", 61), ("offer_days", "1"),
     ("name", "n" * 31), ("name", 7), ("name", None), ("shuffle_seed", "s" * 65),
     ("shuffle_seed", {}),
     ("sets", 2), ("creator", 1)],
)  # fmt: skip
def test_each_field_of_a_new_game_is_checked_and_named(as_ada, field, junk):
    answer = as_ada.post("games/", {"variant": "draw", field: junk})
    assert field in refused(answer, 400, "invalid")
    assert set(answer.json()["fields"]) == {field}
    assert not Game.objects.exists()


@pytest.mark.both_databases
def test_open_offers_are_limited(as_ada):
    for _ in range(actions.OPEN_OFFERS):
        assert as_ada.post("games/", variant="draw").status_code == 201
    refused(as_ada.post("games/", variant="draw"), 409, "too_many_offers")


@pytest.mark.parametrize(
    "body", [{"seat": "1"}, {"seat": -1}, {"seat": 12}, {"seat": 1.0}, {"name": []}, {"set": 1}, {"shuffle_seed": 1}]
)
def test_each_field_of_joining_is_checked_and_named(as_ben, offer, body):
    before = stored(offer)
    assert next(iter(body)) in refused(as_ben.post(f"games/{offer}/join/", body), 400, "invalid")
    assert stored(offer) == before


def test_players_may_leave_before_the_start(as_ada, as_ben):
    game = as_ada.post("games/", variant="draw", seats=3).json()["id"]
    as_ben.post(f"games/{game}/join/")
    view = as_ben.post(f"games/{game}/leave/").json()
    assert (view["you"], view["seats"][1]["name"]) == (None, None)


def test_the_host_can_cancel_a_game(as_ada, offer):
    assert as_ada.post(f"games/{offer}/cancel/").json()["status"] == "cancelled"


@pytest.mark.parametrize("deed", ["leave", "cancel", "resign", "abort", "rematch", "moves", "seen"])
def test_actions_that_need_a_seat_are_refused_to_strangers(nobody, game, deed):
    body = {"moves": {"move": "draw", "version": 0}, "seen": {"version": 0}}.get(deed, {})
    answer = nobody.post(f"games/{game}/{deed}/", body)
    refused(answer, 401, "not_authenticated")
    assert answer["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("deed", ["join", "leave", "cancel", "resign", "abort", "rematch", "moves", "seen"])
def test_actions_on_an_unknown_game_answer_unknown_game(as_ada, nobody, deed):
    body = {"moves": {"move": "draw", "version": 0}, "seen": {"version": 0}}.get(deed, {})
    refused(as_ada.post(f"games/nosuchgame/{deed}/", body), 404, "unknown_game")
    if deed == "join":
        refused(nobody.post("games/nosuchgame/join/"), 404, "unknown_game")
        assert User.objects.count() == 1


def test_an_expired_cookie_is_ignored(ada):
    client = Client()
    client.cookies["sessionid"] = "gone"
    caller = Caller()
    caller.client = client
    assert caller.post("games/", variant="draw", name="Mo").json()["seats"][0]["name"] == "Mo"


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null"])
def test_forms_of_other_sites_create_no_guest(ada, origin):
    game = create_game(creator=ada, variant="draw").public_id
    there = Client(enforce_csrf_checks=True, headers={"Origin": origin})
    answer = there.post(f"/api/v1/games/{game}/join/", b"", content_type="application/x-www-form-urlencoded")
    refused(answer, 403, "csrf")
    assert not answer.cookies
    here = Client(enforce_csrf_checks=True, headers={"Origin": "http://testserver"})
    assert here.post(f"/api/v1/games/{game}/join/", b"{}", content_type="application/json").status_code == 200


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Tiles in a hand, Set of tiles: 2 hands of 20 tiles need 40 tiles, but the set has only 28."),
        ("de", "2 Hände zu 20 Steinen brauchen 40 Steine, aber der Satz hat nur 28."),
    ],
)
def test_refused_rules_name_their_options_and_figures(as_ada, language, sentence):
    body = {"variant": "draw", "options": {"hand": 20}}
    answer = as_ada.client.post(
        "/api/v1/games/", body, content_type="application/json", headers={"accept-language": language}
    )
    assert refused(answer, 400, "impossible_rules").endswith(sentence)
    assert answer.json()["reason"] == "too_few_tiles"
    figures = {"hands": 2, "size": 20, "need": 40, "have": 28}
    assert answer.json()["values"] == {"options": ["hand", "set"], **figures}


def test_an_illegal_move_is_explained_in_the_callers_language(as_ada, as_ben, game):
    caller, view = on_turn(game, as_ada, as_ben)
    body = {"move": "9-9", "version": view["version"]}
    answer = caller.client.post(
        f"/api/v1/games/{game}/moves/", body, content_type="application/json", headers={"accept-language": "ru"}
    )
    assert refused(answer, 409, "not_your_tile") == "Нельзя поставить 9-9: этой кости на руках нет."
    seat = view["round"]["turn"]
    assert (answer.json()["reason"], answer.json()["values"]) == (
        "not_your_tile",
        {"move": "9-9", "seat": seat, "tiles": "9-9"},
    )
