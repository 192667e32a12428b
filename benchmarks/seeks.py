"""`python -m benchmarks.seeks`: a thousand people look for a game at the same moment.

One server with its worker, as `make run` starts it: on SQLite, then on PostgreSQL. Ten quiet games
are played and every player pings. We measure their waits alone, and from the moment at which a thousand wishes in ten
pools fall due until all are paired. The site has one core, everything else the other.
"""

import argparse
import asyncio
import contextlib
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg

from benchmarks.flood import GAMES, QuietPlayer, take, times
from benchmarks.server import DRIVER_CORE, QUIET, REDIS, pin, postgres_database
from tests.live.server import LiveServer

ALONE = 6  # seconds
SETTLES = 15  # seconds until the worker has started
LONGEST = 60  # seconds until all are paired
MAKE = """
import random
from datetime import timedelta
from django.utils import timezone
from accounts.models import User
from matching.models import Seek, Wish
from matching.pools import Pace, Pool
from rulebook import choices

chance, now = random.Random(1), timezone.now()
variants = [game.key for game in choices.catalogue().values() if 2 in game.seats][:{pools}]
people = User.objects.bulk_create(
    User(username=f"seeker{{n}}", nickname=f"Seeker {{n}}", skeleton=f"seeker{{n}}") for n in range({people})
)
wishes = Wish.objects.bulk_create(
    Wish(player=each, variant=variants[n % {pools}], seats=2, pace=Pace.USUAL, rated=True, since=now, seen_at=now,
         until=now + timedelta(days=14), due=now + timedelta(days=1))
    for n, each in enumerate(people)
)
Seek.objects.bulk_create(
    Seek(wish=wish, player_id=wish.player_id, rating=round(chance.gauss(1500, 50)), first=300,
         pool=Pool(wish.variant, 2, Pace.USUAL, True).key)
    for wish in wishes
)
"""
FALL_DUE = "UPDATE matching_wish SET due = '2026-01-01 00:00:00'"
COUNT = "SELECT count(*) FROM matching_wish"
Ask = Callable[[str], list[Any]]  # runs a statement; its rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=1_000)
    parser.add_argument("--pools", type=int, default=10)
    parser.add_argument("--only", choices=["sqlite", "postgres"])
    chosen = parser.parse_args()
    os.sched_setaffinity(0, {DRIVER_CORE})
    if chosen.only != "postgres":
        with tempfile.TemporaryDirectory() as folder:
            print("SQLite")
            run(LiveServer(Path(folder), env=QUIET), of_sqlite(Path(folder) / "db.sqlite3"), chosen)
    if chosen.only != "sqlite":
        with tempfile.TemporaryDirectory() as folder, postgres_database("boneyard_seeks") as url:
            if url:
                print("PostgreSQL")
                env = QUIET | {"DATABASE_URL": url, "REDIS_URL": REDIS}
                run(LiveServer(Path(folder), env=env), of_postgres(url), chosen)


def of_sqlite(path: Path) -> Ask:
    def ask(sql: str) -> list[Any]:
        with contextlib.closing(sqlite3.connect(path, timeout=60)) as database, database:
            return database.execute(sql).fetchall()

    return ask


def of_postgres(url: str) -> Ask:
    def ask(sql: str) -> list[Any]:
        with psycopg.connect(url) as database:
            asked = database.execute(sql)
            return asked.fetchall() if asked.description else []

    return ask


def run(server: LiveServer, ask: Ask, chosen: argparse.Namespace) -> None:
    server.migrate()
    games = server.seed(games=GAMES, variant="brettspielnetz", clock="none", moves=6)["games"]
    server.manage("shell", "-v0", "-c", MAKE.format(people=chosen.people, pools=chosen.pools))
    with server, worker_of(server):
        pin(server.pid)
        time.sleep(SETTLES)
        asyncio.run(measure(server, games, ask))


@contextlib.contextmanager
def worker_of(server: LiveServer) -> Iterator[None]:
    """The worker beside a server that has Redis; with SQLite alone, the server starts its own."""
    if not server.env["REDIS_URL"]:
        yield
        return
    command = [sys.executable, "manage.py", "worker"]
    with subprocess.Popen(command, cwd=server.root, env=server.env) as worker:
        pin(worker.pid)
        yield
        worker.terminate()


async def measure(server: LiveServer, games: list[Any], ask: Ask) -> None:
    players = [QuietPlayer(server, game, seat, random.Random(seat)) for game in games for seat in (0, 1)]
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(player.play()) for player in players]
        await asyncio.sleep(1)
        take(players)
        await asyncio.sleep(ALONE)
        alone, _ = take(players)
        await asyncio.to_thread(ask, FALL_DUE)
        began = time.monotonic()
        while (left := (await asyncio.to_thread(ask, COUNT))[0][0]) and time.monotonic() < began + LONGEST:
            await asyncio.sleep(0.05)
        took = time.monotonic() - began
        beside, unanswered = take(players)
        for task in tasks:
            task.cancel()
    print(f"  all paired after {took:.1f} s ({left} left, {unanswered} moves unanswered)")
    print(f"  moves and pings, p50 and p95 in ms: alone {times(alone)}, meanwhile {times(beside)}", flush=True)


if __name__ == "__main__":
    main()
