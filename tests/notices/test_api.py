"""The API of notifications."""

import base64

import pytest
from django.utils import timezone

from accounts import tokens
from notices import actions as telling
from notices import queries
from tests.api.conftest import Caller, token_of
from tests.notices.conftest import on_turn

pytestmark = pytest.mark.django_db
LONG = {"variant": "block", "options": {"end": "target:100"}}


def test_notifications_are_listed_and_marked_as_read(ada, ben, game_between):
    game = game_between(ada, ben, **LONG)
    player = on_turn(game)
    caller = Caller(player)
    (line,) = caller.get("me/notices/").json()["results"]
    assert (line["event"], line["also"], line["game"], line["new"]) == ("turn", "started", game.public_id, True)
    assert caller.post("me/notices/read/", game="nosuchgame").json() == {"read": 0}
    assert caller.post("me/notices/read/", game=game.public_id).json() == {"read": 1}
    assert caller.get("me/notices/").json()["results"][0]["new"] is False


@pytest.mark.both_databases
def test_the_list_pages(ada, ben):
    for _n in range(60):
        telling.tell(player=ada, event="friend", by=ben, now=timezone.now())
    caller = Caller(ada)
    first = caller.get("me/notices/").json()
    assert len(first["results"]) == 50
    second = caller.client.get(first["next"]).json()
    assert len({line["id"] for line in first["results"] + second["results"]}) == 60
    assert caller.get("me/notices/", cursor="nonsense").status_code == 404


@pytest.mark.both_databases
def test_settings_are_read_and_changed_in_part(ada):
    caller = Caller(ada)
    before = caller.get("me/notices/settings/").json()
    assert (before["reminders"], before["digest_hour"], before["webhook"], before["mail"]) == ([50, 80], 8, "", False)
    after = caller.post(
        "me/notices/settings/", events={"turn": ["webhook"]}, reminders=[90, 10], webhook="https://example.org/"
    ).json()
    assert after["events"] == before["events"] | {"turn": ["webhook"]}
    assert after["reminders"] == [10, 90]
    assert len(after["webhook_secret"]) == 64


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "wrong",
    [
        {"events": {"dinner": ["push"]}},
        {"events": {"turn": ["pigeon"]}},
        {"events": {"turn": "push"}},
        {"reminders": [0]},
        {"reminders": [1, 2, 3, 4, 5]},
        {"digest_hour": 24},
        {"webhook": "http://localhost/"},
        {"webhook": "https://127.0.0.1/"},
        {"colour": "red"},
    ],
)
def test_invalid_settings_are_refused_and_nothing_is_changed(ada, wrong):
    answer = Caller(ada).post("me/notices/settings/", {"digest_hour": 5} | wrong)
    assert answer.status_code == 400
    assert answer.json()["message"]
    assert queries.wishes(ada).digest_hour == 8
    if "dinner" in str(wrong):
        assert answer.json()["fields"]["events"].startswith(
            "“dinner” isn’t possible here. Choose one of: turn, reminder, "
        )


def test_reminders_allow_neither_page_nor_digest(ada):
    after = Caller(ada).post("me/notices/settings/", events={"reminder": ["page", "push", "digest"]}).json()
    assert after["events"]["reminder"] == ["push"]


def test_a_token_with_scope_play_cannot_change_settings(ada):
    key = tokens.make(user=ada, name="bot", scopes=["read", "play"], days=None, now=timezone.now())[1]
    caller = Caller(token=key)
    assert caller.get("me/notices/settings/").status_code == 200
    assert caller.post("me/notices/settings/", digest_hour=5).status_code == 403
    assert caller.post("me/notices/read/").status_code == 403


@pytest.mark.both_databases
def test_push_browsers_are_added_listed_and_removed_by_their_owner(ada, ben):
    caller = Caller(ada)
    assert len(caller.get("me/notices/devices/").json()["key"]) == 87
    made = caller.post("me/notices/devices/", endpoint="https://push.example/1", keys={"p256dh": "k", "auth": "a"})
    assert made.status_code == 201
    assert caller.get("me/notices/devices/").json()["devices"] == [made.json()]
    for number in range(2, 22):
        last = caller.post(
            "me/notices/devices/", endpoint=f"https://push.example/{number}", keys={"p256dh": "k", "auth": "a"}
        )
    assert last.status_code == 409
    inside = caller.post("me/notices/devices/", endpoint="https://10.0.0.1/", keys={"p256dh": "k", "auth": "a"})
    assert inside.status_code == 400
    Caller(ben).delete(f"me/notices/devices/{made.json()['id']}/")
    assert len(caller.get("me/notices/devices/").json()["devices"]) == 20
    assert caller.delete(f"me/notices/devices/{made.json()['id']}/").status_code == 204
    assert len(caller.get("me/notices/devices/").json()["devices"]) == 19


def test_only_tokens_with_scope_account_see_the_webhook_secret(ada):
    Caller(ada).post("me/notices/settings/", webhook="https://hooks.example/1")
    told = {
        scope: Caller(ada, token_of(ada, scope)).get("me/notices/settings/").json()["webhook_secret"]
        for scope in ("read", "play", "account")
    }
    assert told["read"] == told["play"] == ""
    assert len(told["account"]) == 64
    standard = {
        scope: Caller(ada, token_of(ada, scope)).get("me/notices/settings/").json()["webhook_standard_secret"]
        for scope in ("read", "play", "account")
    }
    assert standard["read"] == standard["play"] == ""
    assert base64.b64decode(standard["account"].removeprefix("whsec_")).decode() == told["account"]
