"""Is every acknowledged move still there when processes are killed with SIGKILL during play?

`python -m benchmarks.kills` plays on SQLite, and on PostgreSQL and Redis with two web processes, with the seats of a
game on different ones. One process after another is killed and restarted, including the worker. In the end, every
acknowledged move must be stored exactly once, and every finished game counted. Fails if a move is lost.

`--failover` kills the primary of two PostgreSQL servers instead, and promotes its synchronous standby. The site's
processes run on. `--isolation serializable` plays on PostgreSQL as distributed databases isolate transactions.
"""

import argparse
import asyncio
import contextlib
import math
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

from benchmarks import clusters
from benchmarks.clusters import Cluster, primary_and_standby
from benchmarks.goals import Row
from benchmarks.server import QUIET, REDIS, postgres_database
from tests.live.client import Player
from tests.live.server import LiveServer, children

TOGETHER = 12  # games
PLAYING_SECONDS = 2.0
SETTLING_SECONDS = 20
PARTITION = Path("deploy/partition.sql")
CONFLICTS = re.compile(r"^boneyard_conflicts_total (.*)", re.MULTILINE)
UNTIL_NOTICED = 3.0  # seconds until whoever watches the primary promotes the standby
RULES = {"variant": "brettspielnetz", "options": {"end": "rounds:2"}, "clock": "none"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20, help="on each of the two")
    parser.add_argument("--isolation", default="", help="of PostgreSQL's transactions, such as serializable")
    parser.add_argument("--partitioned", action="store_true", help="PostgreSQL's tables, by deploy/partition.sql")
    parser.add_argument("--failover", action="store_true", help="kill the primary, and promote its standby")
    chosen = parser.parse_args()
    if chosen.failover:
        sys.exit(bool(fail_over()))
    lost = 0
    with tempfile.TemporaryDirectory() as folder:
        lost += Killed("SQLite", LiveServer(Path(folder), env=QUIET)).run(chosen.kills)
    with tempfile.TemporaryDirectory() as folder, postgres_database("boneyard_kills") as url:
        if url:
            if chosen.isolation:
                url += "?options=-c%20default_transaction_isolation%3D" + quote(chosen.isolation.replace(" ", "\\ "))
            env = QUIET | {"DATABASE_URL": url, "REDIS_URL": REDIS}
            webs = [LiveServer(Path(tempfile.mkdtemp(dir=folder)), env=env) for _ in range(2)]
            killed = Killed("PostgreSQL, Redis, two web processes", *webs)
            if chosen.partitioned:
                with psycopg.connect(url) as database:
                    database.execute(PARTITION.read_bytes())
            lost += killed.run(chosen.kills)
    sys.exit(bool(lost))


def fail_over() -> int:
    with tempfile.TemporaryDirectory() as folder, primary_and_standby(Path(folder)) as (primary, standby):
        env = QUIET | {"DATABASE_URL": clusters.url("postgres"), "REDIS_URL": REDIS}
        with tempfile.TemporaryDirectory() as ours:
            webs = [LiveServer(Path(tempfile.mkdtemp(dir=ours)), env=env) for _ in range(2)]
            return FailedOver("Primary and standby, Redis, two web processes", *webs).run_over(primary, standby)


class Killed:
    """A site whose processes are killed in turns during play."""

    def __init__(self, name: str, *webs: LiveServer) -> None:
        self.name, self.webs = name, webs
        self.worker: subprocess.Popen[bytes] | None = None
        self.acknowledged: list[str] = []
        webs[0].migrate()

    def run(self, kills: int) -> int:
        """The number of moves that were lost or stored twice."""
        rng, killed = random.Random(1), dict[str, int]()
        with contextlib.ExitStack() as running:
            for web in self.webs:
                running.enter_context(web)
            running.callback(self.end_worker)
            for _ in range(kills):
                games = self.webs[0].seed(games=TOGETHER, **RULES)["games"]
                who = rng.choice([*range(len(self.webs)), None])  # None: the worker
                self.start_worker()
                asyncio.run(self.play(games, who))
                name = "worker" if who is None else f"web {who + 1}"
                killed[name] = killed.get(name, 0) + 1
            again = self.conflicts()
            wrong = self.wrong()
        print(f"{self.name}: {again} transactions run again since the last restart of each web process")
        print(f"{self.name}: {kills} kills {killed}, {len(self.acknowledged)} moves acknowledged; {wrong}")
        return sum(wrong.values())

    async def play(self, games: list[Row], who: int | None) -> None:
        """Play for a while, kill that process, and restart it."""
        players = [Player(self.webs[seat % len(self.webs)], game, seat) for game in games for seat in (0, 1)]
        async with contextlib.AsyncExitStack() as tables:
            for player in players:
                await tables.enter_async_context(player)
            playing = asyncio.gather(*(player.keep_playing() for player in players))
            await asyncio.sleep(PLAYING_SECONDS)
            if who is None:
                self.kill_worker()
                await asyncio.sleep(PLAYING_SECONDS / 2)
            else:
                await asyncio.to_thread(self.webs[who].kill9)
            playing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await playing
        self.acknowledged += [key for player in players for key in player.acknowledged]
        if who is not None:
            await asyncio.to_thread(self.webs[who].start)

    def conflicts(self) -> int:
        """How many transactions the web processes ran again."""
        total = 0.0
        for web in self.webs:
            with urllib.request.urlopen(f"{web.url}/metrics", timeout=5) as page:
                total += sum(map(float, CONFLICTS.findall(page.read().decode())))
        return round(total)

    # ---- The worker: a child of the web process, or a separate process

    def start_worker(self) -> None:
        web = self.webs[0]
        if web.env["REDIS_URL"] and (self.worker is None or self.worker.poll() is not None):
            command = [web.python, "manage.py", "worker"]
            self.worker = subprocess.Popen(command, cwd=web.root, env=web.env, stdout=subprocess.DEVNULL)

    def kill_worker(self) -> None:
        for pid in [self.worker.pid] if self.worker else children(self.webs[0].pid):
            os.kill(pid, signal.SIGKILL)
        if self.worker:
            self.worker.wait()

    def end_worker(self) -> None:
        if self.worker:
            self.worker.terminate()
            self.worker.wait()

    # ---- Checks at the end

    def wrong(self) -> dict[str, int]:
        self.start_worker()
        with contextlib.closing(self.database()) as database:

            def column(asked: str) -> list[Any]:
                return [each for (each,) in database.execute(asked).fetchall()]

            until = time.monotonic() + SETTLING_SECONDS
            while unsettled := column("SELECT id FROM games_game WHERE settle_at IS NOT NULL"):
                if time.monotonic() > until:
                    break
                time.sleep(0.5)
            stored = column("SELECT key FROM games_move WHERE key <> ''")
        lost = set(self.acknowledged) - set(stored)
        return {"lost": len(lost), "stored twice": len(stored) - len(set(stored)), "not settled": len(unsettled)}

    def database(self) -> Any:
        url = self.webs[0].env["DATABASE_URL"]
        if url.startswith("sqlite"):
            return sqlite3.connect(url.removeprefix("sqlite:///"))
        return psycopg.connect(url, autocommit=True)


class FailedOver(Killed):
    """A site whose PostgreSQL fails during play, and whose standby takes over."""

    def run_over(self, primary: Cluster, standby: Cluster) -> int:
        with contextlib.ExitStack() as running:
            for web in self.webs:
                running.enter_context(web)
            running.callback(self.end_worker)
            self.start_worker()
            games = self.webs[0].seed(games=2 * TOGETHER, **(RULES | {"options": {"end": "rounds:1"}}))["games"]
            asyncio.run(self.play_over(games, primary, standby))
            wrong = self.wrong()
        print(f"{self.name}: {len(self.acknowledged)} moves acknowledged; {wrong}")
        return sum(wrong.values())

    async def play_over(self, games: list[Row], primary: Cluster, standby: Cluster) -> None:
        players = [Patient(self.webs[seat % len(self.webs)], game, seat) for game in games for seat in (0, 1)]
        async with contextlib.AsyncExitStack() as tables:
            for player in players:
                await tables.enter_async_context(player)
            playing = asyncio.gather(*(player.keep_playing(0.3) for player in players))
            await asyncio.sleep(2 * PLAYING_SECONDS)
            before = sum(len(player.acknowledged) for player in players)
            began = time.monotonic()
            await asyncio.to_thread(primary.kill9)
            await asyncio.sleep(UNTIL_NOTICED)
            await asyncio.to_thread(standby.promote)
            promoted = time.monotonic()
            await asyncio.sleep(6 * PLAYING_SECONDS)
            playing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await playing
            cut = sum(player.cut for player in players)
        self.acknowledged += [key for player in players for key in player.acknowledged]
        late = [[at - promoted for at in player.answered if at > promoted] for player in players]
        assert self.worker is not None
        print(
            f"{before} moves before the kill; promoted {promoted - began:.1f} s after it.\n"
            f"Players whose move was stored after that: {sum(map(bool, late))} of {len(players)}, "
            f"the first {min(map(min, filter(None, late)), default=math.inf):.1f} s later, "
            f"the last {max(map(min, filter(None, late)), default=math.inf):.1f} s later.\n"
            f"Sockets that closed: {cut}. Answers that the database is away: {sum(each.refused for each in players)}. "
            f"The worker {'still runs' if self.worker.poll() is None else 'has ended'}; "
            f"{sum(player.view['status'] == 'finished' for player in players) // 2} games have ended."
        )


class Patient(Player):
    """Sends a move again, with its key, if the database was away."""

    def __init__(self, *known: Any) -> None:
        super().__init__(*known)
        self.answered: list[float] = []  # when
        self.refused = 0

    async def move(self, text: str | None = None, *, seconds: float = 60) -> Row:
        text, version = text or self.rng.choice(self.legal), self.version
        key = await self.send(text, version)
        while True:
            await self.until(lambda: key in self.answers, seconds=seconds)
            answer = self.answers.pop(key)
            if answer["type"] == "done":
                self.answered.append(time.monotonic())
                return answer
            self.refused += 1
            if answer["code"] not in {"away", "busy"}:
                return {"version": self.version}
            await asyncio.sleep(0.3)
            await self.send(text, version, key)


if __name__ == "__main__":
    main()
