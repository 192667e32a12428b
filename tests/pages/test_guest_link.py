"""One link gives access to all games of a guest, and says so."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Browser, User
from games.models import Seat
from notices.models import Device, Notice, Wishes
from notices.queries import for_desk
from tests.pages.conftest import words_of
from tests.pages.test_accounts import PASSWORD, log_in, sign_up

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def dora(guest):
    return guest("Dora")


@pytest.fixture
def home(dora):
    """The guest's first browser."""
    browser = Client()
    browser.force_login(dora)
    return browser


@pytest.fixture
def link(home, dora):
    home.post(reverse("new_guest_link"))
    dora.refresh_from_db()
    return reverse("guest_link", args=[dora.guest_key])


@pytest.fixture
def phone(link):
    """A browser that has used the link."""
    browser = Client(headers={"User-Agent": FIREFOX})
    browser.post(link)
    return browser


def who(client):
    return client.get("/api/v1/me/").json().get("username")


def test_the_link_is_created_on_request_and_shown_only_to_the_guest(home, dora):
    assert "Create link" in words_of(home.get("/settings/browsers/"))
    home.post(reverse("new_guest_link"))
    dora.refresh_from_db()
    assert reverse("guest_link", args=[dora.guest_key]) in home.get("/settings/browsers/").content.decode()


def test_opening_the_link_changes_nothing_and_says_what_it_does(link):
    browser = Client()
    page = browser.get(link)
    assert "in all of this guest’s games" in words_of(page)
    assert page["Referrer-Policy"] == "strict-origin"
    assert "no-store" in page["Cache-Control"]
    assert who(browser) is None


def test_the_link_gives_access_to_all_games_of_the_guest(phone, dora, ada, game_between):
    for game in (game_between(dora, ada), game_between(dora, ada)):
        assert phone.get(f"/api/v1/games/{game.public_id}/").json()["you"] == 0
    assert who(phone) == dora.username


def test_the_page_says_who_is_logged_in_or_playing_in_this_browser(link, browser_of, ben, guest):
    assert "You’re logged in as Ben and will be logged out." in words_of(browser_of(ben).get(link))
    assert "You’re playing as Mo in this browser." in words_of(browser_of(guest("Mo")).get(link))


def test_a_new_link_ends_the_old_one_and_its_sessions(home, phone, link, dora):
    home.post(reverse("new_guest_link"))
    assert Client().get(link).status_code == 404
    assert who(phone) is None
    assert who(home) == dora.username


def test_every_use_is_announced_on_open_pages_and_by_notification(home, phone, dora):
    alert = for_desk(dora.pk)["alert"]
    assert "The link to all your games was opened: Firefox on Linux." in alert["text"]
    assert "The link to all your games was opened" in words_of(home.get("/notices/"))
    assert home.get(alert["url"])["Location"] == "/settings/browsers/"
    assert "alert" not in for_desk(dora.pk)


def test_sessions_from_the_link_cannot_lock_the_guest_out(home, phone, link, dora):
    phone.post(reverse("new_guest_link"))
    phone.post(reverse("end_other_browsers"))
    for row in dora.browsers.all():
        phone.post(reverse("end_browser", args=[row.pk]))
    phone.post("/settings/account/", {"sure": "on"})
    assert who(home) == dora.username
    assert Client().get(link).status_code == 200


def test_sessions_from_the_link_create_nothing_that_outlasts_it(phone, dora):
    made = phone.post("/api/v1/me/tokens/", {"name": "bot", "scopes": ["play"]}, "application/json")
    assert (made.status_code, made.json()["code"]) == (403, "came_by_link")
    asked = phone.post("/api/v1/me/notices/settings/", {"webhook": "https://example.org/"}, "application/json")
    assert (asked.status_code, asked.json()["code"]) == (403, "came_by_link")
    assert 'id="webhook"' not in phone.get("/settings/notices/").content.decode()
    phone.post("/settings/notices/", {"webhook": "https://93.184.216.34/", "digest_hour": "8"})
    assert not Wishes.objects.filter(user=dora).exclude(webhook="").exists()
    assert not dora.tokens.exists()


def test_signing_up_in_a_session_from_the_link_moves_no_games(phone, home, dora, ada, game_between):
    game_between(dora, ada)
    assert "won’t move to your account" in words_of(phone.get("/accounts/signup/"))
    sign_up(phone)
    account = User.objects.get(username="dora")
    assert account != dora
    assert list(Seat.objects.filter(player=dora).values_list("number", flat=True)) == [0]
    assert who(phone) == "dora"
    assert who(home) == dora.username


def test_logging_in_in_a_session_from_the_link_moves_no_games(phone, dora, ada, ben, game_between):
    game = game_between(dora, ada)
    ben.set_password(PASSWORD)
    ben.save()
    assert "won’t move to your account" in words_of(phone.get("/accounts/login/"))
    log_in(phone, "ben")
    assert game.seats.get(number=0).player == dora
    assert not Notice.objects.filter(player=ben).exists()


def test_accounts_have_no_guest_link(browser_of, ada):
    browser = browser_of(ada)
    browser.post(reverse("new_guest_link"))
    ada.refresh_from_db()
    assert ada.guest_key is None
    assert "on another device" not in words_of(browser.get("/settings/browsers/"))


def test_seats_from_seat_links_stay_after_using_a_guest_link(link, ada, guest, game_between):
    game = game_between(guest("Mo"), ada)
    for before in (guest("Zoe"), None):
        browser = Client()
        if before is not None:
            browser.force_login(before)
        browser.post(reverse("seat_link", args=[game.public_id, game.seats.get(number=0).token]))
        browser.post(link)
        assert browser.get(f"/api/v1/games/{game.public_id}/").json()["you"] == 0


def test_the_session_and_the_list_have_the_same_browser_name(link, guest, ben):
    ben.set_password(PASSWORD)
    ben.save()
    for go_on in (lambda browser: browser.post(link), lambda browser: log_in(browser, "ben")):
        browser = Client()
        browser.force_login(guest("Zoe"))
        go_on(browser)
        session = browser.session
        assert Browser.objects.get(session=session.session_key).name == session["browser"]


PUSH = {"endpoint": "https://push.example.org/w/phone", "keys": {"p256dh": "p" * 87, "auth": "a" * 22}}


@pytest.mark.parametrize("way", ["logs in", "signs up", "opens another link", "stays"])
def test_push_notifications_from_a_session_by_link_end_with_it(way, home, phone, dora, ada, guest):
    """A session from the link gets nothing about the guest's games after it logs in or the link is renewed."""
    assert phone.post("/api/v1/me/notices/devices/", PUSH, "application/json").status_code == 201
    assert Device.objects.get().player == dora
    if way == "logs in":
        ada.set_password(PASSWORD)
        ada.save()
        log_in(phone)
    elif way == "signs up":
        sign_up(phone, username="emma")
    elif way == "opens another link":
        mo = Client()
        mo.force_login(guest("Mo"))
        mo.post(reverse("new_guest_link"))
        phone.post(reverse("guest_link", args=[User.objects.get(nickname="Mo").guest_key]))
    else:
        home.post(reverse("new_guest_link"))
    assert not Device.objects.exists()


def test_push_notifications_of_the_guests_browser_move_to_the_account(home, ada):
    ada.set_password(PASSWORD)
    ada.save()
    home.post("/api/v1/me/notices/devices/", PUSH, "application/json")
    log_in(home)
    assert Device.objects.get().player == ada


def test_sessions_from_the_link_cannot_see_the_webhook_secret(home, phone, dora):
    Wishes.objects.create(user=dora, webhook="https://example.org/hook", webhook_secret="known")
    assert home.get("/api/v1/me/notices/settings/").json()["webhook_secret"] == "known"
    assert phone.get("/api/v1/me/notices/settings/").json()["webhook_secret"] == ""
