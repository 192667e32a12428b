"""Computers and servers are killed during games: every game ends, and no move is made twice."""

import asyncio
import contextlib
import os
import random
import re
import signal
import sqlite3
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bots import thinking
from tests.live.computers import a_game, gone, minds, play, stored
from tests.live.server import ROOT, LiveServer
from tests.ops.processes import in_django, on_this_machine, running, until
from tests.samples import ALL

GAMES, KILLED_MINDS, KILLED_SERVERS = (5, 12, 2) if ALL else (3, 6, 1)
SHOWN_DRAINED_SHOWN = """
from django.core.management import call_command
for words in (["queues"], ["queues", "--drain", "computers"], ["queues"]):
    call_command(*words)
    print("----")
"""
A_WORKER = """
from django.core.management import call_command
call_command("worker", "--minds", "1")
"""


def played(server: LiveServer) -> int:
    """The number of moves by computers."""
    return int(stored(server.folder, "SELECT count(*) FROM games_move WHERE by = 'bot'")[0][0])


async def kill_minds(server: LiveServer, up: asyncio.Event, rng: random.Random, killed: list[int]) -> None:
    """One whenever a computer has made another move."""
    seen = -1
    while len(killed) < KILLED_MINDS:
        await asyncio.sleep(0.05)
        if up.is_set() and played(server) > seen and (there := minds(server)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(mind := rng.choice(there), signal.SIGKILL)
                killed.append(mind)
                seen = played(server)


async def kill_servers(server: LiveServer, up: asyncio.Event) -> None:
    """Set whenever computers have made five more moves per game."""
    for kill in range(KILLED_SERVERS):
        while played(server) < 5 * GAMES * (kill + 1):
            await asyncio.sleep(0.05)
        up.clear()
        orphans = minds(server)
        await asyncio.to_thread(server.kill9)
        await asyncio.to_thread(gone, orphans)
        await asyncio.to_thread(server.start)
        up.set()


@pytest.fixture
def quick(tmp_path: Path, empty_database: Path) -> Iterator[LiveServer]:
    """A server whose computers hardly pause."""
    with LiveServer(tmp_path, env={"COMPUTER_PAUSE_SECONDS": "0.05"}).migrate(empty_database) as server:
        yield server


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[LiveServer]:
    """A server that computes as little as in production, and has no worker."""
    folder = tmp_path_factory.mktemp("alone")
    with LiveServer(folder, env={"MINDS": "0", "WORKER": "none"}).migrate(empty_database) as server:
        yield server


async def test_games_with_computers_continue_after_minds_and_servers_are_killed(quick: LiveServer):
    rng = random.Random(12)
    levels: list[dict[str, str]] = [{"1": "strong"}] * (GAMES - 1) + [{"1": "good", "2": "strong"}]
    games = [await asyncio.to_thread(a_game, quick, each) for each in levels]
    up, killed = asyncio.Event(), []
    up.set()
    killing = asyncio.create_task(kill_minds(quick, up, rng, killed))
    async with asyncio.timeout(240):
        await asyncio.gather(kill_servers(quick, up), *(play(quick, game, up, rng) for game in games))
    if not killing.cancel():
        killing.result()
    assert len(killed) > KILLED_MINDS // 2
    assert stored(quick.folder, "SELECT status, count(*) FROM games_game GROUP BY 1") == [("finished", GAMES)]
    assert stored(quick.folder, "SELECT count(*) FROM bots_turn") == [(0,)]
    keys = dict(stored(quick.folder, "SELECT key, count(*) FROM games_move WHERE by = 'bot' GROUP BY key"))
    assert len(keys) > 10 * GAMES
    assert set(keys.values()) == {1}
    assert all(key.startswith("computer-") for key in keys)


def waits_for_a_computer(server: LiveServer) -> dict[str, Any]:
    """A game with a computer on turn."""
    while True:
        game = a_game(server, {"1": "strong"})
        if stored(server.folder, f"SELECT turn FROM games_game WHERE public_id = '{game['id']}'") == [(1,)]:
            return game


def due_in(shown: str) -> dict[str, int]:
    """The number of due rows by queue."""
    rows = [re.split(r"\s{2,}", line) for line in shown.splitlines()]
    return {name: int(due.removesuffix(" due")) for name, _lane, due, _age in rows}


def test_the_queue_is_shown_and_drained_by_a_command(alone: LiveServer):
    game = waits_for_a_computer(alone)
    with contextlib.closing(sqlite3.connect(alone.folder / "db.sqlite3")) as database, database:
        past = (datetime.now(UTC) - timedelta(minutes=1)).replace(tzinfo=None).isoformat(" ")
        database.execute("UPDATE bots_turn SET began = ?, due = ?", [past, past])  # no worker has claimed it
    shown, drained, left, _end = in_django(alone, SHOWN_DRAINED_SHOWN).stdout.split("----\n")
    assert due_in(shown)["computers"] == 1
    assert drained.startswith("1 done")
    assert due_in(left)["computers"] == 0
    by = "SELECT DISTINCT move.by FROM games_move move JOIN games_game game ON game.id = move.game_id"
    where = f"public_id = '{game['id']}' AND seat = 1 AND move.by <> 'forced'"
    assert stored(alone.folder, f"{by} WHERE {where}") == [("bot",)]


def test_a_worker_computes_moves_for_servers_without_minds_as_quickly(alone: LiveServer):
    code = f"import django\ndjango.setup()\n{A_WORKER}"
    env = alone.env | {"DJANGO_SETTINGS_MODULE": "dominoes_site.settings"}
    games, took_to_ask = [], []
    with running(sys.executable, "-c", code, cwd=ROOT, env=env):
        games.append(waits_for_a_computer(alone)["id"])
        until_nothing_waits(alone.folder)  # it has started, and so has its mind
        for _ in range(8):
            began = time.monotonic()
            games.append(waits_for_a_computer(alone)["id"])
            took_to_ask.append(time.monotonic() - began)
            until_nothing_waits(alone.folder)  # one mind: the next game would wait for this one
    began_and_moved = (
        "SELECT game.started_at, min(move.made_at) FROM games_game game JOIN games_move move ON move.game_id = game.id"
        f" AND move.by = 'bot' WHERE game.public_id IN {tuple(games)} GROUP BY game.id ORDER BY 1"
    )
    times = stored(alone.folder, began_and_moved)
    took = [(datetime.fromisoformat(moved) - datetime.fromisoformat(dealt)).total_seconds() for dealt, moved in times]
    assert len(took) == 9
    assert thinking.LOOK_SECONDS <= 0.1
    assert sorted(took[1:])[4] < on_this_machine(0.6, min(took_to_ask))  # 0.3 on an idle machine
    assert min(took) >= 0.25


def until_nothing_waits(folder: Path) -> None:
    until(lambda: stored(folder, "SELECT count(*) FROM bots_turn") == [(0,)], "computers don't play")
