"""Players who open a board, move and leave, for `benchmarks.correspondence`.

`python -m benchmarks.visitors FILE` prints JSON. Visits come at random times and don't wait for each other. Their times
count from the moment they were due, so a server that falls behind can't hide it. Each table has only one visit at a
time; the tables take turns.
"""

import asyncio
import json
import os
import random
import sys
import time
from collections import Counter, deque
from pathlib import Path
from typing import Any

import aiohttp
import psycopg

PARTS = ("page", "socket", "move", "visit")
PATIENCE = 20  # seconds
OPENED_AT_ONCE = 20
GZIP = {"Accept-Encoding": "gzip, deflate"}  # like browsers


class Visitors:
    def __init__(self, config: dict[str, Any], http: aiohttp.ClientSession) -> None:
        self.http = http
        self.urls: list[str] = config[
            "urls"
        ]  # of the web processes: each connection goes to a random one, as behind a proxy
        self.waiting = deque(random.sample(config["games"], len(config["games"])))
        self.idle: list[dict[str, Any]] = config["idle"]  # games whose players only keep their boards open
        self.processes: dict[str, list[int]] = config["processes"]
        self.until: str = config["until"]  # the last part of each visit
        self.database: str | None = config["database"]  # PostgreSQL's
        self.visiting: set[asyncio.Task[None]] = set()
        self.took: dict[str, list[float]] = {part: [] for part in PARTS}  # seconds
        self.trouble: Counter[str] = Counter()
        self.measuring = False

    async def measure(self, rate: float, warm_up: float, seconds: float) -> dict[str, Any]:
        await self._come(rate, warm_up)
        self.measuring, began, before = True, time.perf_counter(), self._spent()
        await self._come(rate, seconds)
        took, spent = time.perf_counter() - began, self._spent()
        while self.visiting:
            await asyncio.wait(self.visiting)
        self.measuring = False
        visits = len(self.took["visit"])
        row = {
            "rate": rate,
            "visits_a_second": visits / took,
            "ms": {name: _percentiles(times) for name, times in self.took.items()},
            "cpu_ms": {name: 1000 * (spent[name] - before[name]) / max(visits, 1) for name in spent},
            "busy": {name: (spent[name] - before[name]) / took for name in spent},
            "trouble": dict(self.trouble),
        }
        self.took = {part: [] for part in PARTS}
        self.trouble.clear()
        return row

    async def open_idle(self) -> None:
        """Open the boards that are only kept open."""
        gate = asyncio.Semaphore(OPENED_AT_ONCE)
        opened = [self._open_idle(game, seat, gate) for game in self.idle for seat in game["seats"]]
        self._boards = await asyncio.gather(*opened)

    async def _open_idle(
        self, game: dict[str, Any], seat: dict[str, Any], gate: asyncio.Semaphore
    ) -> asyncio.Task[None]:
        async with gate:
            socket = await self._socket(game, seat)
            await _message(socket)

        async def listen() -> None:
            async for _message in socket:
                pass
            self.trouble["a board was closed"] += 1

        return asyncio.create_task(listen())

    async def _come(self, rate: float, seconds: float) -> None:
        """Start visits at *rate* per second, for *seconds*."""
        due = time.perf_counter()
        end = due + seconds
        while (due := due + random.expovariate(rate)) < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if not self.waiting:
                self.trouble["nobody left to come"] += self.measuring
                continue
            visit = asyncio.create_task(self._visit(self.waiting.popleft(), due))
            self.visiting.add(visit)
            visit.add_done_callback(self.visiting.discard)

    async def _visit(self, game: dict[str, Any], due: float) -> None:
        counts, goes_on = self.measuring, True
        try:
            async with asyncio.timeout(PATIENCE):
                took, goes_on = await self._look_and_move(game, due)
        except (TimeoutError, aiohttp.ClientError, ConnectionError) as failure:
            self.trouble[f"{type(failure).__name__} {failure}"[:80]] += counts
        else:
            for name, seconds in took.items() if counts else ():
                self.took[name].append(seconds)
        if goes_on:
            self.waiting.append(game)

    async def _look_and_move(self, game: dict[str, Any], due: float) -> tuple[dict[str, float], bool]:
        """How long each part took, and whether the game continues."""
        seat = game["seats"][number := game["turn"]]
        async with self.http.get(f"{self._url()}/g/{game['id']}/", headers=_headers(seat) | GZIP) as page:
            page.raise_for_status()
            await page.read()
        opened = time.perf_counter()
        if self.until == "page":
            return {"page": opened - due, "visit": opened - due}, True
        socket = await self._socket(game, seat)
        try:
            view = await _message(socket)
            seen = moved = time.perf_counter()
            if self.until == "socket":
                pass
            elif view["view"]["round"]["turn"] == number:
                text = random.choice(view["view"]["round"]["legal"])
                await socket.send_json({"type": "seen", "version": view["version"]})
                await socket.send_json({"type": "move", "version": view["version"], "move": text, "key": text})
                done = None
                while done is None or view["version"] < done:
                    message = await _message(socket)
                    if message["type"] == "done":
                        done, moved = message["version"], time.perf_counter()
                    else:
                        view = message
            else:
                self.trouble["not their turn"] += self.measuring
        finally:
            await socket.close()
        ended = time.perf_counter()
        goes_on = view["view"]["status"] == "playing"
        game["turn"] = view["view"]["round"]["turn"]
        took = {"page": opened - due, "socket": seen - opened, "move": moved - seen, "visit": ended - due}
        return took, goes_on

    def _url(self) -> str:
        return random.choice(self.urls)

    async def _socket(self, game: dict[str, Any], seat: dict[str, Any]) -> aiohttp.ClientWebSocketResponse:
        address = f"{self._url()}/ws/games/{game['id']}/"
        return await self.http.ws_connect(address, headers=_headers(seat), max_msg_size=0)

    def _spent(self) -> dict[str, float]:
        """CPU seconds of all processes involved, by kind."""
        spent = {name: sum(map(cpu_seconds, pids)) for name, pids in self.processes.items()}
        if self.database:
            spent["PostgreSQL"] = sum(map(cpu_seconds, _backends(self.database)))
        return spent | {"visitors": time.process_time()}


def _headers(seat: dict[str, Any]) -> dict[str, str]:
    """Gives each player an address of their own; otherwise the limits of one address would apply to all."""
    cookie = seat["cookies"]["sessionid"]
    place = random.Random(cookie).getrandbits(24).to_bytes(3, "big")
    return {"Cookie": f"sessionid={cookie}", "X-Forwarded-For": ".".join(map(str, (10, *place)))}


async def _message(socket: aiohttp.ClientWebSocketResponse) -> dict[str, Any]:
    """The next view, or "done"."""
    message: dict[str, Any] = await socket.receive_json()
    if message["type"] not in {"view", "done"}:
        raise aiohttp.ClientError(f"heard {message}")
    return message


def cpu_seconds(pid: int) -> float:
    """CPU time that the process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _backends(database: str) -> list[int]:
    """The ids of PostgreSQL's processes for this database."""
    with psycopg.connect(database) as connection:
        asked = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        return [pid for (pid,) in connection.execute(asked)]


def _percentiles(times: list[float]) -> dict[str, float]:
    ordered = sorted(times) or [float("nan")]
    return {name: 1000 * ordered[int(part * len(ordered))] for name, part in (("50", 0.5), ("95", 0.95), ("99", 0.99))}


async def visit(config: dict[str, Any]) -> None:
    """Prints a line of JSON for each rate."""
    everybody = aiohttp.TCPConnector(limit=0, keepalive_timeout=60)
    async with aiohttp.ClientSession(connector=everybody, cookie_jar=aiohttp.DummyCookieJar()) as http:
        visitors = Visitors(config, http)
        await visitors.open_idle()
        for rate in config["rates"]:
            row = await visitors.measure(rate, config["warm_up"], config["seconds"])
            sys.stdout.write(json.dumps(row) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    chosen = json.loads(Path(sys.argv[1]).read_text())
    os.sched_setaffinity(0, {chosen["core"]})
    random.seed(1)
    asyncio.run(visit(chosen))
