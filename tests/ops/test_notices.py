"""A worker killed between storing and sending loses no notification; another sends it once."""

import asyncio
import contextlib
import os
import signal
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from pathlib import Path
from subprocess import Popen
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from notices.outbox import deliveries
from tests.live.server import LiveServer, free_port
from tests.notices.push_service import Browser, PushService
from tests.ops.processes import PATIENCE, in_django, until, worker_of, workers

CLAIM = 120  # seconds until a worker's claims expire
WANT_MAILS = """
from datetime import timedelta
from allauth.account.models import EmailAddress
from django.utils import timezone
from accounts.models import User
from notices.models import Notice, Wishes
for player in User.objects.all():
    EmailAddress.objects.create(user=player, email=f"p{player.pk}@example.org", verified=True, primary=True)
    Wishes.objects.update_or_create(user=player, defaults={"channels": {"mail": ["turn"]}})
past = timezone.now() - timedelta(minutes=1)
Notice.objects.filter(event="turn").update(at=past, due=past)
"""


@pytest.fixture
def pushes() -> Iterator[PushService]:
    with PushService() as service:
        yield service


@pytest.fixture
def closed(tmp_path: Path, empty_database: Path) -> LiveServer:
    """A site whose workers are processes of their own; nothing runs yet."""
    env = {
        "WORKER": "none",
        "SWEEP_SECONDS": "1",
        "NOTICES_TO_PRIVATE_ADDRESSES": "1",
        "NOTICE_CLAIM_SECONDS": str(CLAIM),
    }
    return LiveServer(tmp_path, env=env).migrate(empty_database)


@pytest.fixture
def worker(closed: LiveServer) -> Iterator[Callable[[], Popen[bytes]]]:
    with contextlib.ExitStack() as running:
        yield lambda: running.enter_context(worker_of(closed, log=closed.folder / "worker.log"))


def in_database(site: LiveServer, words: str, *values: Any) -> list[tuple[Any, ...]]:
    with contextlib.closing(sqlite3.connect(site.folder / "db.sqlite3")) as database, database:
        return database.execute(words, values).fetchall()


def game_with_browsers(site: LiveServer, pushes: PushService) -> list[Browser]:
    """A game that has just begun, and the two browsers of who opened it.

    They are told, whoever leads; who joined knows that it has begun, and is told only if the lead is theirs.
    """
    (game,) = site.seed(games=1, variant="block", clock="none")["games"]
    browsers = [pushes.subscribe() for _ in range(2)]
    for browser in browsers:
        in_database(
            site,
            "INSERT INTO notices_device (player_id, endpoint, p256dh, auth, name, session, created_at)"
            " VALUES (?, ?, ?, ?, 'x', '', ?)",
            game["seats"][0]["id"], browser.endpoint, browser.p256dh, browser.auth, as_stored(datetime.now(UTC)),
        )  # fmt: skip
    return browsers


def as_stored(moment: datetime) -> str:
    return moment.replace(tzinfo=None).isoformat(" ")


def let_go(site: LiveServer, killed_at: datetime) -> None:
    """Let the claims of a worker killed then expire; later claims stay."""
    its_own = as_stored(killed_at + timedelta(seconds=CLAIM))
    in_database(site, "UPDATE notices_delivery SET due = ? WHERE due <= ?", as_stored(killed_at), its_own)


def shown(browsers: list[Browser]) -> int:
    return sum(len(browser.shown) for browser in browsers)


def all_is_sent(site: LiveServer) -> bool:
    return in_database(site, "SELECT count(*) FROM notices_delivery") == [(0,)]


def each_has_one(site: LiveServer, browsers: list[Browser]) -> None:
    until(lambda: shown(browsers) == 2 and all_is_sent(site), "not all was sent")
    time.sleep(1)  # a second sender would have been noticed by now
    assert [len(browser.shown) for browser in browsers] == [1, 1]


def test_stored_deliveries_are_sent_once(closed, worker, pushes):
    browsers = game_with_browsers(closed, pushes)
    worker(), worker()
    each_has_one(closed, browsers)


def test_another_worker_continues_the_deliveries_of_a_killed_one(closed, worker, pushes):
    browsers = game_with_browsers(closed, pushes)
    take, arrived, killed = pushes.take, [], threading.Event()

    def silent(path: str, headers: dict[str, str], body: bytes) -> int:
        """A push service that keeps the first worker waiting, and so in the middle of sending."""
        if killed.is_set():
            return take(path, headers, body)
        arrived.append(path)
        killed.wait(PATIENCE)
        return 503

    pushes.take = silent
    first = worker()
    until(lambda: len(arrived) == 2, "nothing was tried")
    first.kill()
    first.wait()
    killed_at = datetime.now(UTC)
    killed.set()
    assert shown(browsers) == 0
    let_go(closed, killed_at)
    worker(), worker()
    each_has_one(closed, browsers)


class HeldMails:
    """A mail server that accepts the first ten, and more only when told to."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.go_on = threading.Event()

    async def handle_DATA(self, _server, _session, envelope) -> str:  # noqa: N802 - aiosmtpd's name for it
        while len(self.names) >= 10 and not self.go_on.is_set():
            await asyncio.sleep(0.02)
        self.names.append(message_from_bytes(envelope.content)["Message-ID"])
        return "250 taken"


def test_killing_a_worker_among_many_mails_loses_none(tmp_path: Path, empty_database: Path):
    """Without Redis: the server's next worker continues. Only the message in transit may come twice."""
    inbox, games = HeldMails(), deliveries.most + 8
    mail_server = Controller(inbox, hostname="127.0.0.1", port=free_port())
    env = {
        "SWEEP_SECONDS": "1",
        "NOTICE_CLAIM_SECONDS": str(CLAIM),
        "EMAIL_HOST": "127.0.0.1",
        "EMAIL_PORT": str(mail_server.port),
    }
    site = LiveServer(tmp_path, env=env).migrate(empty_database)
    site.seed(games=games, variant="block", clock="none")
    in_django(site, WANT_MAILS).check_returncode()
    mail_server.start()
    try:
        with site:
            until(lambda: len(inbox.names) == 10, "nothing was sent")
            (worker,) = workers(site.pid)
            os.kill(worker, signal.SIGKILL)
            until(lambda: worker not in workers(site.pid), "it lives on")
            killed_at = datetime.now(UTC)
            inbox.go_on.set()
            let_go(site, killed_at)
            until(lambda: len(set(inbox.names)) == games and all_is_sent(site), "a mail was lost")
    finally:
        inbox.go_on.set()
        mail_server.stop()
    assert len(set(inbox.names)) == games
    assert len(inbox.names) - games <= deliveries.most
