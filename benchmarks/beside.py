"""How long players wait for answers while a site does much at once: `benchmarks.seeks`, `benchmarks.tournaments`.

One server with its worker, as `make run` starts it: on SQLite, then on PostgreSQL. Ten quiet games are played and every
player pings. We measure their waits alone, and from the moment at which the work falls due until it is done. The site
has one core, everything else the other.
"""

import asyncio
import contextlib
import os
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import orjson
import psycopg
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.goals import Row
from benchmarks.server import DRIVER_CORE, QUIET, REDIS, postgres_database, worker_of
from tests.live.server import LiveServer

GAMES = 10
PAUSE = 0.25  # seconds between two messages of a quiet player
PATIENCE = 10  # seconds; after that, a message counts as unanswered
ALONE = 6  # seconds
SETTLES = 15  # seconds until the worker has started


class Work(NamedTuple):
    """Work that falls due at once."""

    make: str  # Python that prepares it on the site
    fall_due: str  # SQL
    progress: str  # SQL; its row says how far the work is
    is_done: Callable[..., bool]  # gets that row
    seconds: float  # at most


def measure(work: Work, only: str | None) -> None:
    """Print how long *work* takes, and others' waits meanwhile. *only*: on "sqlite" or on "postgres"."""
    os.sched_setaffinity(0, {DRIVER_CORE})
    for site in _sites(only):
        site.migrate()
        games = site.seed(games=GAMES, variant="brettspielnetz", clock="none", moves=6)["games"]
        site.manage("shell", "-v0", "-c", work.make)
        with site, worker_of(site):
            time.sleep(SETTLES)
            asyncio.run(_measure(site, games, work))


def _sites(only: str | None) -> Iterator[LiveServer]:
    if only != "postgres":
        with tempfile.TemporaryDirectory() as folder:
            print("SQLite")
            yield LiveServer(Path(folder), env=QUIET)
    if only != "sqlite":
        with tempfile.TemporaryDirectory() as folder, postgres_database("boneyard_beside") as url:
            if url:
                print("PostgreSQL")
                yield LiveServer(Path(folder), env=QUIET | {"DATABASE_URL": url, "REDIS_URL": REDIS})


async def _measure(site: LiveServer, games: list[Row], work: Work) -> None:
    players = [QuietPlayer(site, game, seat, random.Random(seat)) for game in games for seat in (0, 1)]
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(player.play()) for player in players]
        await asyncio.sleep(1)
        _take(players)
        await asyncio.sleep(ALONE)
        alone, _unanswered = _take(players)
        await asyncio.to_thread(ask, site, work.fall_due)
        began = time.monotonic()
        while not work.is_done(*(row := (await asyncio.to_thread(ask, site, work.progress))[0])):
            if time.monotonic() > began + work.seconds:
                break
            await asyncio.sleep(0.05)
        took = time.monotonic() - began
        beside, unanswered = _take(players)
        for task in tasks:
            task.cancel()
    print(f"  after {took:.1f} s: {row} ({unanswered} messages unanswered)")
    print(f"  moves and pings, p50 and p95 in ms: alone {_times(alone)}, meanwhile {_times(beside)}", flush=True)


def ask(site: LiveServer, sql: str) -> list[tuple[object, ...]]:
    """Run a statement in the site's database; returns its rows."""
    url = site.env["DATABASE_URL"]
    if url.startswith("sqlite"):
        with contextlib.closing(sqlite3.connect(url.removeprefix("sqlite:///"), timeout=60)) as database, database:
            return database.execute(sql).fetchall()
    with psycopg.connect(url) as server:
        asked = server.execute(sql)
        return asked.fetchall() if asked.description else []


class QuietPlayer:
    """Pings and moves now and then; *waits* collects the seconds until each answer."""

    def __init__(self, server: LiveServer, game: Row, seat: int, rng: random.Random) -> None:
        cookie = "; ".join(f"{name}={value}" for name, value in game["seats"][seat]["cookies"].items())
        path = f"ws://127.0.0.1:{server.port}/ws/games/{game['id']}/"
        self._opening = connect(path, additional_headers={"Cookie": cookie}, ping_interval=None, max_queue=None)
        self.seat, self.rng = seat, rng
        self.view: Row = {}
        self.waits: list[float] = []
        self.unanswered = 0

    async def play(self) -> None:
        async with self._opening as socket:
            self.view = orjson.loads(await socket.recv())["view"]
            while True:
                await asyncio.sleep(self.rng.uniform(0.5, 1.5) * PAUSE)
                version = self.view["version"]
                legal = (self.view["round"] or {}).get("legal") if self.view["status"] == "playing" else None
                message: Row = {"type": "ping", "version": version}
                if legal and self.rng.random() < 0.5:
                    message = {"type": "move", "version": version, "move": self.rng.choice(legal), "key": str(version)}
                began = time.perf_counter()
                await socket.send(orjson.dumps(message).decode())
                try:
                    async with asyncio.timeout(PATIENCE):
                        await self._answer(socket, message["type"])
                except TimeoutError:
                    self.unanswered += 1
                self.waits.append(time.perf_counter() - began)

    async def _answer(self, socket: ClientConnection, to: str) -> None:
        """The answer to a move is done or refused; to a ping, pong or a newer view."""
        while True:
            message = orjson.loads(await socket.recv())
            if message["type"] == "view":
                self.view = message["view"]
            if message["type"] in ({"pong", "view"} if to == "ping" else {"done", "refused"}):
                return


def _take(players: list[QuietPlayer]) -> tuple[list[float], int]:
    """All waits since the last call, shortest first, and the number of unanswered messages."""
    waits = sorted(wait for player in players for wait in player.waits)
    unanswered = sum(player.unanswered for player in players)
    for player in players:
        player.waits, player.unanswered = [], 0
    return waits, unanswered


def _times(waits: list[float]) -> str:
    if not waits:
        return "nobody answered"
    return f"{1000 * statistics.median(waits):.1f} {1000 * waits[int(0.95 * len(waits))]:.1f}"
