"""Players for the benchmark, in a process of their own: `python -m benchmarks.driver '{…}'` prints JSON.

Every game has a websocket for each seat. Who is on turn picks a random one of the legal moves in
the view the server sent. Only so many games are played at a time; when one is over the next
begins, whose players have been sitting at their boards since before the measurement.
"""

import asyncio
import json
import os
import random
import statistics
import sys
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

CONNECTING_AT_ONCE = 20


@dataclass
class Measured:
    """What happened while `on`: moves acknowledged, seconds from sending to the opponent's view."""

    on: bool = False
    moves: int = 0
    games: int = 0
    refused: int = 0
    view_bytes: int = 0
    views: int = 0
    waits: list[float] = field(default_factory=list)


class PlayedGame:
    def __init__(self, load: "Load", game: dict[str, Any]) -> None:
        self.load, self.game = load, game
        self.sockets: list[ClientConnection | None] = [None] * len(game["seats"])
        self.version = -1  # of the newest view that anybody has seen
        self.sent_version = -1
        self.sent_at: float | None = None
        self.sent_by = 0
        self.ready: tuple[int, list[str], int] | None = None  # seat, legal moves, version: a move that can be sent
        self.playing = False
        self.over = asyncio.Event()

    async def sit(self) -> None:
        """Keep a socket for each seat open until the game is over."""
        await asyncio.gather(*(self._sit(seat) for seat in range(len(self.sockets))))

    async def play(self) -> None:
        self.playing = True
        if not self.load.rate:
            await self.send()
        await self.over.wait()

    async def _sit(self, seat: int) -> None:
        cookie = "; ".join(f"{name}={value}" for name, value in self.game["seats"][seat]["cookies"].items())
        async with self.load.connecting:
            socket = await connect(
                f"{self.load.url}/ws/games/{self.game['id']}/",
                additional_headers={"Cookie": cookie},
                compression=None,
                ping_interval=None,
                max_queue=None,
            )
        self.sockets[seat] = socket
        self.load.open_sockets += 1
        try:
            async for text in socket:
                if await self._hear(seat, text):
                    break
        except ConnectionClosed:
            self.load.lost += 1
        finally:
            self.over.set()
            self.load.open_sockets -= 1
            await socket.close()

    async def _hear(self, seat: int, text: str | bytes) -> bool:
        """True when the game is over."""
        now = time.perf_counter()
        message = orjson.loads(text)
        measured = self.load.measured
        if message["type"] == "done":
            measured.moves += measured.on
        elif message["type"] == "refused":
            measured.refused += 1
        elif message["type"] == "view":
            if self.sent_at is not None and seat != self.sent_by and message["version"] > self.sent_version:
                if measured.on:
                    measured.waits.append(now - self.sent_at)
                    measured.view_bytes += len(text)
                    measured.views += 1
                self.sent_at = None
            view = message["view"]
            if view["status"] != "playing":
                measured.games += measured.on and seat == 0
                return True
            if view["round"]["turn"] == seat and message["version"] > self.sent_version:
                self.ready = seat, view["round"]["legal"], message["version"]
                if self.playing and not self.load.rate:
                    await self.send()
        return False

    async def send(self) -> None:
        if self.ready is None:
            return
        (seat, legal, version), self.ready = self.ready, None
        socket = self.sockets[seat]
        assert socket is not None
        self.sent_version, self.sent_by, self.sent_at = version, seat, time.perf_counter()
        key = f"{version}-{random.random()}"
        await socket.send(
            orjson.dumps({"type": "move", "version": version, "move": random.choice(legal), "key": key}).decode()
        )


class Load:
    def __init__(self, config: dict[str, Any]) -> None:
        self.url: str = config["url"]
        self.server: int = config["server"]  # its process, to read what it costs
        self.rate: float = config.get("rate", 0)  # moves a second; 0: as fast as the server goes
        self.waiting = deque(PlayedGame(self, game) for game in config["games"])
        self.together: int = config.get("together", 50)
        self.measured = Measured()
        self.running: set[PlayedGame] = set()
        self.connecting = asyncio.Semaphore(CONNECTING_AT_ONCE)
        self.open_sockets = 0
        self.lost = 0
        self.ran_out = False

    async def measure(self, warm_up: float, seconds: float) -> dict[str, Any]:
        tasks = await self._open_all()
        tasks += [asyncio.create_task(self._table()) for _ in range(self.together)]
        if self.rate:
            tasks.append(asyncio.create_task(self._pace()))
        await asyncio.sleep(warm_up)
        measured = self.measured
        measured.on, began, cpu, server = True, time.perf_counter(), time.process_time(), cpu_seconds(self.server)
        await asyncio.sleep(seconds)
        measured.on = False
        took, busy = time.perf_counter() - began, time.process_time() - cpu
        server_busy = (cpu_seconds(self.server) - server) / took
        sockets = self.open_sockets
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        waits = sorted(measured.waits)
        return {
            "moves_a_second": measured.moves / took,
            "p50_ms": 1000 * statistics.median(waits) if waits else None,
            "p99_ms": 1000 * waits[int(0.99 * len(waits))] if waits else None,
            "moves": measured.moves,
            "games": measured.games,
            "refused": measured.refused,
            "lost": self.lost,
            "sockets": sockets,
            "view_bytes": measured.view_bytes // max(measured.views, 1),
            "driver_busy": busy / took,
            "server_busy": server_busy,
            "ran_out": self.ran_out,
        }

    async def _table(self) -> None:
        while self.waiting:
            game = self.waiting.popleft()
            self.running.add(game)
            try:
                await game.play()
            finally:
                self.running.discard(game)
        self.ran_out = True

    async def _pace(self) -> None:
        """One move of a random game that waits for one, at every beat."""
        beat = time.perf_counter()
        while True:
            beat += 1 / self.rate
            await asyncio.sleep(max(0.0, beat - time.perf_counter()))
            if ready := [game for game in self.running if game.ready and game.sent_at is None]:
                await random.choice(ready).send()

    async def _open_all(self) -> list[asyncio.Task[None]]:
        tasks = [asyncio.create_task(game.sit()) for game in self.waiting]
        wanted = sum(len(game.sockets) for game in self.waiting)
        while self.open_sockets < wanted:
            for task in tasks:
                if task.done():
                    task.result()
            await asyncio.sleep(0.05)
        return tasks

    async def sit_idle(self) -> None:
        """Open every socket of every game, say "open", and stay until the input ends."""
        tasks = await self._open_all()
        await asyncio.sleep(1)
        sys.stdout.write("open\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.read)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    with open(sys.argv[1], "rb") as file:  # noqa: PTH123
        config = json.load(file)
    if (core := config.get("core")) is not None:
        os.sched_setaffinity(0, {core})
    random.seed(config.get("seed", 1))
    load = Load(config)
    if config.get("idle"):
        asyncio.run(load.sit_idle())
    else:
        json.dump(asyncio.run(load.measure(config["warm_up"], config["seconds"])), sys.stdout)


if __name__ == "__main__":
    main()
