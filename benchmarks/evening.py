"""`python -m benchmarks.evening`: an evening of 200 people on one process with SQLite, and how long their moves take.

The same people first play games that no tournament began, each at a table of two with a move every `--think` seconds
or so: a quiet site with the same moves. Then a Swiss of single games in three rounds: a round begins as soon as the one
before has ended, 100 games at once, while the first tables move already. The goal: the evening's p95 of moves is at
most twice the quiet one. The site has one core, the people the other.
"""

import argparse
import asyncio
import contextlib
import os
import random
import statistics
import tempfile
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from benchmarks.beside import PATIENCE, SETTLES, ask
from benchmarks.goals import Row
from benchmarks.server import DRIVER_CORE, QUIET, worker_of
from tests.live.server import LiveServer

MINUTES = 5  # of a round, at most
MOST_ROUNDS = 3
BEGINS = 5  # seconds from a round's start that count as its beginning
PLAYING = """
    SELECT seat.player_id, game.public_id, seat.number FROM games_seat seat JOIN games_game game
    ON game.id = seat.game_id WHERE game.status = 'playing' AND game.appointed = {appointed}
"""


@dataclass
class Evening:
    """What people see, and what they waited for their moves: when, and how long, in seconds."""

    site: LiveServer
    think: float
    games: dict[int, tuple[str, int]] = field(default_factory=dict)  # by person: their game and seat
    moves: list[tuple[float, float]] = field(default_factory=list)
    unanswered: int = 0

    async def look(self, appointed: bool) -> None:
        """Find everybody's games, as their pages would."""
        rows = await asyncio.to_thread(ask, self.site, PLAYING.format(appointed=int(appointed)))
        self.games = {int(str(person)): (str(game), int(str(seat))) for person, game, seat in rows}

    async def person(self, key: int, cookies: dict[str, str], chance: random.Random) -> None:
        """Play one game after the other."""
        cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        while True:
            if (mine := self.games.get(key)) is None:
                await asyncio.sleep(chance.uniform(0.1, 0.5))
                continue
            path = f"ws://127.0.0.1:{self.site.port}/ws/games/{mine[0]}/"
            headers = {"Cookie": cookie}
            with contextlib.suppress(ConnectionClosed, TimeoutError, OSError):
                async with connect(path, additional_headers=headers, ping_interval=None, max_queue=None) as socket:
                    await self._play(socket, chance)
            if self.games.get(key) == mine:
                del self.games[key]

    async def _play(self, socket: ClientConnection, chance: random.Random) -> None:
        view: Row = orjson.loads(await socket.recv())["view"]
        while view["status"] == "playing":
            if not (legal := (view["round"] or {}).get("legal")):
                view = await _newer(socket, view)
                continue
            await asyncio.sleep(chance.uniform(0.5, 1.5) * self.think)
            move = {
                "type": "move",
                "version": view["version"],
                "move": chance.choice(legal),
                "key": str(chance.random()),
            }
            began = time.perf_counter()
            await socket.send(orjson.dumps(move).decode())
            try:
                async with asyncio.timeout(PATIENCE):
                    view = await _after(socket, view)
            except TimeoutError:
                self.unanswered += 1
                return
            self.moves.append((began, time.perf_counter() - began))


async def _newer(socket: ClientConnection, view: Row) -> Row:
    while True:
        message = orjson.loads(await socket.recv())
        if message["type"] == "view" and message["view"]["version"] != view["version"]:
            newer: Row = message["view"]
            return newer


async def _after(socket: ClientConnection, view: Row) -> Row:
    """The view after a move that was done or refused."""
    while True:
        message = orjson.loads(await socket.recv())
        if message["type"] == "view":
            view = message["view"]
        if message["type"] in {"done", "refused"}:
            return view


def make(people: int, rounds: int) -> None:
    """An evening that everybody who plays has entered. It begins when its step is due."""
    from datetime import timedelta

    from django.utils import timezone

    from accounts.models import User
    from tournaments.life import making
    from tournaments.models import Entry, Member, Tournament

    now = timezone.now()
    evening = making.store(
        Tournament(
            format="swiss", seating="duel", variant="block", end="rounds:1", seats=2, pace="minute", rated=False,
            deals=1, rounds=rounds, round_days=1, minutes=MINUTES, least=4, most=256,
            entries_end=now + timedelta(hours=1), entered=people,
        ),
        now,
    )  # fmt: skip
    for player in User.objects.filter(seats__game__status="playing").distinct().order_by("pk")[:people]:
        entry = Entry.objects.create(tournament=evening, rating=1500, entered_at=now)
        Member.objects.create(tournament=evening, entry=entry, player=player)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--think", type=float, default=3, help="seconds that a player thinks, on average")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--quiet", type=float, default=25, help="seconds of quiet games")
    chosen = parser.parse_args()
    os.sched_setaffinity(0, {DRIVER_CORE})
    with tempfile.TemporaryDirectory() as folder:
        site = LiveServer(Path(folder), env=QUIET)
        site.migrate()
        games = site.seed(games=chosen.people // 2, variant="block", clock="none", moves=0)["games"]
        site.manage(
            "shell", "-v0", "-c", f"from benchmarks.evening import make; make({chosen.people}, {chosen.rounds})"
        )
        with site, worker_of(site):
            time.sleep(SETTLES)
            asyncio.run(_measure(Evening(site, chosen.think), games, chosen.quiet))


async def _measure(evening: Evening, games: list[Row], quiet: float) -> None:
    await evening.look(appointed=False)
    cookies = {game["id"]: [seat["cookies"] for seat in game["seats"]] for game in games}
    people = [(key, cookies[game][seat]) for key, (game, seat) in evening.games.items()]
    alone = await _while_playing(evening, people, asyncio.sleep(quiet))
    print(f"{len(people)} people; a quiet site with the same moves: {_words(alone)}", flush=True)
    evening.games, evening.moves = {}, []
    begins: list[float] = []
    together = await _while_playing(evening, people, _rounds(evening, begins))
    print(f"the evening: {_words(together)}, {evening.unanswered} unanswered")
    for number, began in enumerate(begins, start=1):
        first = [each for each in evening.moves if began <= each[0] <= began + BEGINS]
        print(f"  from the start of round {number} on, {BEGINS} s: {_words(first)}")
    print(f"  p95 × {_p95(together) / _p95(alone):.2f}", flush=True)


async def _while_playing(
    evening: Evening, people: list[tuple[int, dict[str, str]]], until: Coroutine[Any, Any, None]
) -> list[tuple[float, float]]:
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(evening.person(*each, random.Random(each[0]))) for each in people]
        await until
        for task in tasks:
            task.cancel()
    return list(evening.moves)


async def _rounds(evening: Evening, begins: list[float]) -> None:
    """Let the evening begin, and look for new games twice a second until it's over."""
    await asyncio.to_thread(ask, evening.site, "UPDATE tournaments_tournament SET entries_end = '2026-01-01 00:00:00'")
    await asyncio.to_thread(ask, evening.site, "UPDATE tournaments_step SET due = '2026-01-01 00:00:00'")
    began = time.monotonic()
    state = "SELECT state, round, (SELECT count(*) FROM tournaments_start) FROM tournaments_tournament"
    seen, waits = 0, 0
    while time.monotonic() < began + 60 * MINUTES * MOST_ROUNDS:
        stands, number, waiting = (await asyncio.to_thread(ask, evening.site, state))[0]
        if stands == "over":
            return
        if int(str(number)) != seen:
            begins.append(time.perf_counter())
            seen, waits = int(str(number)), 1
        elif waits and not waiting:
            print(f"  round {seen}: all games begun after {time.perf_counter() - begins[-1]:.1f} s", flush=True)
            waits = 0
        await evening.look(appointed=True)
        await asyncio.sleep(0.3)


def _p95(moves: list[tuple[float, float]]) -> float:
    waits = sorted(wait for _at, wait in moves)
    return waits[int(0.95 * len(waits))]


def _words(moves: list[tuple[float, float]]) -> str:
    if not moves:
        return "no moves"
    waits = [wait for _at, wait in moves]
    seconds = moves[-1][0] - moves[0][0]
    rate = len(moves) / max(seconds, 1)
    p50, p95 = 1000 * statistics.median(waits), 1000 * _p95(moves)
    return f"{len(moves)} moves, {rate:.0f} a second, p50 {p50:.1f} ms, p95 {p95:.1f} ms"


if __name__ == "__main__":
    main()
