"""News reach other processes through Redis, and nothing waits for it."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Iterator

import pytest

from common.processes import nudges
from games.sockets.open_sockets import Hub
from games.viewers.news import News
from tests.ops.own_redis import OwnRedis
from tests.ops.processes import PATIENCE, until

needs_redis = pytest.mark.redis_server


class Ended(Exception):
    """Raised to end a listening thread with its test."""


class LastNews(News):
    def __len__(self) -> int:
        raise Ended


class Sender(nudges.Sender):
    def run(self) -> None:
        with contextlib.suppress(Ended):
            super().run()

    def has_ended(self) -> bool:
        with self._changed:
            self._to_tell = LastNews()
            self._changed.notify_all()
        self.join(0.05)
        return not self.is_alive()


@pytest.fixture
def at_redis(redis: OwnRedis, settings) -> OwnRedis:
    settings.REDIS_URL = redis.url
    return redis


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Sender]]:
    """Senders of another process, whose threads end with the test."""
    monkeypatch.setattr(nudges, "LAST_WORDS", PATIENCE)
    senders: list[Sender] = []

    def start() -> Sender:
        senders.append(Sender())
        senders[-1].start()
        return senders[-1]

    yield start
    for sender in senders:
        until(sender.has_ended, "a thread goes on")


@needs_redis
def test_senders_never_wait_and_failed_news_is_sent_later(at_redis: OwnRedis, started, monkeypatch, caplog, settings):
    settings.REDIS_OPTIONS = settings.REDIS_OPTIONS | {"socket_timeout": 3.0}
    monkeypatch.setattr(nudges, "ASK_AGAIN", 0.1)
    with at_redis.away("frozen"):
        began = time.monotonic()
        sender = started()
        for number in range(100):
            sender.tell(News(games={str(number): [number]}))
        assert time.monotonic() - began < 3.0  # not once, let alone a hundred times
        until(lambda: "Can't reach other processes" in caplog.text, "it does not find out")
        assert len(sender._to_tell.games) == 100
    sender.finish()
    assert not sender._to_tell
    assert not sender._telling


def test_the_queue_for_redis_is_bounded(monkeypatch):
    monkeypatch.setattr(nudges, "MOST", 10)
    sender = nudges.Sender()  # which hasn't started sending
    for number in range(30):
        sender.tell(News(desks=[number]))
    assert sender._to_tell.desks == list(range(10))


def test_merged_news_keeps_a_games_players():
    """A move is sent to the players' other pages; a new name only to boards, without replacing the move."""
    sender = nudges.Sender()
    sender.tell(News(games={"ours": [1, 2], "mine": []}))
    sender.tell(News(games={"ours": [], "mine": [1]}))
    assert sender._to_tell.games == {"ours": [1, 2], "mine": [1]}
    sender.tell_first(News(games={"ours": [2, 3]}))
    assert {game: sorted(users) for game, users in sender._to_tell.games.items()} == {"ours": [1, 2, 3], "mine": [1]}


@needs_redis
async def test_unsendable_news_doesnt_block_later_news(at_redis: OwnRedis, started, monkeypatch):
    async with heard() as hearing:
        with monkeypatch.context() as patched:
            patched.setattr(nudges, "ORIGIN", "another process")
            sender = started()
            for game in (object(), "theirs"):
                sender.tell(News(panels=[[game]]))
                await asyncio.to_thread(sender.finish)
        assert not sender._telling
        assert await anext(hearing) == News(panels=[["theirs"]])


@needs_redis
async def test_news_reaches_other_processes_and_not_its_sender(at_redis: OwnRedis, started, monkeypatch):
    async with heard() as hearing:
        for origin, game in ((nudges.ORIGIN, "mine"), ("another process", "theirs")):
            with monkeypatch.context() as patched:
                patched.setattr(nudges, "ORIGIN", origin)
                sender = started()
                sender.tell(News(games={game: [1, 2]}, events=[[1, "{}"]]))
                await asyncio.to_thread(sender.finish)
        assert await anext(hearing) == News(games={"theirs": [1, 2]}, events=[[1, "{}"]])


@needs_redis
async def test_a_silent_redis_is_disconnected_and_connected_again(at_redis: OwnRedis, monkeypatch):
    """A machine without power closes no connection: after a long silence the listener reconnects."""
    monkeypatch.setattr(nudges, "PING_EVERY", 0.2)
    async with heard() as hearing:
        with at_redis.away("frozen"):
            assert not any([news async for news in hearing])
    async with heard():
        pass


@needs_redis
async def test_a_quiet_process_hears_that_redis_answers(at_redis: OwnRedis, monkeypatch):
    monkeypatch.setattr(nudges, "PING_EVERY", 0.1)
    async with heard() as hearing:
        assert [await anext(hearing) for _ in range(3)] == [News()] * 3


@needs_redis
async def test_a_process_is_deaf_while_redis_is_silent_or_its_news_fails(at_redis: OwnRedis, monkeypatch):
    monkeypatch.setattr(nudges, "PING_EVERY", 0.1)
    monkeypatch.setattr(nudges, "tell", lambda _news: None)  # it would start a thread
    hub, within = Hub(), 3.0  # seconds; the process subscribes again after one
    assert hub.silence() == 0
    hub.begin()
    for trouble in (at_redis.away("frozen"), failing(hub)):
        await comes(lambda: hub.silence() < within)
        with trouble:
            await comes(lambda: hub.silence() > within)
    await comes(lambda: hub.silence() < within)


@contextlib.contextmanager
def failing(hub: Hub) -> Iterator[None]:
    """The connection is fine, but the process can't do anything with what it hears."""
    with pytest.MonkeyPatch.context() as broken:
        broken.setattr(hub, "heard", lambda _news: 1 / 0)
        yield


async def comes(look: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not look():
            await asyncio.sleep(0.05)


def test_without_redis_a_process_is_never_deaf(settings):
    settings.REDIS_URL = ""
    hub = Hub()

    async def begin() -> None:
        hub.begin()

    asyncio.run(begin())
    assert hub.silence() == 0


@contextlib.asynccontextmanager
async def heard() -> AsyncIterator[AsyncIterator[News | None]]:
    """The news received once a listener is connected."""
    async with asyncio.timeout(PATIENCE), contextlib.aclosing(nudges.heard(News)) as hearing:
        assert await anext(hearing) is None
        assert await anext(hearing) == News()
        yield hearing
