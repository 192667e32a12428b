"""Files: how many a server keeps open, and what it answers when the disk is full."""

import json
import resource
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.live.client import Player
from tests.live.server import LiveServer
from tests.ops.processes import PATIENCE, until

CLIENTS = 8
FILES_OF_A_CONNECTION = 3  # database, log, index of the log
LASTING = 8  # threads that keep a connection: of sockets, clock, lanes and error pages


def get(server: LiveServer, path: str, seat: dict[str, Any] | None = None) -> tuple[int, str]:
    cookie = "; ".join(f"{name}={value}" for name, value in (seat["cookies"] if seat else {}).items())
    try:
        with urllib.request.urlopen(
            urllib.request.Request(f"{server.url}{path}", headers={"Cookie": cookie}), timeout=PATIENCE
        ) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as answer:
        with answer:
            return answer.code, answer.read().decode()


def open_database_files(server: LiveServer) -> int:
    links = Path(f"/proc/{server.pid}/fd").iterdir()
    return sum("db.sqlite3" in str(link.readlink()) for link in links if link.is_symlink())


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="counts what Linux shows of open files")
def test_sqlite_opens_files_only_for_concurrent_requests(shared_server: LiveServer):
    server = shared_server
    (game,) = server.seed(games=1, variant="draw", clock="none")["games"]
    most = 0
    with ThreadPoolExecutor(CLIENTS) as crowd:
        for _again in range(6):
            answers = crowd.map(lambda n: get(server, "/games/", game["seats"][n % 2])[0], range(5 * CLIENTS))
            assert set(answers) == {200}
            most = max(most, open_database_files(server))
    # A client can ask again while the thread of its last answer still closes its connection.
    assert most <= FILES_OF_A_CONNECTION * (2 * CLIENTS + LASTING)


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="takes the room from a running server as Linux does")
async def test_a_full_disk_refuses_moves_but_shows_pages_and_recovers(shared_server: LiveServer):
    server = shared_server
    (game,) = server.seed(games=1, variant="brettspielnetz", clock="none")["games"]
    server.manage("worker", "--once")  # so that all other checks pass
    assert get(server, "/readyz")[0] == 200
    async with Player(server, game, 0) as ada, Player(server, game, 1) as ben:
        mover, logged = ada if ada.legal else ben, len(server.log())
        whole = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1024, whole[1]))  # files can't grow any more
        try:
            text, version = mover.legal[0], mover.version
            assert (await mover.move(text))["code"] == "away"
            assert get(server, f"/api/v1/games/{game['id']}/")[0] == 200
            said = when_asked_anew(server, 503)
            assert [name for name, is_well in json.loads(said).items() if not is_well] == ["storage"]
            assert (await mover.move(text))["code"] == "away"
        finally:
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, whole)
        when_asked_anew(server, 200)
        assert (await mover.move(text))["type"] == "done"
        await ben.shows(version + 1)
        await ada.shows(version + 1)
    lines = server.log()[logged:].splitlines()
    assert "Traceback (most recent call last):" not in lines
    assert len([line for line in lines if "The database is away" in line]) == 1  # after two moves


def when_asked_anew(server: LiveServer, expected: int) -> str:
    """What /readyz says with that status: it remembers its answer for a second, and that it could write for some."""

    def said() -> str | None:
        status, text = get(server, "/readyz")
        return text if status == expected else None

    return until(said, f"/readyz never answers {expected}") or ""
