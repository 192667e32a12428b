"""`python -m benchmarks.flood`: how sockets that send as much as they can slow down people.

One Daphne process on SQLite, as `make run` starts it. Ten quiet games are played and every player pings. We measure
their waits first alone, then beside 1, 3 and 10 attackers (benchmarks/flooding.py), each in a process of its own and a
player of the site. The server has one core, everything else the other. All connect from one address.
"""

import argparse
import asyncio
import multiprocessing
import os
import random
import statistics
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import orjson
from websockets.asyncio.client import connect

from benchmarks.flooding import KINDS, Told, flood
from benchmarks.server import DRIVER_CORE, QUIET, pin, resident_kb
from tests.live.server import LiveServer

GAMES = 10
PAUSE = 0.25  # seconds between two messages of a quiet player
ALONE = 4  # seconds
PATIENCE = 10  # seconds; after that, a message counts as unanswered


class QuietPlayer:
    """Pings and moves now and then; *waits* collects the seconds until each answer."""

    def __init__(self, server: LiveServer, game: dict[str, Any], seat: int, rng: random.Random) -> None:
        cookie = "; ".join(f"{name}={value}" for name, value in game["seats"][seat]["cookies"].items())
        path = f"ws://127.0.0.1:{server.port}/ws/games/{game['id']}/"
        self._opening = connect(path, additional_headers={"Cookie": cookie}, ping_interval=None, max_queue=None)
        self.seat, self.rng = seat, rng
        self.view: dict[str, Any] = {}
        self.waits: list[float] = []
        self.unanswered = 0

    async def play(self) -> None:
        async with self._opening as socket:
            self.view = orjson.loads(await socket.recv())["view"]
            while True:
                await asyncio.sleep(self.rng.uniform(0.5, 1.5) * PAUSE)
                version = self.view["version"]
                legal = (self.view["round"] or {}).get("legal") if self.view["status"] == "playing" else None
                message: dict[str, Any] = {"type": "ping", "version": version}
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

    async def _answer(self, socket: Any, to: str) -> None:
        """The answer to a move is done or refused; to a ping, pong or a newer view."""
        while True:
            message = orjson.loads(await socket.recv())
            if message["type"] == "view":
                self.view = message["view"]
            if message["type"] in ({"pong", "view"} if to == "ping" else {"done", "refused"}):
                return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=8, help="of each attack")
    parser.add_argument("--kinds", nargs="+", choices=[*KINDS, "mixed"], default=[*KINDS, "mixed"])
    parser.add_argument("--sockets", nargs="+", type=int, default=[1, 3, 10])
    parser.add_argument("--apart", action="store_true", help="give each attacker an address of its own")
    chosen = parser.parse_args()
    os.sched_setaffinity(0, {DRIVER_CORE})
    print(f"{'attack':10}{'sockets':>8}{'quiet p50 p95 ms':>18}{'attacked p50 p95 ms':>21}{'unanswered':>11}", end="")
    print(f"{'MB':>6}{'peak':>6}{'said':>11}{'closed after':>14}  how")
    for kind in chosen.kinds:
        for count in chosen.sockets:
            with tempfile.TemporaryDirectory() as folder:
                server = LiveServer(Path(folder), env=QUIET | {"LIMITS": "1"}).migrate()
                games = server.seed(games=GAMES + count, variant="brettspielnetz", clock="none", moves=6)["games"]
                with server:
                    pin(server.pid)
                    asyncio.run(measure(server, kind, games[:GAMES], games[GAMES:], chosen))


async def measure(server: LiveServer, kind: str, quiet: list[Any], attacked: list[Any], chosen: Any) -> None:
    players = [QuietPlayer(server, game, seat, random.Random(seat)) for game in quiet for seat in (0, 1)]
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(player.play()) for player in players]
        await asyncio.sleep(1)
        take(players)
        await asyncio.sleep(ALONE)
        alone, _ = take(players)
        before = peak = resident_kb(server.pid)
        with multiprocessing.get_context("spawn").Pool(len(attacked), os.nice, [5]) as pool:
            kinds = [kind if kind != "mixed" else KINDS[n % len(KINDS)] for n in range(len(attacked))]
            work = [
                (each, f"127.0.0.{2 + n if chosen.apart else 1}", server.port, f"/ws/games/{game['id']}/",
                 f"sessionid={game['seats'][0]['cookies']['sessionid']}", chosen.seconds)
                for n, (each, game) in enumerate(zip(kinds, attacked, strict=True))
            ]  # fmt: skip
            told = pool.starmap_async(flood, work, chunksize=1)
            end = time.monotonic() + chosen.seconds + 1
            while not told.ready() and time.monotonic() < end + 2 * PATIENCE:
                await asyncio.sleep(0.1)
                peak = max(peak, resident_kb(server.pid))
            beside, unanswered = take(players)
            row(kind, alone, beside, unanswered, (before, peak), told.get(timeout=5))
        for task in tasks:
            task.cancel()


def take(players: list[QuietPlayer]) -> tuple[list[float], int]:
    """All waits since the last call, shortest first, and the number of unanswered messages."""
    waits = sorted(wait for player in players for wait in player.waits)
    unanswered = sum(player.unanswered for player in players)
    for player in players:
        player.waits, player.unanswered = [], 0
    return waits, unanswered


def row(
    kind: str, alone: list[float], beside: list[float], unanswered: int, kb: tuple[int, int], told: list[Told]
) -> None:
    endings = sum((one.endings for one in told), Counter[str]())
    closed = [one.first_closed for one in told if one.first_closed is not None]
    after = f"{max(closed):.1f} s {len(closed)}/{len(told)}" if closed else "never"
    print(
        f"{kind:10}{len(told):>8}{times(alone):>18}{times(beside):>21}{unanswered:>11}{kb[0] / 1024:>6.0f}"
        f"{kb[1] / 1024:>6.0f}{sum(one.messages for one in told):>11,}{after:>14}  "
        + ", ".join(f"{how}: {count}" for how, count in endings.most_common(4)),
        flush=True,
    )


def times(waits: list[float]) -> str:
    if not waits:
        return "nobody answered"
    return f"{1000 * statistics.median(waits):.1f} {1000 * waits[int(0.95 * len(waits))]:.1f}"


if __name__ == "__main__":
    main()
