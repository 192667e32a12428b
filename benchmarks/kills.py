"""Is every acknowledged move still there when processes are killed with SIGKILL during play?

`python -m benchmarks.kills` plays on SQLite, and on PostgreSQL and Redis with two web processes, with the seats of a
game on different ones. One process after another is killed and restarted, including the worker. In the end, every
acknowledged move must be stored exactly once, and every finished game counted. Fails if a move is lost.
"""

import argparse
import asyncio
import contextlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg

from benchmarks.server import QUIET, REDIS, postgres_database
from tests.live.client import Player
from tests.live.server import LiveServer, children

TOGETHER = 12  # games
PLAYING_SECONDS = 2.0
SETTLING_SECONDS = 20
RULES = {"variant": "brettspielnetz", "options": {"end": "rounds:2"}, "clock": "none"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20, help="on each of the two")
    chosen = parser.parse_args()
    lost = 0
    with tempfile.TemporaryDirectory() as folder:
        lost += Killed("SQLite", LiveServer(Path(folder), env=QUIET)).run(chosen.kills)
    with tempfile.TemporaryDirectory() as folder, postgres_database("boneyard_kills") as url:
        if url:
            env = QUIET | {"DATABASE_URL": url, "REDIS_URL": REDIS}
            webs = [LiveServer(Path(tempfile.mkdtemp(dir=folder)), env=env) for _ in range(2)]
            lost += Killed("PostgreSQL, Redis, two web processes", *webs).run(chosen.kills)
    sys.exit(bool(lost))


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
            wrong = self.wrong()
        print(f"{self.name}: {kills} kills {killed}, {len(self.acknowledged)} moves acknowledged; {wrong}")
        return sum(wrong.values())

    async def play(self, games: list[dict[str, Any]], who: int | None) -> None:
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


if __name__ == "__main__":
    main()
