"""Redis only carries news between processes: while it is silent or gone, moves are stored all the same."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode

import psycopg
import pytest

from common import nudges
from tests.live.client import Player
from tests.live.postgres import new_database
from tests.live.server import ROOT, LiveServer, free_port

pytestmark = pytest.mark.redis_server

SILENT_SECONDS = 10  # longer than the server waits for Redis
ASK_EVERY = 1  # the page pings every 20 s: the test hasn't that long
BACK_SECONDS = 20  # until news travel again by themselves
QUICK = 2  # seconds a move may take while Redis is away


class OwnRedis:
    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.start()

    def start(self) -> None:
        words = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        program = shutil.which("redis-server")
        assert program is not None
        self.process = subprocess.Popen([program, *words], cwd=self.folder, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 10
        while subprocess.call(["redis-cli", "-p", str(self.port), "ping"], stdout=subprocess.DEVNULL):
            assert time.monotonic() < deadline, "Redis did not start"
            time.sleep(0.05)

    def freeze(self) -> None:
        os.kill(self.process.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        os.kill(self.process.pid, signal.SIGCONT)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[OwnRedis]:
    redis = OwnRedis(tmp_path)
    yield redis
    redis.kill()


@pytest.fixture
def two_servers(tmp_path: Path, empty_database: Path, redis: OwnRedis) -> Iterator[tuple[LiveServer, LiveServer]]:
    """Two web processes with one database, which tell each other by Redis."""
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    env = {"REDIS_URL": f"redis://127.0.0.1:{redis.port}/0"}
    one = LiveServer(tmp_path / "one", env=env).migrate(empty_database)
    two = LiveServer(tmp_path / "two", env=env | {"DATABASE_URL": one.env["DATABASE_URL"]})
    with one, two:
        yield one, two


@pytest.mark.parametrize("how", ["frozen", "gone"])
async def test_a_silent_redis_stops_no_game(two_servers: tuple[LiveServer, LiveServer], redis: OwnRedis, how: str):
    one, two = two_servers
    (game,) = one.seed(games=1, variant="brettspielnetz", clock="none")["games"]
    async with Player(one, game, 0) as ada, Player(two, game, 1) as ben:
        await take_turns(ada, ben, moves=4)

        (redis.freeze if how == "frozen" else redis.kill)()
        began, moves = time.monotonic(), 0
        while time.monotonic() - began < SILENT_SECONDS:
            await take_turns(ada, ben, moves=1, ask_every=ASK_EVERY)
            moves += 1
        assert moves > 3

        await asyncio.to_thread(redis.thaw if how == "frozen" else redis.start)
        await news_travel_again(ada, ben)
        await take_turns(ada, ben, moves=4)


async def test_a_board_opened_while_redis_is_silent_shows_the_game(
    two_servers: tuple[LiveServer, LiveServer], redis: OwnRedis
):
    one, _two = two_servers
    (game,) = one.seed(games=1, variant="brettspielnetz", clock="none", moves=3)["games"]
    redis.freeze()
    try:
        began = time.monotonic()
        async with Player(one, game, 0) as ada, Player(one, game, 1) as ben:
            assert time.monotonic() - began < 5
            assert ada.version == ben.version > 0
    finally:
        redis.thaw()


async def take_turns(ada: Player, ben: Player, *, moves: int, ask_every: float | None = None) -> None:
    """Each move is acknowledged quickly, and both boards come to show it."""
    for _ in range(moves):
        mover, other = (ada, ben) if ada.legal else (ben, ada)
        answer = await mover.move(seconds=QUICK)
        assert answer["type"] == "done"
        await mover.shows(answer["version"], seconds=QUICK + 5, ask_every=ask_every)
        await other.shows(answer["version"], seconds=QUICK + 5, ask_every=ask_every)


async def news_travel_again(ada: Player, ben: Player) -> None:
    """Before long a move reaches the other process without being asked for."""
    async with asyncio.timeout(BACK_SECONDS):
        while True:
            mover, other = (ada, ben) if ada.legal else (ben, ada)
            answer = await mover.move(seconds=QUICK)
            try:
                await other.shows(answer["version"], seconds=QUICK)
            except TimeoutError:
                await other.shows(answer["version"], ask_every=0.1)
            else:
                return


@pytest.mark.parametrize("how", ["frozen", "gone"])
def test_people_log_in_and_look_around_while_redis_is_away(
    two_servers: tuple[LiveServer, LiveServer], redis: OwnRedis, how: str
):
    one, _two = two_servers
    (redis.freeze if how == "frozen" else redis.kill)()
    try:
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies := CookieJar()))
        browser.open(f"{one.url}/accounts/login/", timeout=5).close()
        token = next(cookie.value for cookie in cookies if cookie.name == "csrftoken")
        form = urlencode({"login": "ada", "password": "not hers", "csrfmiddlewaretoken": token}).encode()
        with browser.open(f"{one.url}/accounts/login/", form, timeout=15) as refused:
            assert b"not correct" in refused.read()
        with pytest.raises(urllib.error.HTTPError) as not_ready:
            browser.open(f"{one.url}/readyz", timeout=10)
        assert not_ready.value.code == 503
        not_ready.value.close()
        browser.open(f"{one.url}/", timeout=5).close()
    finally:
        (redis.thaw if how == "frozen" else redis.start)()


# ---- Deadlines ----------------------------------------------------------------------------------

OVERDUE = 100  # games
DECIDED_WITHIN = 60  # seconds


@pytest.mark.postgres
def test_the_clock_goes_on_while_redis_is_silent(tmp_path: Path, redis: OwnRedis):
    """The bound is the promise: a hundred games are decided within a minute, however long Redis says nothing."""
    with new_database(f"boneyard_silence_{os.getpid()}", beside=os.environ["DATABASE_URL"]) as url:
        env = {"DATABASE_URL": url, "REDIS_URL": f"redis://127.0.0.1:{redis.port}/0", "SWEEP_SECONDS": "1"}
        server = LiveServer(tmp_path, env=env).migrate()
        server.seed(games=OVERDUE, variant="draw", clock="turn", turn_seconds=86_400)
        with psycopg.connect(url, autocommit=True) as database:
            database.execute("UPDATE games_game SET deadline = now() - interval '1 minute'")
            redis.freeze()
            worker = subprocess.Popen([sys.executable, "manage.py", "worker"], cwd=ROOT, env=server.env)
            try:
                deadline = time.monotonic() + DECIDED_WITHIN
                while left := waiting(database):
                    assert time.monotonic() < deadline, f"{left} of {OVERDUE} games were not decided"
                    time.sleep(0.2)
            finally:
                worker.terminate()
                worker.wait(timeout=20)
                redis.thaw()


def waiting(database: psycopg.Connection) -> int:
    row = database.execute("SELECT count(*) FROM games_game WHERE status = 'playing' AND deadline < now()").fetchone()
    assert row is not None
    return row[0]


def test_nobody_waits_to_tell_and_what_could_not_be_told_is_told_later(redis: OwnRedis, settings, monkeypatch):
    settings.REDIS_URL = f"redis://127.0.0.1:{redis.port}/0"
    monkeypatch.setattr(nudges, "ASK_AGAIN", 0.1)
    monkeypatch.setattr(nudges, "ORIGIN", "another process")
    sender = nudges.Sender()
    redis.freeze()
    began = time.monotonic()
    for number in range(50):
        sender.tell(nudges.News(games={str(number): [number]}))
    sender.start()
    for number in range(50, 100):
        sender.tell(nudges.News(games={str(number): [number]}))
    assert time.monotonic() - began < nudges.PATIENCE  # not once, let alone a hundred times
    redis.thaw()
    monkeypatch.setattr(nudges, "LAST_WORDS", BACK_SECONDS)
    sender.finish()
    assert not sender._to_tell
    assert not sender._telling


def test_what_waits_for_redis_has_an_end(monkeypatch):
    monkeypatch.setattr(nudges, "MOST", 10)
    sender = nudges.Sender()  # which has not begun to send
    for number in range(30):
        sender.tell(nudges.News(desks=[number]))
    assert sender._to_tell.desks == list(range(10))


def test_whose_game_it_is_is_told_though_it_has_changed_again_for_another_reason():
    """A move tells the players' other pages; a new name is told to the boards alone, and takes nothing back."""
    sender = nudges.Sender()
    sender.tell(nudges.News(games={"ours": [1, 2], "mine": []}))
    sender.tell(nudges.News(games={"ours": [], "mine": [1]}))
    assert sender._to_tell.games == {"ours": [1, 2], "mine": [1]}
    sender.tell_first(nudges.News(games={"ours": [2, 3]}))
    assert {game: sorted(users) for game, users in sender._to_tell.games.items()} == {"ours": [1, 2, 3], "mine": [1]}


async def test_what_cant_be_told_at_all_stops_nothing_that_comes_after_it(redis: OwnRedis, settings, monkeypatch):
    settings.REDIS_URL = f"redis://127.0.0.1:{redis.port}/0"
    hearing = nudges.heard()
    assert await anext(hearing) is None
    with monkeypatch.context() as patched:
        patched.setattr(nudges, "ORIGIN", "another process")
        sender = nudges.Sender()
        sender.start()
        for game in (object(), "theirs"):
            sender.tell(nudges.News(panels=[[game]]))
            await asyncio.to_thread(sender.finish)
    assert not sender._telling
    async with asyncio.timeout(BACK_SECONDS):
        assert await anext(hearing) == nudges.News(panels=[["theirs"]])
    await hearing.aclose()


async def test_news_arrive_with_the_others_and_not_with_oneself(redis: OwnRedis, settings, monkeypatch):
    settings.REDIS_URL = f"redis://127.0.0.1:{redis.port}/0"
    hearing = nudges.heard()
    assert await anext(hearing) is None
    for origin, game in ((nudges.ORIGIN, "mine"), ("another process", "theirs")):
        with monkeypatch.context() as patched:
            patched.setattr(nudges, "ORIGIN", origin)
            sender = nudges.Sender()
            sender.start()
            sender.tell(nudges.News(games={game: [1, 2]}, events=[[1, "{}"]]))
            await asyncio.to_thread(sender.finish)
    async with asyncio.timeout(BACK_SECONDS):
        assert await anext(hearing) == nudges.News(games={"theirs": [1, 2]}, events=[[1, "{}"]])
    await hearing.aclose()


async def test_a_redis_that_has_gone_silent_is_left_and_heard_again(redis: OwnRedis, settings, monkeypatch):
    """A machine that has lost its power sends no goodbye: who hears nothing for long connects anew."""
    settings.REDIS_URL = f"redis://127.0.0.1:{redis.port}/0"
    monkeypatch.setattr(nudges, "QUIET", 0.2)
    hearing = nudges.heard()
    assert await anext(hearing) is None
    redis.freeze()
    async with asyncio.timeout(BACK_SECONDS):
        assert [news async for news in hearing] == []
    redis.thaw()
    again = nudges.heard()
    assert await anext(again) is None
    await again.aclose()
