"""A private link to a calendar of deadlines and tournaments."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from icalendar import Calendar

from accounts import browsers, farewell, tokens
from accounts.models import User
from common.logs import without_secrets
from games.models import Game
from notices import destinations
from notices.models import CalendarLink
from tests.games.test_secrets import TILE
from tests.notices.conftest import move, on_turn, other

pytestmark = pytest.mark.django_db
LONG = {"variant": "block", "options": {"end": "target:100"}}


def link_of(player) -> str:
    return f"/calendar/{destinations.make_calendar_link(player=player, now=timezone.now())}.ics"


def events_of(link: str) -> list:
    answer = Client().get(link)
    assert answer.status_code == 200
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


def test_it_has_the_deadlines_of_the_turns_that_wait(ada, ben, game_between, settings):
    game = game_between(ada, ben, **LONG)
    link, others = link_of(on_turn(game)), link_of(other(game))
    [event] = events_of(link)
    assert event.decoded("dtend") == Game.objects.get(pk=game.pk).deadline.replace(microsecond=0)
    assert event["dtend"].to_ical().endswith(b"Z")
    assert str(event["summary"]) == "Your time runs out: Block"
    assert str(event["url"]) == f"{settings.SITE_URL}/g/{game.public_id}/"
    assert str(event["uid"]) == f"turn-{game.public_id}@localhost"
    assert events_of(others) == []
    move(game)
    assert events_of(link) == []
    [event] = events_of(others)
    assert str(event["uid"]) == f"turn-{game.public_id}@localhost"


def test_programs_learn_how_often_to_ask_and_caches_keep_it_private(ada):
    answer = Client().get(link_of(ada))
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert b"REFRESH-INTERVAL;VALUE=DURATION:PT1H" in answer.content
    assert b"METHOD:PUBLISH" in answer.content
    assert "private" in answer["Cache-Control"]
    assert answer["Referrer-Policy"] == "strict-origin"
    assert answer["X-Robots-Tag"] == "noindex"
    assert not answer.cookies


def test_it_never_says_a_tile(ada, ben, game_between):
    game = game_between(ada, ben, **LONG)
    for _turn in range(4):
        text = Client().get(link_of(on_turn(game))).content.decode()
        said = "\n".join(line for line in text.replace("\r\n ", "").splitlines() if not line.startswith("DT"))
        assert not TILE.findall(said.replace(game.public_id, ""))
        move(game)


def test_the_number_of_queries_is_fixed(ada, ben, game_between):
    def asked(games: int) -> int:
        for _game in range(games):
            game_between(ada, ben, **LONG)
        links = [link_of(player) for player in (ada, ben)]
        with CaptureQueriesContext(connection) as found:
            assert sum(len(events_of(link)) for link in links) > 0
        return len(found)

    assert asked(2) == asked(6)


def test_a_new_link_ends_the_old_one_and_removing_it_ends_the_new_one(ada, client):
    old = link_of(ada)
    client.force_login(ada)
    page = client.post("/settings/notices/calendar/")
    new = re.findall(r"/calendar/[\w-]+\.ics", page.content.decode())[0]
    assert (Client().get(old).status_code, Client().get(new).status_code) == (404, 200)
    client.post("/settings/notices/calendar/remove/")
    assert Client().get(new).status_code == 404


def test_we_store_no_link_and_log_none(ada):
    token = destinations.make_calendar_link(player=ada, now=timezone.now())
    assert token not in str(list(CalendarLink.objects.values()))
    assert token not in without_secrets(f"Not Found: /calendar/{token}.ics")


@pytest.mark.parametrize("token", ["x", "a" * 500, "%00", "..", "ä"])
def test_any_other_link_is_not_found(token, ada):
    link_of(ada)
    assert Client().get(f"/calendar/{token}.ics").status_code == 404


def test_it_ends_with_the_account_or_its_suspension(ada, ben):
    suspended, deleted = link_of(ada), link_of(ben)
    User.objects.filter(pk=ada.pk).update(is_active=False)
    farewell.delete_account(user=ben, now=timezone.now())
    assert [Client().get(link).status_code for link in (suspended, deleted)] == [404, 404]
    assert not CalendarLink.objects.filter(user=ben).exists()


def test_a_guest_has_one_too_but_not_in_a_browser_that_came_by_their_link(guest, client):
    dora = guest("Dora")
    client.force_login(dora)
    assert client.post("/settings/notices/calendar/").status_code == 200
    before = CalendarLink.objects.get().digest
    session = client.session
    session[browsers.BY_LINK] = True
    session.save()
    assert client.post("/settings/notices/calendar/").status_code == 302
    assert client.post("/settings/notices/messengers/", {"address": "ntfys://topic"}).status_code == 302
    assert CalendarLink.objects.get().digest == before
    assert not dora.messengers.exists()


def test_the_api_makes_and_ends_it(ada, client):
    client.force_login(ada)
    assert client.get("/api/v1/me/notices/calendar/").json() == {"url": "", "since": None}
    _token, text = tokens.make(user=ada, name="bot", scopes=["account"], days=None, now=timezone.now())
    head = {"Authorization": f"Token {text}"}
    url = client.post("/api/v1/me/notices/calendar/").json()["url"]
    path = url.removeprefix("http://localhost:8000")
    assert Client().get(path).status_code == 200
    assert Client().delete("/api/v1/me/notices/calendar/", headers=head).status_code == 204
    assert Client().get(path).status_code == 404
