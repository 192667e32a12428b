"""News between processes through Redis, or from a child to its server (common/processes/child.py).

A room says what is news (`games.viewers.news`); here it is only sent and heard.

A separate thread sends nudges, and nobody waits for it, because Redis may be slow or down. A lost nudge only costs
time, because every board polls for news now and then.
"""

import atexit
import logging
import secrets
import threading
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, fields
from typing import Self, TypeVar
from urllib.parse import urlsplit

import orjson
import redis
from django.conf import settings

from common.processes import redis_wire

logger = logging.getLogger(__name__)
# All processes share it. Redis publishes to all of its databases, so the name contains ours.
CHANNEL = f"boneyard.nudges{urlsplit(settings.REDIS_URL).path}"
ORIGIN = secrets.token_hex(8)  # identifies this process, which gets its own nudges back
OWN = orjson.dumps({"origin": ORIGIN})[:-1]  # how these begin
ASK_AGAIN = 5.0  # seconds until we try again
PING_EVERY = 20.0  # seconds; also the time that Redis has for its answer
MOST = 10_000  # pending news while Redis is down
GATHER = 0.02  # seconds between two messages: news meanwhile go together, as each message costs every other process
LAST_WORDS = 1.0  # seconds to send pending news when the process ends


@dataclass(slots=True)
class News:
    """News from one process to the others. A room names its fields: lists, or lists by key."""

    def add(self, more: Self) -> None:
        for each in fields(self):
            ours, theirs = getattr(self, each.name), getattr(more, each.name)
            if isinstance(ours, list):
                ours += theirs
            else:
                ours.update((key, [*dict.fromkeys([*ours.get(key, ()), *values])]) for key, values in theirs.items())

    def __len__(self) -> int:
        return sum(len(getattr(self, each.name)) for each in fields(self))


AnyNews = TypeVar("AnyNews", bound=News)


class Sender(threading.Thread):
    """Sends all pending news at once. While Redis is down, only this thread retries."""

    def __init__(self) -> None:
        super().__init__(name="nudges", daemon=True)
        self._to_tell: News | None = None
        self._changed = threading.Condition()
        self._telling = False

    def tell(self, news: News) -> None:
        """Queue news. Thread-safe, never waits. Drops them if too many are pending."""
        with self._changed:
            if self._to_tell is None:
                self._to_tell = news
            elif len(self._to_tell) < MOST:
                self._to_tell.add(news)
            self._changed.notify_all()

    def run(self) -> None:
        wire = redis_wire.client()
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._to_tell)
                news, self._to_tell, self._telling = self._to_tell, None, True
            assert news is not None
            try:
                wire.publish(CHANNEL, orjson.dumps({"origin": ORIGIN, "news": news}))
            except redis.RedisError:
                logger.warning("Can't reach other processes; their boards will poll", exc_info=True)
                self.tell_first(news)
                time.sleep(ASK_AGAIN)
            except Exception:  # don't retry: these would fail again
                logger.exception("Can't send this to other processes; their boards will poll")
            with self._changed:
                self._telling = False
                self._changed.notify_all()
            time.sleep(GATHER)

    def tell_first(self, news: News) -> None:
        """Put news that could not be sent before later news."""
        with self._changed:
            if self._to_tell is not None:
                news.add(self._to_tell)
            self._to_tell = news

    def finish(self) -> None:
        """The process ends: give pending news a moment to be sent."""
        with self._changed:
            self._changed.wait_for(lambda: not self._to_tell and not self._telling, LAST_WORDS)


_starting = threading.Lock()
_sender: Sender | None = None
_to_server: Callable[[News], None] | None = None


def tell_by(line: Callable[[News], None]) -> None:
    """Without Redis: send news to the one other process with *line*."""
    global _to_server
    _to_server = line


def has_listeners() -> bool:
    """Whether there can be other processes that hear us."""
    return bool(settings.REDIS_URL) or _to_server is not None


def tell(news: News) -> None:
    """Nudge the other processes, if there are any. Thread-safe, never waits."""
    global _sender
    if not settings.REDIS_URL:
        if _to_server is not None:
            _to_server(news)
        return
    with _starting:
        if _sender is None:
            _sender = Sender()
            _sender.start()
            atexit.register(_sender.finish)
    _sender.tell(news)


async def heard(kind: type[AnyNews]) -> AsyncIterator[AnyNews | None]:
    """News from other processes; None once the subscription is ready. Ends or fails with the connection.

    Also empty news at the start and every `PING_EVERY` seconds, when Redis answers a ping: a quiet site isn't a deaf
    one.
    """
    async with redis_wire.async_client() as wire, wire.pubsub() as wires:
        await wires.subscribe(CHANNEL)
        asked, due = False, time.monotonic()
        while True:
            if (left := due - time.monotonic()) <= 0:
                if asked:
                    return
                asked, left = True, PING_EVERY
                due = time.monotonic() + left
                await wires.ping()
            message = await wires.get_message(timeout=left)
            if message is None:
                continue
            if message["type"] == "subscribe":
                yield None
            elif message["type"] == "pong":
                asked = False
                yield kind()
            elif message["type"] == "message" and not message["data"].startswith(OWN):
                yield kind(**orjson.loads(message["data"])["news"])
