"""The list of logged-in browsers: stored now and then, shown, and logged out."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import browsers
from accounts.models import Browser
from common import address
from notices.models import Device
from tests.conftest import a_minute_later
from tests.pages.conftest import words_of
from tests.pages.test_accounts import PASSWORD, log_in
from tests.pages.test_claiming import device

PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
DAY = timedelta(days=1)


@pytest.fixture
def ada(ada):
    ada.set_password(PASSWORD)
    ada.save()
    return ada


@pytest.fixture
def laptop(ada):
    browser = Client(REMOTE_ADDR="203.0.113.77")
    log_in(browser)
    return browser


@pytest.fixture
def phone(ada):
    browser = Client(headers={"User-Agent": PHONE}, REMOTE_ADDR="2001:db8:1:2::9")
    log_in(browser)
    return browser


def who(client):
    return client.get("/api/v1/me/").json().get("username")


def test_the_page_shows_device_network_and_times(laptop, phone):
    page = words_of(laptop.get("/settings/browsers/"))
    assert "Firefox on Android" in page
    assert "from 203.0.113.0/24" in page
    assert "from 2001:db8:1::/48" in page
    assert page.count("this browser") == 1


def test_long_user_agents_are_cut(ada):
    log_in(Client(headers={"User-Agent": PHONE * 9}))
    assert Browser.objects.get().agent == (PHONE * 9)[:300]


def test_a_browser_can_log_out_another(laptop, phone, ada):
    device(ada, phone.session["browser"])
    other = Browser.objects.get(agent=PHONE)
    laptop.post(reverse("end_browser", args=[other.pk]))
    assert (who(laptop), who(phone)) == ("ada", None)
    assert not Device.objects.exists()


@pytest.mark.both_databases
def test_all_other_browsers_can_be_logged_out_at_once(laptop, phone, ada):
    third = Client()
    log_in(third)
    assert "Logged out of 2 other browsers." in words_of(laptop.post(reverse("end_other_browsers"), follow=True))
    assert [who(each) for each in (laptop, phone, third)] == ["ada", None, None]


def test_players_cannot_log_out_browsers_of_others(phone, browser_of, ben):
    browser_of(ben).post(reverse("end_browser", args=[Browser.objects.get(agent=PHONE).pk]))
    assert who(phone) == "ada"


def test_logging_out_removes_the_browser_from_the_list(laptop, phone):
    phone.post("/accounts/logout/")
    assert "Firefox" not in words_of(laptop.get("/settings/browsers/"))
    assert Browser.objects.count() == 1


def test_a_new_password_logs_out_all_browsers_but_this_one(laptop, phone, ada):
    new = {"oldpassword": PASSWORD, "password1": "a new one of seven words", "password2": "a new one of seven words"}
    laptop.post("/accounts/password/change/", new)
    assert (who(laptop), who(phone)) == ("ada", None)
    assert [row.session_id for row in Browser.objects.all()] == [laptop.session.session_key]


@pytest.mark.both_databases
@pytest.mark.parametrize(("seconds", "used", "noted"), [(40, False, False), (70, True, False), (660, True, True)])
def test_the_last_use_is_stored_every_minute_and_all_else_every_ten(laptop, seconds, used, noted):
    laptop.get("/")
    before = timezone.now() - timedelta(seconds=seconds)
    Browser.objects.update(last_used=before, agent="before")
    session = laptop.session
    session["noted"] = [session.session_key, before.timestamp()]
    session.save()
    laptop.get("/")
    row = Browser.objects.get()
    assert (row.last_used > before, row.agent != "before") == (used, noted)
    Browser.objects.update(last_used=before)
    laptop.get("/rules/")
    assert Browser.objects.get().last_used == before, "once a minute is enough"


@pytest.mark.both_databases
def test_however_many_pages_are_open_a_minute_costs_one_write(laptop, django_assert_num_queries):
    before = timezone.now() - DAY
    for _minute in range(2):
        Browser.objects.update(last_used=before)
        with django_assert_num_queries(1):
            for _page in range(9):
                browsers.still_open(laptop.session.session_key)
        assert Browser.objects.get().last_used > before
        a_minute_later()


def test_requests_in_between_need_no_additional_query(laptop, django_assert_num_queries):
    laptop.get("/api/v1/me/")
    with django_assert_num_queries(2):  # session and user, how many games wait
        laptop.get("/api/v1/me/")


@pytest.mark.parametrize(
    ("heard", "kept"),
    [("203.0.113.77", "203.0.113.0/24"), ("2001:db8:1:2::9", "2001:db8:1::/48"), ("unknown", ""), ("", "")],
)
def test_only_the_network_of_an_address_is_stored(heard, kept):
    assert address.neighbourhood(heard) == kept
