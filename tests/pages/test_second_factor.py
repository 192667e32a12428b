"""Codes of an authenticator app after the password, recovery codes, and closed ways around them.

Passkeys need a browser: tests/browser/test_passkeys.py.
"""

import re
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from django.urls import get_resolver

from accounts.models import User
from tests.pages.conftest import words_of

PASSWORD = "four-bones-and-ink"


@pytest.fixture
def ada_with_password(ada):
    ada.set_password(PASSWORD)
    ada.save()
    return ada


def code(secret, steps=0):
    """The app's code now, or so many half minutes later."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + steps))


@pytest.fixture
def secret(ada_with_password):
    return TOTP.activate(ada_with_password, "JBSWY3DPEHPK3PXP").instance.wrap().instance.data["secret"]


def log_in(client):
    return client.post("/accounts/login/", {"login": "ada", "password": PASSWORD})


def log_in_twice(client):
    """Changing a second factor requires the password again."""
    log_in(client)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})


def who(client):
    return User.objects.get(pk=client.session["_auth_user_id"]) if "_auth_user_id" in client.session else None


def test_the_first_code_turns_on_the_authenticator_app(stranger, ada_with_password):
    log_in(stranger)
    assert stranger.get("/accounts/2fa/totp/activate/")["Location"].startswith("/accounts/reauthenticate/")
    log_in_twice(stranger)
    page = stranger.get("/accounts/2fa/totp/activate/")
    assert "data:image/svg+xml" in page.content.decode()
    secret = page.context["form"].secret
    assert stranger.post("/accounts/2fa/totp/activate/", {"code": "000000"}).status_code == 200
    assert not Authenticator.objects.exists()
    done = stranger.post("/accounts/2fa/totp/activate/", {"code": code(secret)}, follow=True)
    assert Authenticator.objects.filter(type="totp").count() == 1
    assert "Recovery Codes" in words_of(done)  # allauth creates them with the app
    assert "Turn off" in words_of(stranger.get("/settings/security/"))


def test_the_code_is_asked_for_after_the_password(stranger, secret, ada_with_password):
    assert log_in(stranger)["Location"] == "/accounts/2fa/authenticate/"
    assert who(stranger) is None
    assert "two-step login" in words_of(stranger.get("/accounts/2fa/authenticate/"))
    assert stranger.post("/accounts/2fa/authenticate/", {"code": "000000"}).status_code == 200
    assert who(stranger) is None
    stranger.post("/accounts/2fa/authenticate/", {"code": code(secret)})
    assert who(stranger) == ada_with_password


def test_a_code_may_be_half_a_minute_off(stranger, secret, ada_with_password):
    log_in(stranger)
    stranger.post("/accounts/2fa/authenticate/", {"code": code(secret, 1)})
    assert who(stranger) == ada_with_password


def test_a_code_works_once(stranger, secret, client):
    once = code(secret)
    log_in(stranger)
    stranger.post("/accounts/2fa/authenticate/", {"code": once})
    log_in(client)
    client.post("/accounts/2fa/authenticate/", {"code": once})
    assert who(client) is None


def test_a_recovery_code_works_once(stranger, client, ada_with_password):
    log_in_twice(stranger)
    page = stranger.get("/accounts/2fa/totp/activate/")
    stranger.post("/accounts/2fa/totp/activate/", {"code": code(page.context["form"].secret)})
    codes = stranger.get("/accounts/2fa/recovery-codes/").context["unused_codes"]
    for expected in (ada_with_password, None):
        client.logout()
        log_in(client)
        client.post("/accounts/2fa/authenticate/", {"code": codes[0]})
        assert who(client) == expected


def test_a_guests_games_move_to_the_account_after_the_second_step(
    browser_of, guest, ben, secret, ada_with_password, game_between
):
    dora = guest("Dora")
    game = game_between(dora, ben)
    client = browser_of(dora)
    assert log_in(client)["Location"] == "/accounts/2fa/authenticate/"
    assert who(client) == dora  # still the guest, with their seat
    assert "two-step login" in words_of(client.get("/accounts/2fa/authenticate/"))
    client.post("/accounts/2fa/authenticate/", {"code": code(secret)})
    assert who(client) == ada_with_password
    assert game.seats.get(number=0).player == ada_with_password


def test_a_guest_who_gives_up_at_the_second_step_keeps_their_seat(browser_of, guest, secret):
    dora = guest("Dora")
    client = browser_of(dora)
    log_in(client)
    client.get("/accounts/login/")  # where Cancel leads
    assert who(client) == dora


def names(patterns):
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            yield from names(pattern.url_patterns)
        elif pattern.lookup_str.startswith("allauth.mfa."):
            yield pattern.name


def test_guests_cannot_open_pages_for_passkeys_and_codes(browser_of, guest):
    from django.urls import reverse

    client = browser_of(guest("Dora"))
    found = set(names(get_resolver().url_patterns))
    assert {"mfa_add_webauthn", "mfa_activate_totp", "mfa_generate_recovery_codes"} <= found
    for name in found - {"mfa_authenticate", "mfa_login_webauthn"}:
        address = reverse(name, kwargs={"pk": 1} if name in {"mfa_remove_webauthn", "mfa_edit_webauthn"} else {})
        for answer in (client.get(address), client.post(address)):
            assert answer.status_code == 302, name
            assert re.match("/accounts/(signup|login)/|/settings/security/", answer["Location"]), name
    assert client.get("/settings/security/")["Location"].startswith("/accounts/login/")


def test_the_admin_login_requires_the_second_step(stranger, secret, ada_with_password):
    ada_with_password.is_staff = ada_with_password.is_superuser = True
    ada_with_password.save()
    assert stranger.get("/admin/login/")["Location"].startswith("/accounts/login/")
    sent = stranger.post("/admin/login/", {"username": "ada", "password": PASSWORD})
    assert sent["Location"].startswith("/accounts/login/")
    assert who(stranger) is None


@pytest.mark.parametrize("path", ["/settings/security/", "/accounts/2fa/webauthn/add/", "/accounts/2fa/totp/activate/"])
def test_every_page_has_the_design_of_the_site_and_no_inline_script(stranger, ada_with_password, path):
    log_in_twice(stranger)
    page = stranger.get(path).content.decode()
    assert 'class="settings-nav"' in page
    inline = [tag for tag in re.findall(r"<script[^>]*>", page) if "src=" not in tag]
    assert all('type="application/json"' in tag for tag in inline)
    assert " style=" not in page


def test_the_login_offers_the_passkey(stranger, db):
    page = stranger.get("/accounts/login/").content.decode()
    assert 'id="passkey_login"' in page
    options = stranger.get("/accounts/2fa/webauthn/login/", headers={"Accept": "application/json"}).json()
    assert options["request_options"]["publicKey"]["challenge"]
