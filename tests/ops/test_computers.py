"""Computers and servers are killed in the midst of games: every game goes on to its end, and no move is made twice."""

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.live.computers import a_game, gone, minds, play, stored
from tests.live.server import LiveServer

GAMES = 5
KILLED_MINDS, KILLED_SERVERS = 12, 2

FIRST_MOVES = """
    SELECT game.started_at, min(move.made_at) FROM games_game game
    JOIN games_move move ON move.game_id = game.id AND move.by = 'bot' GROUP BY game.id ORDER BY 1
"""


async def kill_minds(server: LiveServer, up: asyncio.Event, rng: random.Random) -> int:
    killed = 0
    while killed < KILLED_MINDS:
        await asyncio.sleep(0.1)
        if up.is_set() and (there := minds(server)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(rng.choice(there), signal.SIGKILL)
                killed += 1
    return killed


async def kill_servers(server: LiveServer, up: asyncio.Event) -> None:
    for _ in range(KILLED_SERVERS):
        await asyncio.sleep(1.5)
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


@pytest.fixture
def alone(tmp_path: Path, empty_database: Path) -> Iterator[LiveServer]:
    """A server that thinks as little as in production, and has no worker."""
    with LiveServer(tmp_path, env={"MINDS": "0", "WORKER": "none"}).migrate(empty_database) as server:
        yield server


async def test_every_game_with_computers_goes_on_though_they_are_killed(quick: LiveServer, tmp_path: Path):
    rng = random.Random(12)
    levels: list[dict[str, str]] = [{"1": "strong"}] * (GAMES - 1) + [{"1": "good", "2": "strong"}]
    games = [await asyncio.to_thread(a_game, quick, each) for each in levels]
    up = asyncio.Event()
    up.set()
    killing = asyncio.create_task(kill_minds(quick, up, rng))
    async with asyncio.timeout(240):
        await asyncio.gather(kill_servers(quick, up), *(play(quick, game, up, rng) for game in games))
    assert killing.cancel() or killing.result() > 0
    assert stored(tmp_path, "SELECT status, count(*) FROM games_game GROUP BY 1") == [("finished", GAMES)]
    assert stored(tmp_path, "SELECT count(*) FROM bots_turn") == [(0,)]
    keys = dict(stored(tmp_path, "SELECT key, count(*) FROM games_move WHERE by = 'bot' GROUP BY key"))
    assert len(keys) > 10 * GAMES
    assert set(keys.values()) == {1}
    assert all(key.startswith("computer-") for key in keys)


def waits_for_a_computer(server: LiveServer) -> dict[str, Any]:
    """A game in which it is the computer's turn."""
    while True:
        game = a_game(server, {"1": "strong"})
        if stored(server.folder, f"SELECT turn FROM games_game WHERE public_id = '{game['id']}'") == [(1,)]:
            return game


def test_the_queue_is_shown_and_drained_by_a_command(alone: LiveServer):
    game = waits_for_a_computer(alone)
    shown = alone.manage("bots")
    assert game["id"] in shown
    assert "to play" in shown
    time.sleep(2)  # until then it is left to whoever has stored it
    assert "played" in alone.manage("bots", "--drain")
    assert stored(alone.folder, "SELECT DISTINCT by FROM games_move WHERE seat = 1 AND by <> 'forced'") == [("bot",)]
    assert alone.manage("bots").split() == ["0", "to", "play"]


def test_a_worker_thinks_for_servers_that_do_not_and_answers_as_quickly(alone: LiveServer):
    worker = subprocess.Popen(
        [alone.python, "manage.py", "worker", "--minds", "1"], cwd=alone.root, env=alone.env, stderr=subprocess.DEVNULL
    )
    try:
        waits_for_a_computer(alone)
        until_nothing_waits(alone.folder)  # it has started, and so has its mind
        for _ in range(8):
            waits_for_a_computer(alone)
        until_nothing_waits(alone.folder)
    finally:
        worker.terminate()
        worker.wait(10)
    began = (
        "SELECT game.started_at, min(move.made_at) FROM games_game game JOIN games_move move ON move.game_id = game.id"
    )
    times = stored(alone.folder, f"{began} AND move.by = 'bot' WHERE game.turn IS NOT NULL GROUP BY game.id ORDER BY 1")
    took = [(datetime.fromisoformat(moved) - datetime.fromisoformat(dealt)).total_seconds() for dealt, moved in times]
    assert len(took) == 9
    assert sorted(took[1:])[4] < 0.6  # 0.3 on a machine that does nothing else
    assert min(took) >= 0.25


def until_nothing_waits(folder: Path) -> None:
    end = time.monotonic() + 40
    while stored(folder, "SELECT count(*) FROM bots_turn") != [(0,)]:
        assert time.monotonic() < end
        time.sleep(0.05)
