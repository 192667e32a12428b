"""`python -m benchmarks.bots_killed`: games with computers while minds and servers are killed, again and again.

Guests play against computers of all kinds, 25 games at a time, on one Daphne with SQLite. Every half second a mind is
killed, every few seconds the server. In the end, every game must be finished, and no move made twice.
"""

import argparse
import asyncio
import contextlib
import os
import random
import signal
import tempfile
import time
from pathlib import Path

from tests.live.computers import a_game, gone, minds, play, stored
from tests.live.server import LiveServer

LEVELS = [
    {"1": "strong"},
    {"1": "good"},
    {"1": "solid", "2": "strong"},
    {"1": "good", "2": "strong", "3": "beginner"},
]
AT_ONCE = 25  # games
PAUSE = {"COMPUTER_PAUSE_SECONDS": "0.05"}  # a computer's pause; short, so that more is under way at a kill


class Killed:
    """Counts the kills; *up* is set while the server runs."""

    def __init__(self, server: LiveServer) -> None:
        self.server, self.up, self.rng = server, asyncio.Event(), random.Random(1)
        self.minds = self.servers = 0
        self.up.set()

    async def kill_minds(self) -> None:
        while True:
            await asyncio.sleep(0.5)
            if self.up.is_set() and (there := minds(self.server)):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self.rng.choice(there), signal.SIGKILL)
                    self.minds += 1

    async def kill_servers(self, times: int) -> None:
        for _ in range(times):
            await asyncio.sleep(self.rng.uniform(3, 8))
            self.up.clear()
            orphans = minds(self.server)
            await asyncio.to_thread(self.server.kill9)
            await asyncio.to_thread(gone, orphans)
            await asyncio.to_thread(self.server.start)
            self.up.set()
            self.servers += 1

    async def play(self, number: int, gate: asyncio.Semaphore) -> None:
        async with gate:
            game = None
            while game is None:
                await self.up.wait()
                try:
                    game = await asyncio.to_thread(a_game, self.server, LEVELS[number % len(LEVELS)])
                except OSError:
                    await asyncio.sleep(0.5)
            await play(self.server, game, self.up, self.rng)


async def measure(server: LiveServer, games: int, servers: int) -> None:
    killed, gate, began = Killed(server), asyncio.Semaphore(AT_ONCE), time.monotonic()
    killing = [asyncio.create_task(killed.kill_minds()), asyncio.create_task(killed.kill_servers(servers))]
    await asyncio.gather(*(killed.play(number, gate) for number in range(games)))
    for task in killing:
        task.cancel()
    await asyncio.wait(killing)
    finished = dict(stored(server.folder, "SELECT status, count(*) FROM games_game GROUP BY 1")).get("finished", 0)
    ((moves, once),) = stored(
        server.folder, "SELECT count(*), count(DISTINCT key) FROM games_move WHERE by = 'bot' AND key <> ''"
    )
    print(f"{killed.minds} minds and {killed.servers} servers killed in {time.monotonic() - began:.0f} s")
    print(f"{finished} of {games} games finished; {moves} moves of computers, {moves - once} of them made twice")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--servers", type=int, default=20, help="how often the server is killed")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = LiveServer(Path(folder), env=PAUSE | {"LOG_LEVEL": "ERROR"}).migrate()
        with server:
            asyncio.run(measure(server, chosen.games, chosen.servers))


if __name__ == "__main__":
    main()
