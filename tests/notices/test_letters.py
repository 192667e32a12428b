"""Mails about accounts: queued when they are caused, sent once there is a mail server, with our own name and links."""

import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import allauth
import pytest
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import context
from django.core.cache import cache
from django.db import connections
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.farewell import delete_account
from accounts.models import User
from notices import actions
from notices.models import Delivery, Letter
from tests import queued
from tests.live.server import free_port

PASSWORD = "four-bones-and-ink"
FORGED = {"Host": "evil.example", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "gopher"}
TEMPLATES = Path(allauth.__file__).parent / "templates"
KINDS = sorted(
    str(path.relative_to(TEMPLATES)).removesuffix("_message.txt")
    for folder in ("account", "mfa")
    for path in (TEMPLATES / folder / "email").glob("*_message.txt")
    if path.name != "base_message.txt"
)


@pytest.fixture(autouse=True)
def nobody_has_asked_yet() -> None:
    """allauth counts in the cache how often an address is written to."""
    cache.clear()


@pytest.fixture
def ada(ada: User) -> User:
    ada.set_password(PASSWORD)
    ada.save()
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    return ada


def forgets(email: str = "ada@example.org", **headers: str):
    return Client().post("/accounts/password/reset/", {"email": email}, headers=headers)


def signs_up(name: str = "dora", **headers: str):
    fields = {"username": name, "password1": PASSWORD, "email": f"{name}@example.org"}
    return Client().post("/accounts/signup/", fields, headers=headers)


# ---- Our name and our links, whatever a request says -------------------------------------------------


def test_mails_from_pages_ignore_the_host_name_of_the_request(ada, sink, settings):
    settings.ALLOWED_HOSTS = ["*"]  # as a careless host may set it
    assert forgets(**FORGED).status_code == 302
    forgets("nobody@example.org", **FORGED)
    signs_up(**FORGED)
    client = Client()
    client.force_login(ada)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/email/", {"email": "ada@example.com", "action_add": ""}, headers=FORGED)
    queued.sweep(timezone.now())
    assert {mail["To"] for mail in sink.mails} == {
        "ada@example.org", "nobody@example.org", "dora@example.org", "ada@example.com",
    }  # fmt: skip
    for mail in sink.mails:
        assert "evil.example" not in mail.as_string()
        assert "gopher" not in mail.as_string()
        assert mail["From"] == "Boneyard <boneyard@localhost>"
        assert mail["Subject"].startswith("Boneyard: ")
        links = re.findall(r"\S+://\S+", mail.get_content())
        assert links
        assert all(link.startswith("http://localhost:8000") for link in links)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_account_mail_ignores_the_host_name_of_the_request(ada, sink, settings, kind):
    settings.ALLOWED_HOSTS = ["*"]
    request = RequestFactory(headers=FORGED).get("/")
    request.user, request.session = ada, {}
    links = ("password_reset_url", "activate_url", "signup_url")
    shown = {name: request.build_absolute_uri(f"/accounts/{name}/") for name in links}
    shown |= {"user": ada, "key": "x", "from_email": "a@example.org", "to_email": "b@example.org"}
    shown |= {"ip": "192.0.2.1", "user_agent": "Firefox", "timestamp": timezone.now(), "deleted_email": "a@example.org"}
    with context.request_context(request):
        get_adapter(request).send_mail(kind, "ada@example.org", shown)
    queued.sweep(timezone.now())
    [mail] = sink.mails
    assert "evil.example" not in mail.as_string()
    assert "Boneyard" in mail["Subject"]


def test_the_sender_has_our_name_even_if_only_an_address_is_set():
    from tests.pages.test_our_name import settings_with

    assert settings_with("DEFAULT_FROM_EMAIL", DEFAULT_FROM_EMAIL="post@bones.example") == (
        "Boneyard <post@bones.example>"
    )
    assert settings_with("DEFAULT_FROM_EMAIL", DEFAULT_FROM_EMAIL="Ada <post@bones.example>") == (
        "Ada <post@bones.example>"
    )


# ---- Without a mail server ---------------------------------------------------------------------------


@pytest.fixture
def away(settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()


@pytest.fixture
def silent(settings) -> Iterator[list[socket.socket]]:
    """A mail server that accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.getsockname()
        server.setblocking(False)
        yield server


@pytest.fixture(params=["away", "silent"])
def unwilling(request: pytest.FixtureRequest) -> None:
    request.getfixturevalue(request.param)


def test_pages_work_without_a_mail_server(ada, unwilling, settings):
    settings.EMAIL_TIMEOUT = 3_600  # a page that spoke to the silent one would never end
    assert forgets()["Location"] == "/accounts/password/reset/done/"
    assert forgets("nobody@example.org")["Location"] == "/accounts/password/reset/done/"
    assert signs_up().status_code == 302
    assert User.objects.filter(username="dora").exists()
    assert {letter.to for letter in Letter.objects.all()} == {
        "ada@example.org",
        "nobody@example.org",
        "dora@example.org",
    }


@pytest.mark.both_databases
def test_a_mail_is_sent_once_when_the_server_is_back(ada, silent, settings, request):
    settings.EMAIL_TIMEOUT = 0.2
    forgets()
    now = timezone.now()
    queued.sweep(now)
    settings.EMAIL_PORT = free_port()  # nothing listens there
    queued.sweep(now + timedelta(minutes=5))
    sink = request.getfixturevalue("sink")
    sink.refusing = 1
    for minutes in range(10, 60, 5):
        queued.sweep(now + timedelta(minutes=minutes))
    [mail] = sink.mails
    assert mail["To"] == "ada@example.org"
    link = re.search(r"http://localhost:8000(/accounts/password/reset/key/\S+)", mail.get_content())[1]
    form = Client().get(link, follow=True)
    assert form.context["form"] is not None
    assert not Letter.objects.exists()
    assert not Delivery.objects.exists()


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_two_workers_send_a_mail_once(ada, sink):
    for n in range(20):
        forgets()
        actions.write(to=f"{n}@example.org", player=None, kind="x", subject="x", body="x", now=timezone.now())
    now = timezone.now()

    def work(_worker: int) -> None:
        try:
            queued.send(now)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as workers:
        list(workers.map(work, range(4)))
    received = [mail["To"] for mail in sink.mails]
    assert len(received) == len(set(received)) == 21


# ---- Secrets and limits ------------------------------------------------------------------------------


def test_a_mail_with_a_link_is_dropped_after_twelve_hours(ada, away, request):
    forgets()
    asked = timezone.now()
    queued.sweep(asked + timedelta(hours=11, minutes=50))
    assert Delivery.objects.get().due <= asked + timedelta(hours=12)
    sink = request.getfixturevalue("sink")
    queued.sweep(asked + timedelta(hours=12, minutes=1))
    assert sink.mails == []
    assert not Letter.objects.exists()


@pytest.mark.both_databases
def test_a_new_reset_link_replaces_the_one_that_waits(ada, sink):
    for _time in range(5):
        forgets()
    assert Letter.objects.count() == 1
    queued.sweep(timezone.now())
    assert len(sink.mails) == 1


@pytest.mark.both_databases
def test_a_second_account_with_an_address_replaces_no_mail_of_the_first(db):
    for name in ("victim", "thief"):
        cache.clear()
        Client().post("/accounts/signup/", {"username": name, "password1": PASSWORD, "email": "v@example.org"})
    forgets("v@example.org")
    for kind in ("email_confirmation_signup", "password_reset_key"):
        waiting = Delivery.objects.filter(letter__to="v@example.org", letter__kind=kind)
        assert sorted(waiting.values_list("player__username", flat=True)) == ["thief", "victim"]


@pytest.mark.both_databases
@pytest.mark.parametrize("kinds", ["one after another", "password_reset_key"])
def test_mails_waiting_for_one_address_are_limited(ada, guest, kinds):
    for n in range(30):
        kind = kinds if kinds == "password_reset_key" else f"x{n}"
        actions.write(to="v@example.org", player=guest("Mo"), kind=kind, subject="x", body="x", now=timezone.now())
    assert Letter.objects.count() == 20


@pytest.mark.both_databases
def test_changing_the_password_deletes_the_reset_link_that_waits(ada):
    client = Client()
    client.force_login(ada)
    forgets()
    new = "five-bones-and-ink"
    client.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    assert not Letter.objects.filter(kind="password_reset_key").exists()


def test_deleting_an_account_deletes_its_mails(ada):
    forgets()
    delete_account(user=ada, now=timezone.now())
    assert not Letter.objects.exists()
