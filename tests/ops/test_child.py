"""Without Redis the server has a child that does the chores: started again, never left behind, heard at the boards."""

import contextlib
import os
import re
import signal
import sqlite3
import time
import urllib.request
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.live.client import Player
from tests.live.server import LiveServer
from tests.live.server import children as started_by

PATIENCE = 60  # seconds: a worker starts slowly on a busy machine


def children(server_pid: int) -> list[int]:
    """The workers that the process has started."""
    return [pid for pid in started_by(server_pid) if b"worker" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def runs(pid: int) -> bool:
    with contextlib.suppress(FileNotFoundError):
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    return False


def until(look: Callable[[], Any], what: str) -> Any:
    deadline = time.monotonic() + PATIENCE
    while not (found := look()):
        assert time.monotonic() < deadline, what
        time.sleep(0.05)
    return found


@pytest.fixture
def site(tmp_path: Path, empty_database: Path) -> Iterator[LiveServer]:
    """A server whose worker looks every second, and has looked."""
    with LiveServer(tmp_path, env={"SWEEP_SECONDS": "1"}).migrate(empty_database) as server:
        until(lambda: sweeps(server) > 0, "the worker has not looked")
        yield server


def sweeps(server: LiveServer) -> float:
    """How often the clock has looked, as the server tells Prometheus."""
    with urllib.request.urlopen(f"{server.url}/metrics") as page:
        return float(re.search(r"^boneyard_sweeps_total (\S+)", page.read().decode(), re.MULTILINE)[1])


def test_a_worker_that_is_killed_is_started_again_and_there_is_one(site: LiveServer):
    (worker,) = children(site.pid)
    os.kill(worker, signal.SIGKILL)
    (another,) = until(lambda: [pid for pid in children(site.pid) if pid != worker], "nobody took its place")
    before = sweeps(site)
    until(lambda: sweeps(site) > before, "the other one does not look")
    assert children(site.pid) == [another]


@pytest.mark.parametrize("how", ["stop", "kill9"])
def test_a_server_leaves_no_worker_behind_however_it_ends(site: LiveServer, how: str):
    (worker,) = children(site.pid)
    getattr(site, how)()
    until(lambda: not runs(worker), "the worker outlives its server")


async def test_a_turn_that_the_worker_ends_is_shown_at_the_boards_of_the_server(site: LiveServer):
    (game,) = site.seed(games=1, variant="block", turn_seconds=3600)["games"]
    async with Player(site, game, 0) as ada:
        assert ada.view["status"] == "playing"
        with contextlib.closing(sqlite3.connect(site.folder / "db.sqlite3")) as database:
            past = (datetime.now(UTC) - timedelta(minutes=1)).replace(tzinfo=None).isoformat(" ")
            database.execute("UPDATE games_game SET deadline = ? WHERE public_id = ?", [past, game["id"]])
            database.commit()
        await ada.until(lambda: ada.view["status"] == "finished", seconds=PATIENCE)


def test_a_worker_in_threads_is_no_process(tmp_path: Path, empty_database: Path):
    env = {"WORKER": "thread", "SWEEP_SECONDS": "1"}
    with LiveServer(tmp_path, env=env).migrate(empty_database) as server:
        until(lambda: sweeps(server) > 0, "nobody looks")
        assert children(server.pid) == []
