"""Sign-in by the host's own provider: a small one of our own, and a real server that uses it."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
import requests

from tests.live.server import LiveServer, free_port

PASSWORD = "four-bones-and-ink"
KEY = "a key of the provider, of which nobody checks the signature over TLS"


class Provider(ThreadingHTTPServer):
    """OpenID Connect as far as the site uses it. *person*: who logs in next."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Answers)
        self.issuer = f"http://localhost:{self.server_port}"
        self.person = {"sub": "1", "preferred_username": "Ada Real Name", "email": "ada@example.org"}
        self.asked = []  # for tokens

    def authorize(self, url):
        """What the provider's page sends back for this address, once the person has agreed."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
        assert url.startswith(f"{self.issuer}/authorize?")
        assert asked["code_challenge_method"] == "S256"
        return f"{asked['redirect_uri']}?code=code&state={asked['state']}"


class Answers(BaseHTTPRequestHandler):
    def do_GET(self):
        at = self.server.issuer
        known = {
            "/.well-known/openid-configuration": {
                "issuer": at, "authorization_endpoint": f"{at}/authorize", "token_endpoint": f"{at}/token",
                "userinfo_endpoint": f"{at}/userinfo", "jwks_uri": f"{at}/keys",
            },
            "/userinfo": self.server.person,
        }  # fmt: skip
        self.say(known[self.path])

    def do_POST(self):
        sent = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.asked.append({name: values[0] for name, values in parse_qs(sent).items()})
        claims = self.server.person | {"iss": self.server.issuer, "aud": "boneyard", "exp": time.time() + 60}
        said = {"access_token": "token", "token_type": "Bearer", "id_token": jwt.encode(claims, KEY)}
        self.say(said | {"iat": int(time.time())})

    def say(self, content):
        body = json.dumps(content).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_said):
        pass


@pytest.fixture(scope="module")
def provider():
    server = Provider()
    thread = threading.Thread(target=server.serve_forever, name="provider")
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def port():
    return free_port()


def settings_of(provider, **more):
    return {"OIDC_ISSUER": provider.issuer, "OIDC_CLIENT_ID": "boneyard", "OIDC_CLIENT_SECRET": "s3cret",
            "OIDC_NAME": "Club Login", "WORKER": "none"} | more  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("provider")


@pytest.fixture(scope="module")
def site(provider, folder, empty_database):
    with LiveServer(folder, env=settings_of(provider)).migrate(empty_database).migrate() as server:
        yield server


class Visitor(requests.Session):
    def __init__(self, site, provider):
        super().__init__()
        self.site, self.provider = site, provider

    def send_form(self, path, **fields):
        """As a browser does: with the token of the page's cookie."""
        self.cookies.get("csrftoken") or self.get(f"{self.site.url}/accounts/login/")
        fields["csrfmiddlewaretoken"] = self.cookies["csrftoken"]
        return self.post(self.site.url + path, data=fields, allow_redirects=False)

    def sign_in(self, process=""):
        to = self.send_form(f"/accounts/provider/login/{process}")
        assert to.status_code == 302, to.text
        return self.get(self.provider.authorize(to.headers["Location"]))

    def sign_up(self, username):
        return self.send_form("/accounts/signup/", username=username, password1=PASSWORD)

    @property
    def me(self):
        return self.get(f"{self.site.url}/api/v1/me/").json().get("username")


@pytest.fixture
def visitor(site, provider):
    """`visitor()`: a new browser."""
    made = []

    def come():
        made.append(Visitor(site, provider))
        return made[-1]

    yield come
    for each in made:
        each.close()


def person(provider, sub, **more):
    provider.person = {"sub": sub, "preferred_username": "Real Name", **more}


def test_the_login_page_has_one_button(site, visitor):
    page = visitor().get(f"{site.url}/accounts/login/")
    assert page.text.count("Log in with Club Login") == 1
    assert f"form-action 'self' {site.env['OIDC_ISSUER']}" in page.headers["Content-Security-Policy"]


def test_new_people_choose_a_name_and_come_back_to_their_account(provider, visitor):
    person(provider, "new", email="new@example.org", email_verified=True)
    first = visitor()
    page = first.sign_in()
    assert "Choose your name" in page.text
    assert first.me is None
    assert first.send_form("/accounts/provider/signup/", username="Newt").status_code == 302
    assert first.me == "newt"
    assert provider.asked[-1]["client_secret"] == "s3cret"
    assert len(provider.asked[-1]["code_verifier"]) > 40
    again = visitor()
    again.sign_in()
    assert again.me == "newt"


@pytest.mark.parametrize("verified", [False, True])
def test_an_email_address_opens_no_account(site, provider, visitor, verified):
    """Neither one that the provider calls verified: an account belongs to whoever has its password."""
    name = f"owner{verified:d}".replace("owner", "olga")
    owner = visitor()
    owner.send_form("/accounts/signup/", username=name, password1=PASSWORD, email=f"{name}@example.org")
    assert owner.me == name
    person(provider, f"thief {verified}", email=f"{name}@example.org", email_verified=verified)
    thief = visitor()
    assert "Choose your name" in thief.sign_in().text
    assert thief.me is None
    thief.send_form("/accounts/provider/signup/", username=name)
    assert thief.me is None  # the name is taken
    thief.send_form("/accounts/provider/signup/", username=f"thief{verified:d}x")
    assert thief.me != name
    assert owner.me == name


def test_an_account_is_connected_by_its_owner_only(site, provider, visitor):
    person(provider, "late")
    visitor().sign_up("late")
    owner = visitor()
    owner.send_form("/accounts/login/", login="late", password=PASSWORD)
    assert "Connect your login" in owner.get(f"{site.url}/accounts/provider/").text
    asked_first = owner.send_form("/accounts/provider/login/?process=connect")
    assert asked_first.headers["Location"].startswith("/accounts/reauthenticate/")
    owner.send_form("/accounts/reauthenticate/", password=PASSWORD)
    owner.sign_in("?process=connect")
    assert "You can log in with Club Login" in owner.get(f"{site.url}/accounts/provider/").text
    elsewhere = visitor()
    elsewhere.sign_in()
    assert elsewhere.me == "late"
    other = visitor()
    other.sign_up("other")
    other.send_form("/accounts/reauthenticate/", password=PASSWORD)
    other.sign_in("?process=connect")  # the login is connected already
    assert "Connect your login" in other.get(f"{site.url}/accounts/provider/").text


def test_an_answer_without_our_state_is_refused(site, provider, visitor):
    person(provider, "forged")
    victim = visitor()
    page = victim.get(f"{site.url}/accounts/provider/login/callback/?code=code&state=made-up")
    assert "Choose your name" not in page.text
    assert victim.me is None
    mine, theirs = visitor(), visitor()
    started = mine.send_form("/accounts/provider/login/").headers["Location"]
    theirs.get(provider.authorize(started))  # another browser
    assert theirs.me is None


def test_a_guests_games_come_along(site, provider, visitor):
    person(provider, "guest")
    guest = visitor()
    new = {"name": "Zoe", "variant": "draw", "seats": 2}
    game = guest.post(f"{site.url}/api/v1/games/", json=new).json()["id"]
    guest.sign_in()
    guest.send_form("/accounts/provider/signup/", username="zoe")
    assert guest.me == "zoe"
    seat, _free = guest.get(f"{site.url}/api/v1/games/{game}/").json()["seats"]
    assert "zoe" in json.dumps(seat).lower()


def test_a_deleted_account_is_disconnected(site, provider, visitor):
    person(provider, "gone")
    leaver = visitor()
    leaver.sign_in()
    leaver.send_form("/accounts/provider/signup/", username="gone")
    leaver.send_form("/settings/account/", sure="on")
    assert leaver.me is None
    again = visitor()
    assert "Choose your name" in again.sign_in().text


@pytest.mark.parametrize(("registers", "may"), [("0", False), ("1", True)])
def test_on_a_closed_site_a_setting_lets_the_providers_people_in(site, provider, tmp_path, registers, may):
    env = settings_of(provider, REGISTRATION="closed", OIDC_REGISTERS=registers)
    person(provider, f"closed {registers}")
    with LiveServer(tmp_path, env=env).migrate(site.folder / "db.sqlite3") as server:
        visitor = Visitor(server, provider)
        page = visitor.sign_in()
        assert ("Choose your name" in page.text) is may
        assert ("This site takes no new players" in page.text) is not may
        visitor.send_form("/accounts/provider/signup/", username="closed")
        assert visitor.me == ("closed" if may else None)
        visitor.close()
