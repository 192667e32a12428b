"""Makers register apps; people see and end what apps may do."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone
from oauthlib.openid.connect.core.exceptions import ConsentRequired, LoginRequired

from accounts import tokens
from accounts.farewell import delete_account
from accounts.models import App, Grant, Token, User
from accounts.oauth import consent, redirects, registry
from notices.models import Letter
from tests.oauth.conftest import DONE, Program, allow, me, sent_back
from tests.pages.conftest import html_of, words_of

NEW = {"name": "Club pages", "kind": "confidential", "redirects": DONE}


# ---- Registering


def test_a_maker_registers_an_app_and_sees_its_secret_once(hers, browser_of, ben):
    page = hers.post("/settings/access/apps/new/", NEW)
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    app = App.objects.get()
    secret = re.search(r'value="(bonesecret_[^"]+)"', page.content.decode())[1]
    assert secret not in str(App.objects.values())
    assert "bonesecret" not in hers.get(f"/settings/access/apps/{app.pk}/").content.decode()
    got = Program(app, secret).signs_in(browser_of(ben))
    assert me(got["access_token"]).json()["name"] == "Ben"
    page = hers.post(f"/settings/access/apps/{app.pk}/secret/")
    fresh = re.search(r'value="(bonesecret_[^"]+)"', page.content.decode())[1]
    assert Program(app, secret).renew(got["refresh_token"]).status_code == 401
    assert Program(app, fresh).renew(got["refresh_token"]).status_code == 200


def test_a_public_app_has_no_secret(hers):
    page = hers.post("/settings/access/apps/new/", NEW | {"kind": "public"})
    assert "Your app is registered. It has no secret" in words_of(page)
    app = App.objects.get()
    assert app.secret == ""
    assert "bonesecret" not in hers.post(f"/settings/access/apps/{app.pk}/secret/").content.decode()
    for guess in ("", "x"):
        assert not app.check_secret(guess)


def test_only_its_maker_changes_an_app(program, hers, browser_of, ben):
    path = f"/settings/access/apps/{program.app.pk}/"
    assert hers.get(path).status_code == 404
    for action in ("", "secret/", "delete/"):
        assert hers.post(path + action, NEW | {"sure": "1"}).status_code == 404
    his = browser_of(ben)
    assert his.post(path, {"name": "Tiles", "redirects": "https://app.example/new"}).status_code == 302
    assert "Tiles is an app by Ben" in words_of(hers.get(program.address(redirect_uri="https://app.example/new")))
    page = hers.get(program.address())
    assert "hasn’t registered" in words_of(page)
    assert DONE not in page.content.decode()


def test_an_incomplete_form_keeps_what_was_typed(hers):
    page = hers.post("/settings/access/apps/new/", NEW | {"redirects": "http://app.example/done"})
    assert page.status_code == 422
    assert "must begin with https://" in words_of(page)
    assert 'value="Club pages"' in page.content.decode()
    assert not App.objects.exists()


@pytest.mark.parametrize("name", ["Boneyard", "b o n e y a r d", "The Вoneyard app", "BONEYARD"])
def test_no_app_pretends_to_be_ours(hers, name):
    page = hers.post("/settings/access/apps/new/", NEW | {"name": name})
    assert page.status_code == 422
    assert not App.objects.exists()


@pytest.mark.both_databases
def test_the_number_of_apps_is_limited(hers, ada):
    for _ in range(10):
        registry.register(owner=ada, name="App", public=True, redirects=[DONE])
    page = hers.post("/settings/access/apps/new/", NEW)
    assert page.status_code == 422
    assert "limit of apps" in words_of(page)


def test_a_request_for_no_question_that_cannot_go_back_is_explained():
    for error in (LoginRequired(), ConsentRequired()):
        assert consent.sentence(error) == "The app wants to sign you in without a question. We always ask you."


def test_guests_and_strangers_register_nothing(browser_of, guest):
    for client in (browser_of(guest("Dora")), Client()):
        assert client.post("/settings/access/apps/new/", NEW)["Location"].startswith("/accounts/login/")
    assert not App.objects.exists()


# ---- Redirect addresses


@pytest.mark.parametrize(
    "address",
    [
        "https://app.example/done", "https://app.example:8443/a?b=c", "http://127.0.0.1/done", "http://[::1]:1/",
        "http://localhost:3000/cb", "com.example.app:/done", "com.example.app://done", "http://127.0.0.1:65535/",
        "xn--p1ai.xn--e1afmkfd:/done", "com.googleusercontent.apps.123-abc:/done",
    ],
)  # fmt: skip
def test_addresses_that_an_app_may_have(address):
    redirects.check(address)
    assert redirects.matches(address, address)


@pytest.mark.parametrize(
    "address",
    [
        "http://app.example/done", "https://", "https:///x", "https://app.example/#x", "https://*.example/",
        "https://me@app.example/", "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "myapp:/done",
        "//app.example/", "/done", "done", "https://app.example\\@evil.example/", "https://app.example/ü",
        "http://127.0.0.1.evil.example/", "http://127.0.0.1@evil.example/", "https://[::1", "https://a:b/",
        "http://127.0.0.1:65536/", "http://[::1]:99999/", "http://127.0.0.1:0/", "https://app.example:65536/",
        "a.b:/done", "web+bones.app:/done", "x-bones.app:/done", "com.:/done", "com.-:/done", "com.bones-:/done",
        "1.2:/done", "com..bones:/done", "https://app.example/" + "x" * 300, "http://0.0.0.0/",
        "vbscript.x y:/", "https://app.example/<b>", "",
    ],
)  # fmt: skip
def test_addresses_that_no_app_may_have(address):
    with pytest.raises(redirects.NotPossible):
        redirects.check(address)


@pytest.mark.parametrize(
    "sent",
    [
        "https://app.example/done/", "https://app.example/done?x=1", "https://app.example/done#x",
        "https://app.example/DONE", "https://APP.example/done", "https://app.example:443/done", "https://evil.example/",
        "https://app.example/done/../x", "https://app.example.evil.example/done", "https://me@app.example/done",
        "http://app.example/done", "https://app.example/done%00", "https://app.example/done\r\nX: y", " " + DONE,
        "javascript:alert(1)//https://app.example/done", "", "https://app.example/done;x",
    ],
)  # fmt: skip
def test_nobody_is_sent_to_an_address_that_differs_at_all(program, hers, sent):
    page = hers.get(program.address(redirect_uri=sent))
    assert page.status_code == 400
    assert "Location" not in page
    assert "Back to the app" not in words_of(page)
    assert hers.post(program.address(redirect_uri=sent), {"allow": "1", "scopes": ["play"]}).status_code == 400
    assert not Grant.objects.exists()


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]"])
def test_a_program_on_the_same_device_may_choose_its_port(ben, hers, host):
    app, _none = registry.register(owner=ben, name="Bones", public=True, redirects=[f"http://{host}/cb"])
    program, here = Program(app), f"http://{host}:54321/cb"
    page = hers.get(program.address(redirect_uri=here))
    assert "You’ll return to a program on this device." in words_of(page)
    code = sent_back(allow(hers, program.address(redirect_uri=here)), here)["code"]
    assert program.exchange(code, redirect_uri=here).status_code == 200
    for other in (
        f"http://{host}:65536/cb",
        f"http://{host}:99999/cb",
        f"http://{host}:0/cb",
        f"http://{host}:080/cb",
        f"http://{host}:1/other",
        f"http://{host}:1/cb?x",
        f"https://{host}:1/cb",
        f"http://{host}:123456/cb",
    ):
        assert hers.get(program.address(redirect_uri=other)).status_code == 400


def test_localhost_has_the_registered_port(ben, hers):
    app, _none = registry.register(owner=ben, name="Dev", public=True, redirects=["http://localhost:3000/cb"])
    assert hers.get(Program(app).address(redirect_uri="http://localhost:3001/cb")).status_code == 400


def test_an_app_with_a_scheme_of_its_own(ben, hers):
    app, _none = registry.register(owner=ben, name="Phone", public=True, redirects=["com.example.app:/cb"])
    address = Program(app).address(redirect_uri="com.example.app:/cb")
    assert "return to com.example.app" in words_of(hers.get(address))
    assert sent_back(allow(hers, address), "com.example.app:/cb?")["code"]


@pytest.mark.parametrize(
    ("address", "allowed"),
    [
        (DONE, "'self' https:"),
        ("http://127.0.0.1:5/cb", "'self' https: http://127.0.0.1:5"),
        ("http://[::1]:5/cb", "'self' https: http:"),
        ("com.example.app:/cb", "'self' https: com.example.app:"),
    ],
)
def test_the_page_of_consent_cannot_be_framed_and_its_form_leads_to_the_app(ben, hers, address, allowed):
    app, _none = registry.register(owner=ben, name="App", public=True, redirects=[address])
    page = hers.get(Program(app).address(redirect_uri=address))
    policy = dict(part.strip().split(" ", 1) for part in page["Content-Security-Policy"].split(";"))
    assert policy["form-action"] == allowed
    assert policy["frame-ancestors"] == "'none'"
    assert page["X-Frame-Options"] == "DENY"
    assert "no-store" in page["Cache-Control"]
    assert page["Referrer-Policy"] == "same-origin"


# ---- Ending


def test_a_person_sees_their_apps_and_ends_one(program, server, hers, ada):
    phone, laptop, club = program.signs_in(hers), program.signs_in(hers, "openid talk"), server.signs_in(hers)
    text = words_of(hers.get("/settings/access/"))
    assert "Apps you signed in to" in text
    assert re.search(r"Tiles on a watch openid read play talk By Ben\. Connected since", text)
    assert "Your tokens" not in text
    assert hers.get("/api/v1/me/tokens/").json() == []
    hers.post(f"/settings/access/connected/{program.app.pk}/end/")
    assert [me(got["access_token"]).status_code for got in (phone, laptop, club)] == [401, 401, 200]
    assert program.renew(phone["refresh_token"]).status_code == 400
    assert "Tiles on a watch" not in words_of(hers.get("/settings/access/"))


def test_nobody_ends_the_apps_of_another(program, hers, browser_of, ben):
    got = program.signs_in(hers)
    browser_of(ben).post(f"/settings/access/connected/{program.app.pk}/end/")
    assert me(got["access_token"]).status_code == 200


@pytest.mark.both_databases
@pytest.mark.parametrize("which", ["access_token", "refresh_token"])
def test_an_app_revokes_its_own_tokens_only(program, server, hers, which):
    got = program.signs_in(hers)
    assert server.ask("revoke", token=got[which]).status_code == 200  # as if it knew no such token
    assert me(got["access_token"]).status_code == 200
    assert program.ask("revoke", token=got[which], token_type_hint="refresh_token").status_code == 200
    assert me(got["access_token"]).status_code == 401
    assert program.renew(got["refresh_token"]).status_code == 400


def test_a_token_revokes_itself_and_its_grant(program, hers):
    got = program.signs_in(hers)
    answer = Client(headers={"Authorization": f"Bearer {got['access_token']}"}).delete("/api/v1/me/token/")
    assert answer.status_code == 204
    assert program.renew(got["refresh_token"]).status_code == 400


def test_the_apps_of_others_cannot_be_ended_by_number(program, hers, browser_of, ben):
    got = program.signs_in(hers)
    token = Token.objects.get()
    assert browser_of(ben).delete(f"/api/v1/me/tokens/{token.pk}/").status_code in {403, 404}
    assert me(got["access_token"]).status_code == 200


@pytest.mark.both_databases
def test_a_deleted_app_loses_its_access(program, hers, browser_of, ben):
    got, his = program.signs_in(hers), browser_of(ben)
    path = f"/settings/access/apps/{program.app.pk}/delete/"
    his.post(path)
    assert me(got["access_token"]).status_code == 200
    his.post(path, {"sure": "on"})
    assert me(got["access_token"]).status_code == 401
    assert program.renew(got["refresh_token"]).status_code == 401
    assert "We don’t know this app" in words_of(hers.get(program.address()))


@pytest.mark.both_databases
def test_a_deleted_account_ends_its_apps_and_what_apps_may_do(program, hers, ada, ben, browser_of):
    got, his, code = program.signs_in(hers), program.signs_in(browser_of(ben)), program.code(hers)
    delete_account(user=ada, now=timezone.now())
    assert me(got["access_token"]).status_code == 401
    assert program.renew(got["refresh_token"]).status_code == 400
    assert program.exchange(code).status_code == 400
    assert me(his["access_token"]).status_code == 200
    delete_account(user=ben, now=timezone.now())
    assert not App.objects.exists()
    assert not Grant.objects.exists()


def test_a_new_password_ends_apps_if_the_person_wants(program, browser_of, ada):
    old, new = "an old one of seven words", "a new one of seven words"
    ada.set_password(old)
    ada.save()
    client = browser_of(ada)
    got, code = program.signs_in(client), program.code(client)
    assert "Also end the access of my 2 programs and apps." in words_of(client.get("/accounts/password/change/"))
    client.post(
        "/accounts/password/change/", {"oldpassword": old, "password1": new, "password2": new, "end_tokens": "on"}
    )
    assert me(got["access_token"]).status_code == 401
    assert program.exchange(code).status_code == 400


@pytest.mark.both_databases
def test_revoking_all_tokens_ends_apps_and_codes(program, hers, ada):
    got, code = program.signs_in(hers), program.code(hers)
    tokens.make(user=ada, name="bot", scopes=["read"], days=None, now=timezone.now())
    assert tokens.end_all(ada) == 3
    assert (me(got["access_token"]).status_code, program.exchange(code).status_code) == (401, 400)


def test_apps_do_not_count_as_tokens(program, hers, ada, monkeypatch):
    monkeypatch.setattr(tokens, "MOST", 1)
    program.signs_in(hers)
    tokens.make(user=ada, name="bot", scopes=["read"], days=None, now=timezone.now())


def test_the_export_has_apps_and_no_secret(program, hers, browser_of, ben):
    program.signs_in(hers)
    assert hers.get("/settings/account/data.json").json()["connected_apps"][0]["app__name"] == "Tiles on a watch"
    his = browser_of(ben).get("/settings/account/data.json")
    assert his.json()["apps"][0]["redirect_uris"] == DONE
    assert "secret" not in his.content.decode()


# ---- Links that fill in the form of a token


def test_a_link_fills_in_the_form_of_a_token(hers):
    page = html_of(hers.get("/settings/access/?scopes=play,talk,all&name=My+bot&days=30"))
    assert 'name="name" value="My bot"' in page
    assert set(re.findall(r'value="(\w+)"[^>]* checked', page)) == {"read", "play", "talk"}
    assert '<option value="30" selected>' in page
    page = html_of(hers.get('/settings/access/?scopes=%00&name="><script>&days=31'))
    assert "<script>&quot;" not in page
    assert 'value="&quot;&gt;&lt;script&gt;"' in page
    assert set(re.findall(r'value="(\w+)"[^>]* checked', page)) == {"read", "play"}


def test_strangers_find_the_filled_in_form_after_the_login(stranger):
    assert stranger.get("/settings/access/?scopes=play&name=x")["Location"].endswith("%3Fscopes%3Dplay%26name%3Dx")


def test_the_mail_names_the_app(hers, ada):
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    User.objects.filter(pk=ada.pk).update(email="ada@example.org")
    hers.post("/settings/access/apps/new/", NEW)
    assert "“Club pages”" in Letter.objects.get().body
