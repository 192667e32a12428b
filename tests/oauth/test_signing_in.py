"""A person signs in to an app: consent, code, tokens, and what they open."""

import json
from base64 import b64encode
from datetime import timedelta

import jwt
import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Grant, Token, User
from notices.models import Letter
from tests.api.conftest import Caller, refused, token_of
from tests.common.conftest import rates
from tests.oauth.conftest import DONE, VERIFIER, allow, me, sent_back, told
from tests.pages.conftest import words_of

__all__ = ["rates"]


def oauth_error(answer, status=400):
    assert answer.status_code == status, answer.content
    assert "no-store" in answer["Cache-Control"]
    return answer.json()["error"]


# ---- The whole way


@pytest.mark.both_databases
def test_an_app_signs_a_person_in_and_plays_for_them(program, hers, ada, settings):
    page = hers.get(program.address())
    text = words_of(page)
    assert "Tiles on a watch is an app by Ben, not by Boneyard." in text
    assert "use your account Ada" in text
    assert "Read: games, notifications and everything else you see" in text
    assert "Play: create and join games, move, resign" in text
    assert "return to app.example" in text
    back = sent_back(allow(hers, program.address()))
    assert (back["state"], back["iss"], set(back)) == ("s1", settings.SITE_URL, {"code", "state", "iss"})
    answer = program.exchange(back["code"])
    assert "no-store" in answer["Cache-Control"]
    got = answer.json()
    assert (got["token_type"], got["expires_in"]) == ("Bearer", 3600)
    assert set(got["scope"].split()) == {"openid", "read", "play"}
    assert me(got["access_token"]).json()["name"] == "Ada"
    caller = Caller(ada, got["access_token"])
    assert caller.post("games/", variant="draw").json()["you"] == 0
    assert caller.get("me/token/").json()["name"] == "Tiles on a watch"


def test_a_confidential_app_needs_its_secret_beside_pkce(server, hers):
    asked = {"grant_type": "authorization_code", "redirect_uri": DONE, "code_verifier": VERIFIER}
    asked["code"] = server.code(hers)
    assert (
        oauth_error(server.http.post("/oauth/token/", {**asked, "client_id": server.app.pk}), 401) == "invalid_client"
    )
    wrong = {**asked, "client_id": server.app.pk, "client_secret": "guess"}
    assert oauth_error(server.http.post("/oauth/token/", wrong), 401) == "invalid_client"
    basic = b64encode(f"{server.app.pk}:{server.secret}".encode()).decode()
    got = server.http.post("/oauth/token/", asked, headers={"Authorization": f"Basic {basic}"}).json()
    assert me(got["access_token"]).status_code == 200
    assert jwt.decode(got["id_token"], options={"verify_signature": False})["aud"] == server.app.pk


def test_with_pkce_a_confidential_apps_code_needs_the_verifier(server, hers):
    basic = b64encode(f"{server.app.pk}:{server.secret}".encode()).decode()
    asked = {"grant_type": "authorization_code", "code": server.code(hers), "redirect_uri": DONE}
    answer = server.http.post("/oauth/token/", asked, headers={"Authorization": f"Basic {basic}"})
    assert oauth_error(answer) == "invalid_request"


def test_the_id_token_is_signed_by_a_published_key(program, hers, ada, settings):
    got = program.signs_in(hers, "openid profile")
    found = Client().get("/.well-known/openid-configuration").json()
    assert found["issuer"] == settings.SITE_URL
    [key] = Client().get(found["jwks_uri"].removeprefix(settings.SITE_URL)).json()["keys"]
    assert "d" not in key
    claims = jwt.decode(
        got["id_token"], jwt.PyJWK(key).key, algorithms=["RS256"], audience=program.app.pk, issuer=settings.SITE_URL
    )
    assert (claims["sub"], claims["nonce"], claims["name"]) == (str(ada.pk), "n1", "Ada")
    assert claims["exp"] - claims["iat"] == 300


def test_the_document_names_addresses_that_exist(db, settings):
    found = Client().get("/.well-known/openid-configuration").json()
    assert found == Client().get("/.well-known/oauth-authorization-server").json()
    assert found["code_challenge_methods_supported"] == ["S256"]
    assert set(found["scopes_supported"]) == {"openid", "profile", "email", *Token.Scope.values}
    for name, address in found.items():
        if name.endswith(("_endpoint", "_uri")):
            path = address.removeprefix(settings.SITE_URL)
            assert Client().get(path, headers={"Host": "evil.example"}).status_code != 404, name


def test_a_forged_host_changes_no_address(db, settings):
    settings.ALLOWED_HOSTS = ["*"]
    found = Client().get("/.well-known/openid-configuration", headers={"Host": "evil.example"}).content.decode()
    assert "evil" not in found


# ---- What it may do


def test_an_app_that_only_signs_in_can_read_nothing(program, hers):
    got = program.signs_in(hers, "openid")
    assert got["scope"] == "openid"
    assert "“read”" in refused(me(got["access_token"]), 403, "scope")


def test_a_person_can_allow_less(program, hers):
    code = sent_back(allow(hers, program.address("openid play talk email"), ["play"]))["code"]
    got = program.exchange(code).json()
    assert set(got["scope"].split()) == {"openid", "read", "play"}
    caller = Caller(None, got["access_token"])
    assert "“talk”" in refused(caller.post("games/x/talk/", text="Hi"), 403, "scope")


def test_scopes_that_the_app_did_not_ask_for_cannot_be_added(program, hers):
    answer = hers.post(program.address("openid"), {"allow": "1", "scopes": ["account"]})
    assert answer.status_code == 422
    assert not Grant.objects.exists()


def test_unknown_scopes_are_refused_to_the_app(program, hers):
    assert told(hers.get(program.address("openid all")))["error"] == "invalid_scope"


def test_an_apps_token_cannot_create_tokens(program, hers):
    got = program.signs_in(hers, "read play account")
    sent = json.dumps({"name": "bot", "scopes": ["play"]})
    caller = Client(headers={"Authorization": f"Bearer {got['access_token']}"})
    refused(caller.post("/api/v1/me/tokens/", sent, "application/json"), 403, "session_only")


def test_userinfo_tells_what_the_person_allowed(program, hers, ada):
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)

    def asked(scope):
        headers = {"Authorization": f"Bearer {program.signs_in(hers, scope)['access_token']}"}
        return Client().get("/oauth/userinfo/", headers=headers)

    assert asked("openid").json() == {"sub": str(ada.pk)}
    full = asked("openid profile email").json()
    assert (full["name"], full["preferred_username"]) == ("Ada", "ada")
    assert (full["email"], full["email_verified"]) == ("ada@example.org", True)
    EmailAddress.objects.update(verified=False)  # it may be somebody else's
    assert "email" not in asked("openid email").json()
    assert oauth_error(asked("read"), 403) == "insufficient_scope"
    answer = Client().get("/oauth/userinfo/", headers={"Authorization": "Bearer boneapp_x"})
    assert oauth_error(answer, 401) == "invalid_token"


# ---- Codes


def test_a_wrong_verifier_gets_nothing(program, hers):
    code = program.code(hers)
    assert oauth_error(program.exchange(code, code_verifier="w" * 43)) == "invalid_grant"
    assert oauth_error(program.exchange(code, code_verifier="ä" * 43)) == "invalid_grant"
    assert program.exchange(code).status_code == 200


@pytest.mark.parametrize("kind", ["program", "server"])
def test_public_and_confidential_apps_must_prove_their_codes_by_s256(request, kind, hers):
    program = request.getfixturevalue(kind)
    without = told(hers.get(program.address(code_challenge=None, code_challenge_method=None)))
    assert (without["error"], without["state"]) == ("invalid_request", "s1")
    for method in ("plain", None):
        answer = hers.get(program.address(code_challenge="x" * 43, code_challenge_method=method))
        assert told(answer)["error"] == "invalid_request"


@pytest.mark.both_databases
def test_a_code_used_twice_ends_what_it_opened(program, hers):
    code = program.code(hers)
    got = program.exchange(code).json()
    assert oauth_error(program.exchange(code)) == "invalid_grant"
    assert me(got["access_token"]).status_code == 401
    assert oauth_error(program.renew(got["refresh_token"])) == "invalid_grant"


@pytest.mark.both_databases
def test_a_code_lasts_a_minute(program, hers):
    code = program.code(hers)
    Grant.objects.update(until=timezone.now())
    assert oauth_error(program.exchange(code)) == "invalid_grant"
    assert not Token.objects.exists()


def test_a_code_is_of_one_app_and_one_address(program, server, hers):
    code = program.code(hers)
    assert oauth_error(server.exchange(code)) == "invalid_grant"
    assert oauth_error(program.exchange(code, redirect_uri="https://app.example/other")) == "invalid_request"
    assert program.exchange(code).status_code == 200


@pytest.mark.parametrize(
    "kind", ["password", "client_credentials", "urn:ietf:params:oauth:grant-type:device_code", "x"]
)
def test_other_ways_to_a_token_are_closed(server, kind, ada):
    answer = server.ask("token", grant_type=kind, username="ada", password="x", scope="play", device_code="x")
    assert answer.status_code in {400, 401}
    assert not Token.objects.exists()


# ---- Refresh tokens


@pytest.mark.both_databases
def test_a_refresh_token_is_replaced_and_a_used_one_ends_the_grant(program, hers):
    first = program.signs_in(hers)
    second = program.renew(first["refresh_token"]).json()
    assert second["refresh_token"] != first["refresh_token"]
    assert me(second["access_token"]).status_code == 200
    assert oauth_error(program.renew(first["refresh_token"])) == "invalid_grant"  # a thief has one of the two
    assert me(second["access_token"]).status_code == 401
    assert oauth_error(program.renew(second["refresh_token"])) == "invalid_grant"
    assert not Grant.objects.exists()


def test_another_sign_in_is_not_touched_by_a_stolen_token(program, hers):
    phone, laptop = program.signs_in(hers), program.signs_in(hers)
    program.renew(phone["refresh_token"])
    program.renew(phone["refresh_token"])
    assert me(phone["access_token"]).status_code == 401
    assert me(laptop["access_token"]).status_code == 200


def test_a_made_up_refresh_token_ends_nothing(program, server, hers):
    got = program.signs_in(hers)
    assert oauth_error(program.renew("boneref_guess.guess")) == "invalid_grant"
    assert oauth_error(server.renew(got["refresh_token"])) == "invalid_grant"  # of another app
    assert program.renew(got["refresh_token"]).status_code == 200


def test_a_token_can_be_renewed_with_less_and_not_with_more(program, hers):
    got = program.signs_in(hers, "read play talk")
    less = program.renew(got["refresh_token"], scope="read").json()
    assert less["scope"] == "read"
    assert "“play”" in refused(Caller(None, less["access_token"]).post("games/", variant="draw"), 403, "scope")
    assert oauth_error(program.renew(less["refresh_token"], scope="read account")) == "invalid_scope"
    assert set(program.renew(less["refresh_token"]).json()["scope"].split()) == {"read", "play", "talk"}


def test_tokens_expire(program, hers):
    got = program.signs_in(hers)
    Token.objects.update(expires=timezone.now(), created=timezone.now() - timedelta(hours=1))
    assert me(got["access_token"]).status_code == 401
    again = program.renew(got["refresh_token"]).json()
    assert Token.objects.count() == 1  # expired ones go
    Grant.objects.update(until=timezone.now())
    assert oauth_error(program.renew(again["refresh_token"])) == "invalid_grant"


def test_nothing_that_opens_an_account_is_stored(program, hers):
    code = program.code(hers)
    got = program.exchange(code).json()
    rows = str([*Grant.objects.values(), *Token.objects.values()])
    assert not [secret for secret in (code, got["access_token"], got["refresh_token"]) if secret in rows]


# ---- Who signs in


def test_strangers_log_in_first_and_come_back(program, stranger, ada):
    ada.set_password("an old one of seven words")
    ada.save()
    answer = stranger.get(program.address())
    assert answer["Location"].startswith("/accounts/login/?next=/oauth/authorize/")
    sent = {"login": "ada", "password": "an old one of seven words"}
    answer = stranger.post(answer["Location"], sent)
    assert answer["Location"] == program.address()
    assert sent_back(allow(stranger, answer["Location"]))["code"]


def test_guests_are_told_that_they_need_an_account(program, browser_of, guest):
    page = browser_of(guest("Dora")).get(program.address())
    assert page.status_code == 403
    assert "To sign in to Tiles on a watch, log in or create an account. Your games come along." in words_of(page)
    assert "next=%2Foauth%2Fauthorize%2F%3Fclient_id%3D" in page.content.decode()
    browser_of(guest("Eve")).post(program.address(), {"allow": "1", "scopes": ["play"]})
    assert not Grant.objects.exists()


def test_no_app_is_let_in_without_a_question(program, server, hers, stranger):
    program.signs_in(hers)
    for app in (program, server):
        assert told(hers.get(app.address(prompt="none")))["error"] == "consent_required"
    assert told(stranger.get(program.address(prompt="none")))["error"] == "login_required"


def test_an_app_that_may_change_settings_needs_the_password_again(program, browser_of, ada):
    ada.set_password("an old one of seven words")
    ada.save()
    answer = browser_of(ada).get(program.address("read account"))
    assert answer["Location"].startswith("/accounts/reauthenticate/?next=%2Foauth%2Fauthorize")
    answer = browser_of(ada).get(program.address("openid", prompt="login"))
    assert answer["Location"].startswith("/accounts/reauthenticate/")


def test_cancel_tells_the_app(program, hers):
    back = sent_back(hers.post(program.address(), {"cancel": "1"}))
    assert (back["error"], back["state"]) == ("access_denied", "s1")
    assert not Grant.objects.exists()


def test_the_first_time_a_mail_tells_the_person(program, hers, ada):
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    ada.email = "ada@example.org"
    ada.save()
    for _ in range(2):
        program.signs_in(hers)
    assert "“Tiles on a watch”" in Letter.objects.get().body


def test_consent_needs_the_page_of_consent(program, ada):
    """A form on another site can't press *Allow*."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    assert client.post(program.address(), {"allow": "1", "scopes": ["play"]}).status_code == 403
    assert not Grant.objects.exists()


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "changed",
    [
        {"scope": "a\0b"}, {"nonce": "\0"}, {"client_id": "\0"}, {"client_id": "x" * 999}, {"client_id": "ä"},
        {"redirect_uri": None}, {"claims": "[1]"}, {"claims": "{"}, {"id_token_hint": "x"}, {"response_type": "token"},
        {"response_type": "code id_token"}, {"response_type": None}, {"state": "\ud800"}, {"resource": "x"},
        {"max_age": "x"}, {"request": "x"}, {"response_mode": "form_post"}, {"prompt": "x y"},
    ],
)  # fmt: skip
def test_odd_requests_break_nothing(program, hers, changed):
    changed = {name: value.encode("utf-8", "surrogatepass").decode("latin1") if value else value
               for name, value in changed.items()}  # fmt: skip
    address = program.address(**changed)
    assert hers.get(address).status_code in {200, 302, 400}
    assert hers.post(address, {"allow": "1"}).status_code in {302, 400, 422}


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "body", ["", "grant_type=%00", "grant_type=authorization_code&code=%00&client_id=%ff", "{", "a;b"]
)
def test_odd_bodies_break_nothing(program, body):
    for path in ("token", "revoke"):
        answer = Client().post(f"/oauth/{path}/", body, content_type="application/x-www-form-urlencoded")
        assert answer.status_code in {400, 401}, answer.content
        assert answer.json()["error"]
        assert oauth_error(Client().post(f"/oauth/{path}/?code=x&token=x")) == "invalid_request"  # addresses are logged


@pytest.mark.both_databases
def test_an_app_has_a_few_grants_of_one_person(program, hers):
    first = program.signs_in(hers)
    for _ in range(10):
        last = program.signs_in(hers)
    assert Grant.objects.count() == 10
    assert (me(first["access_token"]).status_code, me(last["access_token"]).status_code) == (401, 200)


def test_suspended_people_and_makers_open_nothing(program, hers, ada, ben):
    got = program.signs_in(hers)
    User.objects.filter(pk=ada.pk).update(is_active=False)
    assert me(got["access_token"]).status_code == 401
    assert oauth_error(program.renew(got["refresh_token"])) == "invalid_grant"
    User.objects.filter(pk=ada.pk).update(is_active=True)
    assert me(got["access_token"]).status_code == 200
    User.objects.filter(pk=ben.pk).update(is_active=False)
    assert oauth_error(program.renew(got["refresh_token"]), 401) == "invalid_client"
    assert "We don’t know this app" in words_of(hers.get(program.address()))


@pytest.mark.both_databases
def test_an_apps_token_costs_as_many_statements_as_another(program, hers, ada):
    texts = program.signs_in(hers)["access_token"], token_of(ada)
    for text in texts:
        me(text)  # notes its use
    sent = []
    for text in texts:
        with CaptureQueriesContext(connection) as queries:
            assert me(text).status_code == 200
        sent.append(len(queries))
    assert sent[0] == sent[1]


def test_apps_share_the_rate_of_their_person(program, hers, ada, rates):
    text = program.signs_in(hers)["access_token"]
    rates(api="2/h")
    assert [me(one).status_code for one in (text, token_of(ada), text)] == [200, 200, 429]


def test_tokens_and_consent_have_rates(program, hers, rates):
    got = program.signs_in(hers)
    rates(app="1/h/address", sign_in="1/h")
    assert program.renew(got["refresh_token"]).status_code == 200
    answer = program.renew(got["refresh_token"])
    assert (answer.status_code, answer.json()["error"]) == (429, "temporarily_unavailable")
    assert int(answer["Retry-After"]) > 0
    assert [hers.get(program.address()).status_code for _ in range(2)] == [200, 429]
