"""The page for the tokens of the reader's programs."""

import pytest
from django.test import Client

from accounts.models import Token
from tests.api.conftest import Caller, refused, token_of
from tests.pages.conftest import html_of, words_of

NEW = {"name": "bot", "scopes": ["play"]}


@pytest.mark.both_databases
def test_the_page_creates_a_token_shows_it_once_and_revokes_it(browser_of, ada):
    client = browser_of(ada)
    sent = {"name": "bot on the laptop", "scopes": ["read", "play"], "days": "30"}
    page = client.post("/settings/access/", sent)
    text = page.context["text"]
    assert text in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    assert Caller(ada, text).get("me/").status_code == 200
    later = client.get("/settings/access/")
    assert text not in later.content.decode()
    assert "bot on the laptop" in words_of(later)
    assert "Valid until" in words_of(later)
    client.post(f"/settings/access/{Token.objects.get().pk}/end/")
    refused(Caller(ada, text).get("me/"), 401, "authentication_failed")


def test_an_incomplete_form_keeps_what_was_typed(browser_of, ada):
    page = browser_of(ada).post("/settings/access/", {"name": "bot on the laptop", "scopes": []})
    assert page.status_code == 422
    assert "bot on the laptop" in page.content.decode()
    assert not Token.objects.exists()


def test_the_page_revokes_only_your_own_tokens(browser_of, ada, ben):
    token_of(ada)
    browser_of(ben).post(f"/settings/access/{Token.objects.get().pk}/end/")
    assert Token.objects.exists()


def test_an_account_can_be_marked_as_a_program_for_all_to_see(browser_of, stranger, ada):
    client = browser_of(ada)
    client.post("/settings/access/program/", {"program": "on"})
    assert "Ada program" in words_of(stranger.get("/people/ada/"))
    assert client.get("/settings/account/data.json").json()["account"]["is_program"] is True
    assert 'name="program" aria-describedby="program-help" checked' in html_of(client.get("/settings/access/"))
    client.post("/settings/access/program/")
    assert "Ada program" not in words_of(stranger.get("/people/ada/"))


def test_guests_and_strangers_are_redirected_to_the_login(browser_of, guest):
    for client in (browser_of(guest("Dora")), Client()):
        assert client.get("/settings/access/")["Location"].startswith("/accounts/login/")
        assert client.post("/settings/access/", NEW)["Location"].startswith("/accounts/login/")
    assert not Token.objects.exists()
