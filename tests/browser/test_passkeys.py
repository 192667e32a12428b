"""Passkeys in a real browser, with Chromium's virtual authenticator."""

import secrets
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.live.server import LiveServer

PASSWORD = "four-bones-and-ink"


@pytest.fixture
def with_key() -> Callable[[Page], object]:
    """Gives the page's device a fingerprint reader that always agrees."""

    def fit(page: Page) -> object:
        wire = page.context.new_cdp_session(page)
        wire.send("WebAuthn.enable")
        reader = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        wire.send("WebAuthn.addVirtualAuthenticator", {"options": reader})
        return wire

    return fit


def sign_up(page: Page) -> str:
    """A new account with an unused name, as the site outlives the test and its retries."""
    name = f"zelda-{secrets.token_hex(3)}"
    page.goto("/accounts/signup/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page.locator("header")).to_contain_text(name)
    return name


def confirm(page: Page) -> None:
    """Enter the password again, as security settings require."""
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()


def log_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    page.locator("main").get_by_role("button", name="Log out").click()
    expect(page.locator("header")).not_to_contain_text("zelda-")


@pytest.mark.core
def test_a_passkey_is_added_and_logs_in_without_a_password(
    visit: Callable[..., Page], site: LiveServer, with_key: Callable[[Page], object]
) -> None:
    page = visit(site, "/")
    with_key(page)
    name = sign_up(page)
    page.goto("/settings/security/")
    page.get_by_role("link", name="Add a passkey").click()
    confirm(page)
    page.get_by_label("Name", exact=True).fill("Laptop")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("heading", name="Recovery Codes")).to_be_visible()
    page.goto("/settings/security/")
    expect(page.locator("main")).to_contain_text("Laptop")

    log_out(page)
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.locator("header")).to_contain_text(name)
    page.goto("/settings/security/")
    expect(page.locator("main")).to_contain_text("Last used on")


def test_a_guest_who_logs_in_by_passkey_keeps_their_game(
    visit: Callable[..., Page], site: LiveServer, with_key: Callable[[Page], object]
) -> None:
    page = visit(site, "/")
    with_key(page)
    name = sign_up(page)
    page.goto("/accounts/2fa/webauthn/add/")
    confirm(page)
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("heading", name="Recovery Codes")).to_be_visible()
    log_out(page)
    made = page.evaluate(
        """() => fetch("/api/v1/games/", {method: "POST", headers: {"Content-Type": "application/json"},
               body: '{"variant": "draw", "name": "Mo"}'}).then(answer => answer.json())"""
    )
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.locator("header")).to_contain_text(name)
    view = page.evaluate("id => fetch(`/api/v1/games/${id}/`).then(answer => answer.json())", made["id"])
    assert view["you"] == 0


def test_without_a_passkey_the_page_says_so(visit: Callable[..., Page], site: LiveServer) -> None:
    page = visit(site, "/accounts/login/")
    wire = page.context.new_cdp_session(page)
    wire.send("WebAuthn.enable")  # without an authenticator, the request fails
    expect(page.locator("[data-passkey-error]")).to_be_hidden()
    page.evaluate("() => { navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError')) }")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("The passkey didn’t work.")
    expect(page.get_by_label("Password")).to_be_enabled()
