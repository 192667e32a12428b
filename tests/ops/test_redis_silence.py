"""Redis only carries news between processes: while it is silent or gone, moves are stored all the same."""

import asyncio
import os
import time
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import psycopg
import pytest

from tests.live.client import Player
from tests.live.postgres import new_database
from tests.live.server import LiveServer
from tests.ops.own_redis import OwnRedis
from tests.ops.processes import PATIENCE, on_this_machine, until, worker_of

pytestmark = pytest.mark.redis_server

SILENT_SECONDS = 7  # longer than the server waits for Redis, and than its pause before the next attempt
ASK_EVERY = 1  # the page pings every 20 s, too long for a test
QUICK = 2  # seconds a move may take while Redis is away


@pytest.mark.parametrize("how", ["frozen", "gone"])
async def test_a_silent_redis_stops_no_game(two_servers: tuple[LiveServer, LiveServer], redis: OwnRedis, how: str):
    one, two = two_servers
    (game,) = one.seed(games=1, variant="brettspielnetz", clock="none")["games"]
    async with Player(one, game, 0) as ada, Player(two, game, 1) as ben:
        await news_travel(ada, ben)
        before = max([await one_turn(ada, ben, within=PATIENCE) for _ in range(4)])
        with redis.away(how):
            within = on_this_machine(QUICK, before)
            began, moves = time.monotonic(), 0
            while time.monotonic() - began < SILENT_SECONDS or moves < 4:
                assert await one_turn(ada, ben, within=PATIENCE, ask_every=ASK_EVERY) < within
                moves += 1
        await news_travel(ada, ben)


async def test_open_pages_show_what_was_sent_while_their_server_connected_again(
    two_servers: tuple[LiveServer, LiveServer], redis: OwnRedis
):
    """Redis keeps no news for a server that isn't connected. Nobody pings here: the server has to look by itself."""
    one, two = two_servers
    (game,) = one.seed(games=1, variant="brettspielnetz", clock="none")["games"]
    async with Player(one, game, 0) as ada, Player(two, game, 1) as ben:
        await news_travel(ada, ben)
        for _ in range(4):  # both seats move
            redis.ask("CLIENT", "KILL", "TYPE", "pubsub")
            await one_turn(ada, ben, within=PATIENCE)


async def test_a_board_opened_while_redis_is_silent_shows_the_game(
    two_servers: tuple[LiveServer, LiveServer], redis: OwnRedis
):
    one, _two = two_servers
    (game,) = one.seed(games=1, variant="brettspielnetz", clock="none", moves=3)["games"]
    before = await opening(one, game)
    with redis.away("frozen"):
        assert await opening(one, game) < on_this_machine(5, before)


async def opening(server: LiveServer, game: dict[str, Any]) -> float:
    """Seconds until both boards show the game."""
    began = time.monotonic()
    async with Player(server, game, 0) as ada, Player(server, game, 1) as ben:
        assert ada.version == ben.version > 0
        return time.monotonic() - began


async def one_turn(ada: Player, ben: Player, *, within: float, ask_every: float | None = None) -> float:
    """Seconds until a move is acknowledged; both boards show it later."""
    mover, other = (ada, ben) if ada.legal else (ben, ada)
    began = time.monotonic()
    answer = await mover.move(seconds=within)
    took = time.monotonic() - began
    assert answer["type"] == "done"
    await mover.shows(answer["version"], seconds=within, ask_every=ask_every)
    await other.shows(answer["version"], seconds=within, ask_every=ask_every)
    return took


async def news_travel(ada: Player, ben: Player) -> None:
    """Soon a move reaches the other process without a ping."""
    async with asyncio.timeout(PATIENCE):
        while True:
            mover, other = (ada, ben) if ada.legal else (ben, ada)
            answer = await mover.move(seconds=PATIENCE)
            try:
                await other.shows(answer["version"], seconds=QUICK)
            except TimeoutError:
                await other.shows(answer["version"], seconds=PATIENCE, ask_every=0.1)
            else:
                return


@pytest.mark.parametrize("how", ["frozen", "gone"])
def test_login_and_pages_work_while_redis_is_down(
    two_servers: tuple[LiveServer, LiveServer], redis: OwnRedis, how: str
):
    one, _two = two_servers
    one.manage("worker", "--once")
    until(lambda: status(one, "/readyz") == 200, "it is not ready")
    before = looking_around(one)
    with redis.away(how):
        assert looking_around(one) < on_this_machine(5, before)
        until(lambda: status(one, "/readyz") == 503, "it says that it is ready")  # answers are cached for a second
        assert looking_around(one) < on_this_machine(5, before)


def status(server: LiveServer, path: str) -> int:
    try:
        with urllib.request.urlopen(f"{server.url}{path}", timeout=PATIENCE) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as answer:
        answer.close()
        return answer.code


def looking_around(server: LiveServer) -> float:
    """Seconds for a failed login and the front page."""
    began = time.monotonic()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies := CookieJar()))
    browser.open(f"{server.url}/accounts/login/", timeout=PATIENCE).close()
    token = next(cookie.value for cookie in cookies if cookie.name == "csrftoken")
    form = urlencode({"login": "ada", "password": "not hers", "csrfmiddlewaretoken": token}).encode()
    with browser.open(f"{server.url}/accounts/login/", form, timeout=PATIENCE) as refused:
        assert b"not correct" in refused.read()
    browser.open(f"{server.url}/", timeout=PATIENCE).close()
    return time.monotonic() - began


# ---- Deadlines ----------------------------------------------------------------------------------

OVERDUE = 100  # games
DECIDED_WITHIN = 60  # seconds


@pytest.mark.postgres
def test_the_sweep_goes_on_while_redis_is_silent(tmp_path: Path, redis: OwnRedis):
    """The limit is a promise: a hundred games are decided within a minute, however long Redis is silent."""
    with new_database(f"boneyard_silence_{os.getpid()}", beside=os.environ["DATABASE_URL"]) as url:
        server = LiveServer(tmp_path, env={"DATABASE_URL": url, "REDIS_URL": redis.url, "SWEEP_SECONDS": "1"}).migrate()
        server.seed(games=OVERDUE, variant="draw", clock="turn", turn_seconds=86_400)
        with (
            psycopg.connect(url, autocommit=True) as database,
            redis.away("frozen"),
            worker_of(server, log=tmp_path / "worker.log"),
        ):
            database.execute("UPDATE games_game SET deadline = now() - interval '1 minute'")
            until(lambda: left(database) < OVERDUE, "no game is decided")
            until(lambda: left(database) == 0, f"not all of {OVERDUE} games were decided", seconds=DECIDED_WITHIN)


def left(database: psycopg.Connection) -> int:
    row = database.execute("SELECT count(*) FROM games_game WHERE status = 'playing' AND deadline < now()").fetchone()
    assert row is not None
    return int(row[0])
