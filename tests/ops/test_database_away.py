"""PostgreSQL closes connections, goes down, goes silent or is stuck: waits are short, everyone is told, and all
recovers.
"""

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
from tests.live.server import LiveServer, free_port
from tests.ops.processes import until

pytestmark = pytest.mark.postgres

AT_MOST = 8  # seconds until people are told that the database is down: five, and three for a busy machine
BACK = 15  # until the site has recovered
POOL = 8


LINE = "line to PostgreSQL"


class Line:
    """The way from the server to PostgreSQL, which can be cut or frozen (it takes all that is said, and passes nothing
    on), and mended.
    """

    def __init__(self, host: str, port: int) -> None:
        self.target = host, port
        self.wires: list[socket.socket] = []
        self.flowing = threading.Event()
        self.flowing.set()
        self.one_at_a_time = threading.Lock()
        self.port = free_port()
        self._serve()

    def _serve(self) -> None:
        self.listening = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, args=[self.listening], name=LINE, daemon=True).start()

    def _accept(self, listening: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _address = listening.accept()
                far = socket.create_connection(self.target)
                with self.one_at_a_time:
                    if listening.fileno() == -1:  # it was cut in between
                        near.close(), far.close()
                        return
                    self.wires += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=[one, other], name=LINE, daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := one.recv(65536):
                self.flowing.wait()
                other.sendall(piece)
        for wire in (one, other):
            self._hang_up(wire)

    def freeze(self) -> None:
        self.flowing.clear()

    def cut(self) -> None:
        with self.one_at_a_time:
            for wire in (self.listening, *self.wires):
                self._hang_up(wire)
            self.wires.clear()

    def _hang_up(self, wire: socket.socket) -> None:
        with contextlib.suppress(OSError):
            wire.shutdown(socket.SHUT_RDWR)  # waiting ones wake up
        wire.close()

    def mend(self) -> None:
        if not self.flowing.is_set():
            self.flowing.set()
            return
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
    """As a site runs it: DEBUG would show its own page of an error. But Daphne ends requests whose client has gone
    after one second instead of ten.
    """
    folder = tmp_path_factory.mktemp("away")
    known = psycopg.conninfo.conninfo_to_dict(database)
    login = f"{known['user']}:{known['password']}" if "password" in known else str(known["user"])
    env = {
        "DATABASE_URL": f"postgres://{login}@127.0.0.1:{line.port}/{known['dbname']}",
        "DATABASE_POOL": str(POOL),
        "DEBUG": "0",
        "STATIC_ROOT": str(folder / "static"),
        "SWEEP_SECONDS": "1",
        "LOG_SILENCE_SECONDS": "0",
        "ALLOWED_HOSTS": "localhost,127.0.0.1",
    }
    server = LiveServer(folder, env=env, options=["--application-close-timeout", "1"]).migrate()
    server.manage("collectstatic", "--noinput", "--verbosity", "0")
    with server:
        yield server


@pytest.fixture(scope="module")
def game(server: LiveServer) -> dict[str, Any]:
    return server.seed(games=1, variant="brettspielnetz", options={"end": "rounds:40"}, clock="none")["games"][0]


def ask(server: LiveServer, path: str, cookies: dict[str, str] | None = None) -> tuple[int, Any, str]:
    """Status, headers and text of any answer."""
    cookie = "; ".join(f"{name}={value}" for name, value in (cookies or {}).items())
    request = urllib.request.Request(f"{server.url}{path}", headers={"Cookie": cookie})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as answer:
        with answer:
            return answer.code, answer.headers, answer.read().decode()


def test_connections_closed_by_postgresql_cause_no_errors(server: LiveServer, game: dict, database: str):
    ada = game["seats"][0]["cookies"]
    with ThreadPoolExecutor(3 * POOL) as crowd:
        for _time in range(3):
            full = list(crowd.map(lambda _n: ask(server, "/games/", ada)[0], range(6 * POOL)))
            assert end_all(database) > POOL // 2
            after = [ask(server, "/games/", ada)[0] for _n in range(2 * POOL)]
            assert set(full + after) == {200}


def end_all(database: str) -> int:
    """Ends all connections to the database; returns their number."""
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as postgres:
        to_it = "SELECT pid FROM pg_stat_activity WHERE datname = %s"
        ended = [pid for (pid,) in postgres.execute(to_it, [psycopg.conninfo.conninfo_to_dict(database)["dbname"]])]
        assert all(postgres.execute("SELECT pg_terminate_backend(%s, 60000)", [pid]).fetchone() for pid in ended)
    return len(ended)


@pytest.fixture(params=["cut", "frozen"])
def away(line: Line, server: LiveServer, request: pytest.FixtureRequest) -> Iterator[None]:
    ask(server, "/games/")
    line.cut() if request.param == "cut" else line.freeze()
    yield
    line.mend()
    deadline = time.monotonic() + BACK
    while not all(well for name, well in json.loads(ask(server, "/readyz")[2]).items() if name != "worker"):
        assert time.monotonic() < deadline, f"not back by itself:\n{server.log()[-2000:]}"
        time.sleep(0.2)


def test_while_postgresql_is_down_answers_say_when_to_retry(server: LiveServer, game: dict, away: None):
    for path in ("/games/", "/", "/g/{id}/", "/api/v1/games/{id}/", "/api/v1/me/", "/settings/"):
        began = time.monotonic()
        status, headers, text = ask(server, path.format(**game), game["seats"][0]["cookies"])
        assert time.monotonic() - began < AT_MOST, path
        assert status == 503, path
        assert 0 < int(headers["Retry-After"]) <= 10, path
        if path.startswith("/api/"):
            assert json.loads(text)["code"] == "away", path
            assert "database" in json.loads(text)["message"], path
        else:
            assert "Your games are safe" in text, path


def crowd(server: LiveServer, game: dict[str, Any]) -> tuple[set[int], float]:
    """The answers to forty simultaneous requests, and the seconds until the last."""
    with ThreadPoolExecutor(40) as forty:
        began = time.monotonic()
        answers = set(forty.map(lambda _n: ask(server, "/games/", game["seats"][0]["cookies"])[0], range(40)))
        return answers, time.monotonic() - began


@pytest.fixture
def for_many(server: LiveServer, game: dict[str, Any]) -> float:
    """Seconds allowed until the last of many is told: the same, and what this machine needs to answer. Use before
    `away`.
    """
    answers, took = crowd(server, game)
    assert answers == {200}
    return AT_MOST + 2 * took


def test_many_requests_in_an_outage_are_answered_quickly(server: LiveServer, game: dict, for_many: float, away: None):
    answers, took = crowd(server, game)
    assert answers == {503}
    assert took < for_many


@pytest.mark.parametrize("lose", [Line.cut, Line.freeze])
async def test_a_move_by_socket_is_refused_with_a_message_and_works_after_the_outage(server, game, line, lose):
    async with Player(server, game, 0) as ada, Player(server, game, 1) as ben:
        mover = ada if ada.legal else ben
        text, version, key = mover.legal[0], mover.version, lose.__name__
        lose(line)
        try:
            began = time.monotonic()
            await mover.send(text, version, key)
            await mover.until(lambda: key in mover.answers)
            assert time.monotonic() - began < AT_MOST
            assert mover.answers.pop(key)["code"] == "away"
        finally:
            line.mend()
        deadline = time.monotonic() + BACK
        while True:
            await mover.send(text, version, key)
            await mover.until(lambda: key in mover.answers)
            answer = mover.answers.pop(key)
            if answer["type"] == "done":
                break
            assert answer["code"] == "away"
            assert time.monotonic() < deadline
            await asyncio.sleep(0.3)
        assert answer["version"] > version


async def test_boards_opened_during_the_outage_are_told_when_to_retry(
    server: LiveServer, game: dict, for_many: float, away: None
):
    boards = [Player(server, game, n % 2) for n in range(30)]
    began = time.monotonic()

    async def opened(board: Player) -> int | None:
        with contextlib.suppress(ConnectionError, ConnectionClosed):
            await board.__aenter__()
        assert board._socket is not None
        return board._socket.close_code

    assert set(await asyncio.gather(*map(opened, boards))) == {4503}
    assert time.monotonic() - began < for_many


def test_turns_that_ran_out_during_the_outage_are_decided_afterwards(server: LiveServer, line: Line, database: str):
    overdue = server.seed(games=1, variant="draw", clock="turn", turn_seconds=86400)["games"][0]
    said = len(server.log())
    line.cut()
    try:
        until(lambda: "A sweep failed" in server.log()[said:], "the clock does not look")
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
    """None while the server can't tell."""
    return json.loads(ask(server, f"/api/v1/games/{game['id']}/")[2]).get("status")


# ---- the database answers but is stuck


@contextlib.contextmanager
def held(database: str, lock: str) -> Iterator[None]:
    """Another client's long transaction."""
    with psycopg.connect(database) as other:
        other.execute(lock)
        yield
        other.rollback()


ALL_GAMES = "LOCK TABLE games_game IN ACCESS EXCLUSIVE MODE"
ONE_GAME = "SELECT 1 FROM games_game WHERE public_id = '{id}' FOR UPDATE"


def test_requests_waiting_for_a_lock_are_answered_too(server: LiveServer, game: dict, database: str):
    with held(database, ALL_GAMES), ThreadPoolExecutor(2 * POOL) as crowd:
        began = time.monotonic()
        assert set(crowd.map(lambda _n: ask(server, f"/g/{game['id']}/")[0], range(2 * POOL))) == {503}
        assert time.monotonic() - began < 2 * AT_MOST  # some first wait for a connection
    assert ask(server, f"/g/{game['id']}/")[0] == 200


def test_clients_that_give_up_leave_no_connection_behind(server: LiveServer, game: dict, database: str):
    """Daphne ends such requests while their threads still wait. Leaked connections would leave the pool empty."""
    with held(database, ALL_GAMES), ThreadPoolExecutor(2 * POOL) as crowd:
        assert all(crowd.map(lambda _n: gives_up(server, f"/g/{game['id']}/"), range(2 * POOL)))
        time.sleep(2.2)  # Daphne checks every second
    with ThreadPoolExecutor(2 * POOL) as crowd:
        assert set(crowd.map(lambda _n: ask(server, f"/g/{game['id']}/")[0], range(2 * POOL))) == {200}


def gives_up(server: LiveServer, path: str) -> bool:
    try:
        with urllib.request.urlopen(f"{server.url}{path}", timeout=0.5):
            return False
    except TimeoutError:
        return True


async def test_a_move_blocked_by_a_lock_is_refused_and_can_be_retried(server, game, database):
    async with Player(server, game, 0) as ada, Player(server, game, 1) as ben:
        mover = ada if ada.legal else ben
        text, version = mover.legal[0], mover.version
        with held(database, ONE_GAME.format(**game)):
            began = time.monotonic()
            await mover.send(text, version, "held")
            await mover.until(lambda: "held" in mover.answers)
            assert time.monotonic() - began < AT_MOST
            assert mover.answers.pop("held")["code"] == "away"
            assert ask(server, f"/g/{game['id']}/")[0] == 200  # nobody else's business
        await mover.send(text, version, "held")
        await mover.until(lambda: "held" in mover.answers)
        assert mover.answers["held"]["type"] == "done"
