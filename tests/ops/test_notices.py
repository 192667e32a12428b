"""A worker that is killed between storing and sending has lost no notice, and another sends it once."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from email import message_from_bytes
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller

from notices.outbox import CLAIMED
from tests.live.server import ROOT, LiveServer, free_port
from tests.notices.push_service import Browser, PushService
from tests.ops.test_child import children

PATIENCE = 60  # seconds: workers start slowly on a busy machine
SUBSCRIBE = """
import sys
from django.utils import timezone
from accounts.models import User
from notices.models import Device
pk, endpoint, p256dh, auth = sys.argv[1:]
Device.objects.create(player_id=pk, endpoint=endpoint, p256dh=p256dh, auth=auth, name="x", created_at=timezone.now())
"""
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
        "WORKER": "none", "SWEEP_SECONDS": "1", "NOTICES_TO_PRIVATE_ADDRESSES": "1",
        "NOTICE_CLAIM_SECONDS": "3",
    }  # fmt: skip
    return LiveServer(tmp_path, env=env).migrate(empty_database)


@pytest.fixture
def worker(closed: LiveServer) -> Iterator[Callable[[], subprocess.Popen[bytes]]]:
    workers: list[subprocess.Popen[bytes]] = []

    def start() -> subprocess.Popen[bytes]:
        with (closed.folder / "worker.log").open("ab") as log:
            command = [sys.executable, "manage.py", "worker"]
            workers.append(subprocess.Popen(command, cwd=ROOT, env=closed.env, stdout=log, stderr=log))
        return workers[-1]

    yield start
    for process in workers:
        process.kill()
        process.wait()


def game_with_browsers(site: LiveServer, pushes: PushService) -> list[Browser]:
    """A game that has just begun, and the two browsers of who opened it.

    They are told, whoever leads; who joined knows that it has begun, and is told only if the lead is theirs.
    """
    (game,) = site.seed(games=1, variant="block", clock="none")["games"]
    opened_it = game["seats"][0]
    browsers = []
    for _ in range(2):
        browser = pushes.subscribe()
        words = [str(opened_it["id"]), browser.endpoint, browser.p256dh, browser.auth]
        code = f"import sys, django; django.setup(); sys.argv[1:] = {words!r}\n{SUBSCRIBE}"
        env = site.env | {"DJANGO_SETTINGS_MODULE": "dominoes_site.settings"}
        subprocess.run([sys.executable, "-W", "ignore", "-c", code], cwd=ROOT, env=env, check=True)
        browsers.append(browser)
    return browsers


def until(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.05)


def shown(browsers: list[Browser]) -> int:
    return sum(len(browser.shown) for browser in browsers)


def test_what_was_stored_before_anybody_could_send_it_goes_out_once(closed, worker, pushes):
    browsers = game_with_browsers(closed, pushes)
    worker(), worker()
    until(lambda: shown(browsers) == 2, "nothing was sent")
    time.sleep(4)
    assert shown(browsers) == 2


def test_a_worker_killed_while_it_sends_is_followed_by_another(closed, worker, pushes):
    browsers = game_with_browsers(closed, pushes)
    take, arrived, held = pushes.take, [], True

    def silent(path: str, headers: dict[str, str], body: bytes) -> int:
        """A push service that keeps the first worker waiting, and so in the middle of sending."""
        if held:
            arrived.append(path)
            time.sleep(4)
            return 503
        return take(path, headers, body)

    pushes.take = silent
    first = worker()
    until(lambda: len(arrived) == 2, "nothing was tried")
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    held = False
    assert shown(browsers) == 0
    worker(), worker()
    until(lambda: shown(browsers) == 2, "what the killed worker held was lost")
    time.sleep(4)
    assert shown(browsers) == 2


class SlowMails:
    """A mail server that takes its time for each."""

    def __init__(self) -> None:
        self.names: list[str] = []

    async def handle_DATA(self, _server, _session, envelope) -> str:  # noqa: N802 - aiosmtpd's name for it
        await asyncio.sleep(0.1)
        self.names.append(message_from_bytes(envelope.content)["Message-ID"])
        return "250 taken"


def test_a_worker_killed_in_the_middle_of_many_mails_loses_none(tmp_path: Path, empty_database: Path):
    """Without Redis: the next worker of the same server goes on. Only what was just being sent comes twice."""
    inbox, games = SlowMails(), 60
    mail_server = Controller(inbox, hostname="127.0.0.1", port=free_port())
    mail_server.start()
    env = {
        "SWEEP_SECONDS": "1", "NOTICE_CLAIM_SECONDS": "4", "EMAIL_HOST": "127.0.0.1",
        "EMAIL_PORT": str(mail_server.port),
    }  # fmt: skip
    site = LiveServer(tmp_path, env=env).migrate(empty_database)
    site.seed(games=games, variant="block", clock="none")
    code = f"import django; django.setup()\n{WANT_MAILS}"
    django = site.env | {"DJANGO_SETTINGS_MODULE": "dominoes_site.settings"}
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], cwd=ROOT, env=django, check=True)
    try:
        with site:
            until(lambda: len(inbox.names) > 10, "nothing was sent")
            (worker,) = children(site.pid)
            os.kill(worker, signal.SIGKILL)
            assert len(set(inbox.names)) < games
            until(lambda: len(set(inbox.names)) == games, "a mail was lost")
            time.sleep(2)
    finally:
        mail_server.stop()
    assert len(set(inbox.names)) == games
    assert len(inbox.names) - games <= CLAIMED
