"""`python -m benchmarks.bots`: how games with computers slow down people, and how fast computers answer.

One Daphne process on SQLite, as `make run` starts it, has one core together with its worker and minds; everything else
has the other. Ten games of two people are played with pauses, first alone, then beside 20 games of guests against a
computer (strong), as fast as people play. In both, we measure how long people wait for *done*, and how long guests wait
for the computer's move after their own. Three times, because the worst run decides whether a goal is met.
"""

import argparse
import asyncio
import os
import random
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed

from benchmarks.flood import GAMES, QuietPlayer
from benchmarks.goals import ENOUGH_RUNS, Goal, Verdict
from benchmarks.server import DRIVER_CORE, QUIET, pin
from tests.live.client import Player
from tests.live.computers import against_computers
from tests.live.server import LiveServer

AGAINST = 20  # games with computers
THINKS = (0.5, 1.5)  # seconds that a guest takes per move
LONG = {"variant": "brettspielnetz", "options": {"end": "rounds:200"}}
SLOWED = Goal("people's p99 beside games with computers, times alone", 1.3, at_least=False)
REPLY = Goal("a computer's reply, p95 in seconds", 0.3, at_least=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20, help="of each of the two measurements")
    parser.add_argument("--runs", type=int, default=ENOUGH_RUNS, help="with fewer than three, no goal counts as met")
    parser.add_argument("--games", type=int, default=AGAINST, help="with computers")
    parser.add_argument("--level", default="strong", help="of the computers")
    chosen = parser.parse_args()
    os.sched_setaffinity(0, {DRIVER_CORE})
    slowed, replies = [], []
    print(f"{'seconds':36}{'number':>8}{'p50':>8}{'p95':>8}{'p99':>8}")
    for _run in range(chosen.runs):
        with tempfile.TemporaryDirectory() as folder:
            server = LiveServer(Path(folder), env=QUIET).migrate()
            people = server.seed(games=GAMES, clock="none", **LONG)["games"]
            with server:
                pin(server.pid)
                ratio, reply = asyncio.run(measure(server, people, chosen.games, chosen.level, chosen.seconds))
                slowed.append(ratio)
                replies.append(reply)
    print(Verdict(SLOWED, slowed), Verdict(REPLY, replies), sep="\n")


async def measure(server: LiveServer, games: list[Any], number: int, level: str, seconds: float) -> tuple[float, float]:
    """By how much people's p99 grows beside computers, and the p95 of the computers' replies in seconds."""
    people = [QuietPlayer(server, game, seat, random.Random(seat)) for game in games for seat in (0, 1)]
    against = [against_computers(server, {"1": level}, **LONG) for _ in range(number)]
    replies: list[float] = []
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(player.play()) for player in people]
        await asyncio.sleep(2)
        alone = await waits(people, seconds)
        tasks += [group.create_task(play(server, game, n, replies)) for n, game in enumerate(against)]
        await asyncio.sleep(5)  # until the minds have started
        replies.clear()
        beside = await waits(people, seconds)
        for task in tasks:
            task.cancel()
    for name, found in [
        ("people's moves and pings alone", alone),
        (f"… beside {number} games with computers", beside),
        ("replies of computers", sorted(replies)),
    ]:
        print(f"{name:36}{len(found):>8}" + "".join(f"{found[int(p * len(found))]:>8.3f}" for p in (0.5, 0.95, 0.99)))
    return at(beside, 0.99) / at(alone, 0.99), at(sorted(replies), 0.95)


async def waits(people: list[QuietPlayer], seconds: float) -> list[float]:
    """How long the players wait for answers within the next *seconds*, shortest first."""
    for player in people:
        player.waits = []
    await asyncio.sleep(seconds)
    return sorted(wait for player in people for wait in player.waits)


async def play(server: LiveServer, game: dict[str, Any], number: int, replies: list[float]) -> None:
    """A guest against a computer; appends the seconds from their move to the computer's to *replies*."""
    rng = random.Random(number)
    with suppress(ConnectionError, ConnectionClosed):
        async with Player(server, game, 0, rng) as ada:
            while ada.view["status"] == "playing":
                await ada.until(lambda: ada.legal or ada.view["status"] != "playing")
                await asyncio.sleep(rng.uniform(*THINKS))
                if not ada.legal:
                    continue
                answer = await ada.move()
                await ada.shows(answer["version"])
                if not ada.legal and ada.view["status"] == "playing":
                    began, version = time.perf_counter(), ada.version
                    await ada.until(lambda version=version: ada.version > version)
                    replies.append(time.perf_counter() - began)


def at(found: list[float], part: float) -> float:
    return found[int(part * len(found))]


if __name__ == "__main__":
    main()
