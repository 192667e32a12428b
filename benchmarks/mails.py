"""`python -m benchmarks.mails`: how many notifications a worker sends by mail per second of its CPU time.

A given number of games has just begun, and each leader wants a mail at once. One `manage.py worker --once` finds the
notifications, writes the mails, and hands them to a mail server in another process, which discards them. With
`--pushes`, they go out as browser pushes instead, to a push service without TLS.
"""

import argparse
import asyncio
import contextlib
import http.server
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP

from benchmarks.server import QUIET, REDIS, postgres_database
from tests.live.server import ROOT, LiveServer, free_port
from tests.notices.push_service import Browser

WANT = """
import json, sys
from datetime import timedelta
from allauth.account.models import EmailAddress
from django.utils import timezone
from accounts.models import User
from games.models import Seat
from notices.models import Device, Notice, Wishes
browser = json.loads(sys.argv[1])
players = list(User.objects.all())
if browser:
    endpoint = browser.pop("endpoint")
    Device.objects.bulk_create(
        Device(player=player, endpoint=f"{endpoint}/{player.pk}", name="x", created_at=timezone.now(), **browser)
        for player in players
    )
else:
    EmailAddress.objects.bulk_create(
        EmailAddress(user=player, email=f"p{player.pk}@example.org", verified=True, primary=True) for player in players
    )
    events = ["turn", "started"]
    Wishes.objects.bulk_create(Wishes(user=player, channels={"mail": events, "push": []}) for player in players)
past = timezone.now() - timedelta(minutes=1)
print(Notice.objects.update(at=past, due=past))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--pushes", action="store_true")
    parser.add_argument("--only", choices=["sqlite", "postgres"], help="one database instead of both")
    chosen = parser.parse_args()
    print(f"{'':12}{'notices':>9}{'arrived':>9}{'a second':>10}{'a CPU second':>14}{'µs each':>9}")
    if chosen.only != "postgres":
        with tempfile.TemporaryDirectory() as folder:
            measure("SQLite", Path(folder), {}, chosen)
    if chosen.only != "sqlite":
        with tempfile.TemporaryDirectory() as folder, postgres_database("boneyard_mails") as url:
            if url:
                measure("PostgreSQL", Path(folder), {"DATABASE_URL": url, "REDIS_URL": REDIS}, chosen)


def measure(name: str, folder: Path, env: dict[str, str], chosen: argparse.Namespace) -> None:
    with push_service() if chosen.pushes else mail_server() as (port, arrived):
        own = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(port), "NOTICES_TO_PRIVATE_ADDRESSES": "1"}
        site = LiveServer(folder, env=QUIET | own | env).migrate()
        site.seed(games=chosen.games, variant="block", clock="turn", turn_seconds=86_400)
        browser = Browser(f"http://127.0.0.1:{port}")
        known = {"endpoint": browser.endpoint, "p256dh": browser.p256dh, "auth": browser.auth} if chosen.pushes else {}
        code = f"import sys, django; django.setup(); sys.argv[1:] = [{json.dumps(known)!r}]\n{WANT}"
        words = [sys.executable, "-W", "ignore", "-c", code]
        django = site.env | {"DJANGO_SETTINGS_MODULE": "dominoes_site.settings"}
        notices = subprocess.run(words, cwd=ROOT, env=django, check=True, capture_output=True, text=True).stdout.strip()
        arrived.value = 0
        idle_cpu, idle_wall = once(LiveServer(folder, env=site.env | {"DATABASE_URL": nothing_to_do(folder)}))
        cpu, wall = once(site)
    cpu, wall = cpu - idle_cpu, wall - idle_wall
    sent = arrived.value
    print(f"{name:12}{notices:>9}{sent:>9}{sent / wall:>10.0f}{sent / cpu:>14.0f}{cpu / max(sent, 1) * 1e6:>9.0f}")


def nothing_to_do(folder: Path) -> str:
    """An empty database, to measure a worker that only starts and ends."""
    (folder / "empty").mkdir()
    return LiveServer(folder / "empty").migrate().env["DATABASE_URL"]


def once(site: LiveServer) -> tuple[float, float]:
    """The CPU time and the elapsed time of one run of the worker."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    site.manage("worker", "--once")
    wall, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall


@contextlib.contextmanager
def mail_server() -> Iterator[tuple[int, "Synchronized[int]"]]:
    with beside(_take_mails) as started:
        yield started


@contextlib.contextmanager
def push_service() -> Iterator[tuple[int, "Synchronized[int]"]]:
    with beside(_take_pushes) as started:
        yield started


@contextlib.contextmanager
def beside(take: Any) -> Iterator[tuple[int, "Synchronized[int]"]]:
    """A server in another process; yields its port and the number of messages it has received."""
    port, arrived = free_port(), multiprocessing.Value("i", 0)
    process = multiprocessing.Process(target=take, args=[port, arrived], daemon=True)
    process.start()
    time.sleep(1)
    yield port, arrived
    process.terminate()
    process.join()


def _take_mails(port: int, arrived: "Synchronized[int]") -> None:
    class Sink:
        async def handle_DATA(self, *_mail: Any) -> str:  # noqa: N802 - aiosmtpd's name
            arrived.value += 1
            return "250 taken"

    async def serve() -> None:
        server = await asyncio.get_running_loop().create_server(lambda: SMTP(Sink()), "127.0.0.1", port)
        await server.serve_forever()

    asyncio.run(serve())


def _take_pushes(port: int, arrived: "Synchronized[int]") -> None:
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            with arrived.get_lock():
                arrived.value += 1
            self.send_response(201)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_words: Any) -> None:
            pass

    http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()


if __name__ == "__main__":
    os.environ.setdefault("NOTICE_CLAIM_SECONDS", "600")  # one sweep sends them all
    main()
