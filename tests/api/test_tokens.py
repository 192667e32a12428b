"""Tokens: scopes, creation and revocation."""

import re
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator

from accounts import tokens
from accounts.farewell import delete_account
from accounts.models import Token, User
from tests.api.conftest import Caller, on_turn, refused, token_of

NEW = {"name": "bot", "scopes": ["play"]}


def test_a_session_makes_a_token_and_the_token_plays(as_ada):
    made = as_ada.post("me/tokens/", NEW)
    assert made.status_code == 201
    program = Caller(as_ada.user, made.json()["token"])
    assert program.get("me/").json()["name"] == "Ada"
    assert program.post("games/", variant="draw").json()["you"] == 0


def test_bearer_is_accepted_like_token(ada):
    answer = Client(headers={"Authorization": f"Bearer {token_of(ada)}"}).get("/api/v1/me/")
    assert answer.json()["name"] == "Ada"


def test_a_token_is_shown_once_and_kept_as_its_digest(as_ada):
    text = as_ada.post("me/tokens/", NEW).json()["token"]
    assert text not in as_ada.get("me/tokens/").content.decode()
    row = Token.objects.values().get()
    assert text not in str(row)


def test_a_new_token_may_read_and_play(as_ada):
    assert as_ada.post("me/tokens/", NEW).json()["scopes"] == ["read", "play"]


def test_a_token_is_limited_to_its_scopes_and_errors_name_the_missing_one(ada, ben, by_token, game):
    looking, talking = by_token(ada, "read"), by_token(ada, "talk")
    assert looking.view(game)["you"] == 0
    assert talking.view(game)["you"] == 0  # read is included
    playing = by_token(ada, "play"), by_token(ben, "play")
    player, view = on_turn(game, *playing)
    move = view["round"]["legal"][0]
    weak = by_token(player.user, "read")
    said = refused(weak.move(game, move, view["version"]), 403, "scope")
    assert "“play”" in said
    assert player.move(game, move, view["version"]).status_code == 200
    assert "“account”" in refused(playing[0].delete("me/tokens/1/"), 403, "scope")


def test_a_token_without_read_scope_can_read_nothing(ada):
    text = token_of(ada)
    Token.objects.update(scopes=["play"])
    assert "“read”" in refused(Caller(ada, text).get("me/"), 403, "scope")


def test_every_address_says_in_the_schema_which_scope_it_needs(db):
    schema = SchemaGenerator().get_schema(request=None, public=True)
    assert schema["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            [scopes] = [way["token"] for way in operation["security"] if "token" in way]
            private = re.search("/messages/|/chat/|/posts/", path) is not None
            reads = ["talk" if private else "read"]
            assert scopes == reads if method == "get" else scopes[0] in Token.Scope.values, (path, method)


def test_a_token_cannot_create_tokens(ada, by_token):
    refused(by_token(ada).post("me/tokens/", NEW), 403, "session_only")
    assert Token.objects.count() == 1


def test_revoking_one_token_leaves_the_others(as_ada):
    first, second = (as_ada.post("me/tokens/", NEW).json() for _ in range(2))
    assert as_ada.delete(f"me/tokens/{first['id']}/").status_code == 204
    refused(Caller(as_ada.user, first["token"]).get("me/"), 401, "authentication_failed")
    assert Caller(as_ada.user, second["token"]).get("me/").status_code == 200
    assert [line["id"] for line in as_ada.get("me/tokens/").json()] == [second["id"]]


@pytest.mark.both_databases
def test_tokens_of_others_cannot_be_revoked(as_ada, as_ben):
    made = as_ada.post("me/tokens/", NEW).json()
    refused(as_ben.delete(f"me/tokens/{made['id']}/"), 404, "unknown_token")
    refused(as_ben.delete(f"me/tokens/{2**70}/"), 404, "unknown_token")
    assert Caller(as_ada.user, made["token"]).get("me/").status_code == 200


def test_a_token_can_show_its_scopes_and_revoke_itself(ada, as_ada, by_token):
    program = by_token(ada, "read")
    assert program.get("me/token/").json()["scopes"] == ["read"]
    assert program.delete("me/token/").status_code == 204
    refused(program.get("me/token/"), 401, "authentication_failed")
    refused(as_ada.get("me/token/"), 404, "unknown_token")
    refused(Caller().get("me/token/"), 401, "not_authenticated")


@pytest.mark.both_databases
def test_a_token_expires(ada):
    now = timezone.now()
    _token, text = tokens.make(user=ada, name="bot", scopes=["read"], days=30, now=now)
    assert tokens.find(text, now + timedelta(days=29)).user == ada
    assert tokens.find(text, now + timedelta(days=30)) is None


@pytest.mark.both_databases
def test_the_last_use_is_stored_once_an_hour(ada, django_assert_num_queries):
    now = timezone.now()
    _token, text = tokens.make(user=ada, name="bot", scopes=["read"], days=None, now=now)
    with django_assert_num_queries(2):
        tokens.find(text, now)
    with django_assert_num_queries(1):
        tokens.find(text, now + timedelta(minutes=59))
    assert Token.objects.get().last_used == now
    tokens.find(text, now + timedelta(minutes=61))
    assert Token.objects.get().last_used == now + timedelta(minutes=61)


@pytest.mark.both_databases
def test_the_number_of_tokens_is_limited(as_ada):
    for _ in range(tokens.MOST):
        token_of(as_ada.user)
    refused(as_ada.post("me/tokens/", NEW), 409, "too_many_tokens")


@pytest.mark.parametrize(
    "wrong",
    [{"scopes": []}, {"scopes": ["all"]}, {"scopes": "play"}, {"name": ""}, {"name": " \u200b "}, {"days": 0},
     {"days": "30"}, {"name": "x" * 51}],
)  # fmt: skip
def test_invalid_token_fields_are_refused(as_ada, wrong):
    refused(as_ada.post("me/tokens/", NEW | wrong), 400, "invalid")


def test_a_guests_token_works_without_cookies(nobody):
    game = nobody.post("games/", variant="draw", name="Mo").json()["id"]
    program = Caller(User.objects.get(), nobody.post("me/tokens/", NEW).json()["token"])
    assert program.view(game)["you"] == 0
    assert program.get("me/").json()["guest"] is True


def test_deleting_the_owner_deletes_the_tokens(ada, by_token):
    program = by_token(ada)
    delete_account(user=ada, now=timezone.now())
    refused(program.get("me/"), 401, "authentication_failed")


def test_tokens_of_a_closed_account_work_again_after_it_is_reopened(ada, by_token):
    program = by_token(ada)
    User.objects.filter(pk=ada.pk).update(is_active=False)
    refused(program.get("me/"), 401, "authentication_failed")
    User.objects.filter(pk=ada.pk).update(is_active=True)
    assert program.get("me/").json()["name"] == "Ada"


@pytest.mark.both_databases
def test_a_command_creates_a_token(ada, capsys):
    call_command("make_token", "ada", scopes=["talk"])
    text = capsys.readouterr().out.strip()
    assert Caller(ada, text).get("me/token/").json()["scopes"] == ["read", "talk"]
    with pytest.raises(CommandError, match="There’s no player named zoe"):
        call_command("make_token", "zoe")
