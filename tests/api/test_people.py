"""Identity in the API: by session, by token, or as a stranger."""

import pytest
from django.test import Client

from tests.api.conftest import Caller, on_turn, refused


def test_me_has_the_caller_and_their_waiting_games(as_ada, as_ben, game):
    waiting = {caller.user.name: caller.get("me/").json() for caller in (as_ada, as_ben)}
    ada = {"name": "Ada", "username": "ada", "guest": False, "program": False, "waiting": 0}
    assert waiting["Ada"] | {"waiting": 0} == ada
    caller, _view = on_turn(game, as_ada, as_ben)
    assert {name: me["waiting"] for name, me in waiting.items()} == {"Ada": 0, "Ben": 0} | {caller.user.name: 1}


def test_accounts_marked_as_programs_are_marked_in_games(as_ada, as_ben, by_token, game):
    assert as_ada.put("me/", program=True).json()["program"] is True
    assert [seat["program"] for seat in as_ben.view(game)["seats"]] == [True, False]
    assert as_ada.put("me/", program=False).json()["program"] is False
    assert [seat["program"] for seat in as_ben.view(game)["seats"]] == [False, False]
    refused(as_ada.put("me/"), 400, "invalid")
    refused(by_token(as_ben.user, "play").put("me/", program=True), 403, "scope")


def test_me_requires_authentication(nobody):
    refused(nobody.get("me/"), 401, "not_authenticated")
    refused(nobody.post("me/tokens/", name="bot", scopes=["read"]), 401, "not_authenticated")


@pytest.mark.both_databases
@pytest.mark.parametrize("header", ["Token", "Token x", "Token x y", "Token ü", "Token \x00", f"Token {'x' * 5000}"])
@pytest.mark.parametrize("path", ["me/", "games/", "variants/"])
def test_an_invalid_token_is_refused_even_where_none_is_required(db, header, path):
    answer = Client(headers={"Authorization": header}).get(f"/api/v1/{path}")
    refused(answer, 401, "authentication_failed")
    assert answer["WWW-Authenticate"] == "Bearer"


def test_an_unknown_authorization_scheme_is_refused(db):
    refused(Client(headers={"Authorization": "Basic YTpi"}).get("/api/v1/me/"), 401, "not_authenticated")


def test_an_account_that_was_closed_has_no_access(ada, by_token):
    program = by_token(ada)
    ada.is_active = False
    ada.save()
    refused(program.get("me/"), 401, "authentication_failed")


def test_a_session_must_send_the_csrf_token(ada):
    caller = Caller(ada, enforce_csrf_checks=True)
    for path in ("games/", "me/tokens/", "games/x/join/"):
        refused(caller.post(path, {"variant": "draw"}), 403, "csrf")


def test_a_token_needs_no_csrf_token(ada, by_token):
    token = by_token(ada).client.defaults["HTTP_AUTHORIZATION"].partition(" ")[2]
    assert Caller(ada, token, enforce_csrf_checks=True).post("games/", variant="draw").status_code == 201
