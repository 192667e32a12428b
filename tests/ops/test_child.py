"""Without Redis the server has a child process for the queues: restarted, ended with the server, and connected to
boards.
"""

import contextlib
import os
import re
import signal
import sqlite3
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.live.client import Player
from tests.live.server import LiveServer
from tests.ops.processes import PATIENCE, runs, until, workers


@pytest.fixture(scope="module")
def one_site(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[LiveServer]:
    """It sweeps every second."""
    site = LiveServer(tmp_path_factory.mktemp("site"), env={"SWEEP_SECONDS": "1"}).migrate(empty_database)
    yield site
    site.stop()


@pytest.fixture
def site(one_site: LiveServer) -> LiveServer:
    """Runs, and its one worker has swept."""
    if one_site.process is None:
        one_site.start()
    until(lambda: sweeps(one_site) > 0 and len(workers(one_site.pid)) == 1, "the worker has not looked")
    return one_site


def sweeps(server: LiveServer) -> float:
    """The number of sweeps, from the server's metrics."""
    with urllib.request.urlopen(f"{server.url}/metrics") as page:
        return float(re.search(r"^boneyard_sweeps_total (\S+)", page.read().decode(), re.MULTILINE)[1])


def test_a_killed_worker_is_restarted_once(site: LiveServer):
    (worker,) = workers(site.pid)
    os.kill(worker, signal.SIGKILL)
    (another,) = until(lambda: [pid for pid in workers(site.pid) if pid != worker], "nobody took its place")
    before = sweeps(site)
    until(lambda: sweeps(site) > before, "the other one does not look")
    assert workers(site.pid) == [another]


@pytest.mark.parametrize("how", ["stop", "kill9"])
def test_the_worker_ends_with_its_server_however_that_ends(site: LiveServer, how: str):
    (worker,) = workers(site.pid)
    getattr(site, how)()
    until(lambda: not runs(worker), "the worker outlives its server")


async def test_a_turn_ended_by_the_worker_appears_on_the_servers_boards(site: LiveServer):
    (game,) = site.seed(games=1, variant="block", turn_seconds=3600)["games"]
    async with Player(site, game, 0) as ada:
        assert ada.view["status"] == "playing"
        with contextlib.closing(sqlite3.connect(site.folder / "db.sqlite3")) as database:
            past = (datetime.now(UTC) - timedelta(minutes=1)).replace(tzinfo=None).isoformat(" ")
            database.execute("UPDATE games_game SET deadline = ? WHERE public_id = ?", [past, game["id"]])
            database.commit()
        await ada.until(lambda: ada.view["status"] == "finished", seconds=PATIENCE)


def test_a_worker_in_a_thread_starts_no_process(tmp_path: Path, empty_database: Path):
    env = {"WORKER": "thread", "SWEEP_SECONDS": "1"}
    with LiveServer(tmp_path, env=env).migrate(empty_database) as server:
        until(lambda: sweeps(server) > 0, "nobody looks")
        assert workers(server.pid) == []
