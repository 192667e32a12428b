"""PostgreSQL that ends connections, or is away for a while: nobody waits long, everybody is told, all comes back."""

import asyncio
import contextlib
import json
import os
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from tests.live.client import Player
from tests.live.postgres import new_database
from tests.live.server import LiveServer

pytestmark = pytest.mark.postgres

AT_MOST = 5  # seconds until somebody is told that the database is away
BACK = 15  # until the site has come back by itself
POOL = 8


class Line:
    """The way from the server to PostgreSQL, which can be cut and mended."""

    def __init__(self, host: str, port: int) -> None:
        self.target = host, port
        self.wires: list[socket.socket] = []
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self._serve()

    def _serve(self) -> None:
        threading.Thread(target=self._accept, args=[self.listening], daemon=True).start()

    def _accept(self, listening: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _address = listening.accept()
                far = socket.create_connection(self.target)
                self.wires += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=[one, other], daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := one.recv(65536):
                other.sendall(piece)
        for wire in (one, other):
            self._hang_up(wire)

    def cut(self) -> None:
        for wire in (self.listening, *self.wires):
            self._hang_up(wire)
        self.wires.clear()

    def _hang_up(self, wire: socket.socket) -> None:
        with contextlib.suppress(OSError):
            wire.shutdown(socket.SHUT_RDWR)  # who waits for it wakes up
        wire.close()

    def mend(self) -> None:
        self.listening = socket.create_server(("127.0.0.1", self.port))
        self._serve()


@pytest.fixture(scope="module")
def line() -> Iterator[Line]:
    address = psycopg.conninfo.conninfo_to_dict(os.environ["DATABASE_URL"])
    line = Line(str(address.get("host", "127.0.0.1")), int(address.get("port", 5432)))
    yield line
    line.cut()


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with new_database(f"boneyard_away_{os.getpid()}", beside=os.environ["DATABASE_URL"]) as address:
        yield address


@pytest.fixture(scope="module")
def server(line: Line, database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """As a site runs it: DEBUG would show its own page of an error."""
    folder = tmp_path_factory.mktemp("away")
    known = psycopg.conninfo.conninfo_to_dict(database)
    login = f"{known['user']}:{known['password']}" if "password" in known else str(known["user"])
    env = {
        "DATABASE_URL": f"postgres://{login}@127.0.0.1:{line.port}/{known['dbname']}",
        "DATABASE_POOL": str(POOL),
        "DEBUG": "0",
        "STATIC_ROOT": str(folder / "static"),
        "SWEEP_SECONDS": "1",
        "ALLOWED_HOSTS": "localhost,127.0.0.1",
    }
    server = LiveServer(folder, env=env).migrate()
    server.manage("collectstatic", "--noinput", "--verbosity", "0")
    with server:
        yield server


@pytest.fixture(scope="module")
def game(server: LiveServer) -> dict[str, Any]:
    return server.seed(games=1, variant="brettspielnetz", options={"end": "rounds:40"}, clock="none")["games"][0]


def ask(server: LiveServer, path: str, cookies: dict[str, str] | None = None) -> tuple[int, Any, str]:
    """Status, headers and text of the answer, whatever it is."""
    cookie = "; ".join(f"{name}={value}" for name, value in (cookies or {}).items())
    request = urllib.request.Request(f"{server.url}{path}", headers={"Cookie": cookie})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as answer:
        with answer:
            return answer.code, answer.headers, answer.read().decode()


def test_connections_that_postgresql_has_ended_cost_nobody_an_error(server: LiveServer, game: dict, database: str):
    ada = game["seats"][0]["cookies"]
    with ThreadPoolExecutor(3 * POOL) as crowd:
        for _time in range(3):
            full = list(crowd.map(lambda _n: ask(server, "/games/", ada)[0], range(6 * POOL)))
            assert end_all(database) > POOL // 2
            after = [ask(server, "/games/", ada)[0] for _n in range(2 * POOL)]
            assert set(full + after) == {200}


def end_all(database: str) -> int:
    """How many connections to the database were ended; each is."""
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as postgres:
        to_it = "SELECT pid FROM pg_stat_activity WHERE datname = %s"
        ended = [pid for (pid,) in postgres.execute(to_it, [psycopg.conninfo.conninfo_to_dict(database)["dbname"]])]
        assert all(postgres.execute("SELECT pg_terminate_backend(%s, 5000)", [pid]).fetchone() for pid in ended)
    return len(ended)


@pytest.fixture
def away(line: Line, server: LiveServer) -> Iterator[None]:
    ask(server, "/games/")
    line.cut()
    yield
    line.mend()
    deadline = time.monotonic() + BACK
    while ask(server, "/readyz")[0] != 200:
        assert time.monotonic() < deadline, f"not back by itself:\n{server.log()[-2000:]}"
        time.sleep(0.2)


@pytest.mark.parametrize("path", ["/games/", "/", "/g/{id}/", "/api/v1/games/{id}/", "/api/v1/me/", "/settings/"])
def test_while_postgresql_is_away_everybody_is_told_when_to_come_back(server, game, away, path):
    began = time.monotonic()
    status, headers, text = ask(server, path.format(**game), game["seats"][0]["cookies"])
    assert time.monotonic() - began < AT_MOST
    assert status == 503
    assert 0 < int(headers["Retry-After"]) <= 10
    if path.startswith("/api/"):
        assert json.loads(text)["code"] == "away"
        assert "database" in json.loads(text)["message"]
    else:
        assert "Your games are safe" in text


def test_a_crowd_is_told_as_quickly_as_one(server: LiveServer, game: dict, away: None):
    with ThreadPoolExecutor(40) as crowd:
        began = time.monotonic()
        answers = list(crowd.map(lambda _n: ask(server, "/games/", game["seats"][0]["cookies"])[0], range(40)))
        assert time.monotonic() - began < AT_MOST
    assert set(answers) == {503}


async def test_a_move_by_socket_is_refused_in_words_and_can_be_made_once_it_is_back(server, game, line):
    async with Player(server, game, 0) as ada, Player(server, game, 1) as ben:
        mover = ada if ada.legal else ben
        text, version = mover.legal[0], mover.version
        line.cut()
        try:
            began = time.monotonic()
            await mover.send(text, version, "the-same")
            await mover.until(lambda: "the-same" in mover.answers)
            assert time.monotonic() - began < AT_MOST
            assert mover.answers.pop("the-same")["code"] == "away"
        finally:
            line.mend()
        deadline = time.monotonic() + BACK
        while True:
            await mover.send(text, version, "the-same")
            await mover.until(lambda: "the-same" in mover.answers)
            answer = mover.answers.pop("the-same")
            if answer["type"] == "done":
                break
            assert answer["code"] == "away"
            assert time.monotonic() < deadline
            await asyncio.sleep(0.3)
        assert answer["version"] > version


async def test_boards_opened_meanwhile_are_told_to_try_again_in_time(server: LiveServer, game: dict, away: None):
    boards = [Player(server, game, n % 2) for n in range(30)]
    began = time.monotonic()

    async def opened(board: Player) -> int | None:
        with contextlib.suppress(ConnectionError, ConnectionClosed):
            await board.__aenter__()
        assert board._socket is not None
        return board._socket.close_code

    assert set(await asyncio.gather(*map(opened, boards))) == {4503}
    assert time.monotonic() - began < AT_MOST + 2


def test_the_clock_decides_what_came_due_while_the_database_was_away(server: LiveServer, line: Line, database: str):
    overdue = server.seed(games=1, variant="draw", clock="turn", turn_seconds=86400)["games"][0]
    line.cut()
    try:
        time.sleep(3)  # some sweeps fail
        with psycopg.connect(database, autocommit=True) as postgres:
            postgres.execute(
                "UPDATE games_game SET deadline = now() - interval '1 day' WHERE public_id = %s", [overdue["id"]]
            )
    finally:
        line.mend()
    deadline = time.monotonic() + BACK
    while status_of(server, overdue) != "finished":
        assert time.monotonic() < deadline, "the clock stands still"
        time.sleep(0.3)


def status_of(server: LiveServer, game: dict[str, Any]) -> str | None:
    """None while the server can't say."""
    return json.loads(ask(server, f"/api/v1/games/{game['id']}/")[2]).get("status")
