"""An app of Ben's, and the browser of Ada, who signs in to it."""

import base64
import hashlib
import html
import re
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import pytest
from django.test import Client

from accounts.models import App, User
from accounts.oauth import registry
from tests.pages.conftest import browser_of, english_again, stranger

__all__ = ["browser_of", "english_again", "stranger"]

DONE = "https://app.example/done"
VERIFIER = "v" * 43
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()


class Program:
    """An app's program. It asks as docs/api.md says, and knows nothing of our code."""

    def __init__(self, app: App, secret: str = "") -> None:
        self.app, self.secret = app, secret
        self.http = Client()

    def address(self, scope: str = "openid play", **changed: str | None) -> str:
        """Where it sends people. None leaves a parameter out."""
        asked = {
            "client_id": self.app.pk, "response_type": "code", "redirect_uri": DONE, "scope": scope, "state": "s1",
            "nonce": "n1", "code_challenge": CHALLENGE, "code_challenge_method": "S256", **changed,
        }  # fmt: skip
        return "/oauth/authorize/?" + urlencode({name: value for name, value in asked.items() if value is not None})

    def ask(self, path: str, **body: str) -> Any:
        known = {"client_id": self.app.pk} | ({"client_secret": self.secret} if self.secret else {})
        return self.http.post(f"/oauth/{path}/", {**known, **body})

    def exchange(self, code: str, **changed: str) -> Any:
        sent = {"grant_type": "authorization_code", "code": code, "redirect_uri": DONE, "code_verifier": VERIFIER}
        return self.ask("token", **{**sent, **changed})

    def renew(self, refresh_token: str, **more: str) -> Any:
        return self.ask("token", grant_type="refresh_token", refresh_token=refresh_token, **more)

    def code(self, browser: Client, scope: str = "openid play", **changed: str) -> str:
        """The person allows everything it asks for."""
        return sent_back(allow(browser, self.address(scope, **changed)))["code"]

    def signs_in(self, browser: Client, scope: str = "openid play") -> dict[str, Any]:
        answer = self.exchange(self.code(browser, scope))
        assert answer.status_code == 200, answer.content
        found: dict[str, Any] = answer.json()
        return found


def allow(browser: Client, address: str, scopes: list[str] | None = None) -> Any:
    """Press *Allow* on the page of consent. *scopes*: the ticked ones, or all that the page offers."""
    page = browser.get(address)
    assert page.status_code == 200, page.content
    offered = re.findall(r'name="scopes" value="(\w+)"', page.content.decode())
    return browser.post(address, {"allow": "1", "scopes": offered if scopes is None else scopes})


def sent_back(answer: Any, to: str = DONE) -> dict[str, str]:
    """What the app's address gets with the person."""
    assert answer.status_code == 302, answer.content
    parts = urlsplit(answer["Location"])
    assert answer["Location"].startswith(to)
    assert all(len(values) == 1 for values in parse_qs(parts.query).values())
    return dict(parse_qsl(parts.query))


def told(answer: Any) -> dict[str, str]:
    """What the app's address gets if the person follows the link on the page of an error; nothing else leads there."""
    assert answer.status_code == 400, answer.content
    [link] = re.findall(r'href="(https://app[^"]+)"', answer.content.decode())
    return dict(parse_qsl(urlsplit(html.unescape(link)).query))


def me(token: str, path: str = "me/") -> Any:
    return Client(headers={"Authorization": f"Bearer {token}"}).get(f"/api/v1/{path}")


@pytest.fixture
def program(ben: User) -> Program:
    """A public app: it has no secret."""
    return Program(registry.register(owner=ben, name="Tiles on a watch", public=True, redirects=[DONE])[0])


@pytest.fixture
def server(ben: User) -> Program:
    """A confidential app: it has one."""
    return Program(*registry.register(owner=ben, name="Club pages", public=False, redirects=[DONE]))


@pytest.fixture
def hers(browser_of: Any, ada: User) -> Client:
    """Ada's browser."""
    client: Client = browser_of(ada)
    return client
