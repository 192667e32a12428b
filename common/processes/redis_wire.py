"""Connections to Redis: to one server, or to the primary that Sentinels name (`redis+sentinel://` in REDIS_URL).

No call is tried twice: news and counts aren't worth a player's time.
"""

from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Any, NamedTuple, Self
from urllib.parse import unquote, urlsplit

import redis.asyncio
from django.conf import settings
from redis.asyncio.retry import Retry as AsyncRetry
from redis.asyncio.sentinel import Sentinel as AsyncSentinel
from redis.backoff import NoBackoff
from redis.sentinel import Sentinel, SentinelConnectionPool

SENTINEL_PATIENCE = 0.4  # seconds; a dead Sentinel must leave time to ask the next one


class Watched(NamedTuple):
    """The parts of an address such as `redis+sentinel://:password@host,host:26379/name/0`."""

    sentinels: list[tuple[str, int]]
    name: str  # by which the Sentinels know the servers
    login: dict[str, Any]  # at the servers, and the number of the database there

    @classmethod
    def by(cls, url: str) -> Self | None:
        """None if the address doesn't name Sentinels."""
        split = urlsplit(url)
        if split.scheme != "redis+sentinel":
            return None
        name, _slash, number = split.path.strip("/").partition("/")
        username, password = (unquote(part) if part else None for part in (split.username, split.password))
        login = {"db": int(number or 0), "username": username, "password": password}
        return cls([(host, split.port or 26379) for host in (split.hostname or "").split(",")], name, login)

    def ask(self, retry: object) -> dict[str, Any]:
        """The arguments of both kinds of `Sentinel`."""
        patience = {"socket_timeout": SENTINEL_PATIENCE, "socket_connect_timeout": SENTINEL_PATIENCE}
        return {"sentinels": self.sentinels, "sentinel_kwargs": patience | {"retry": retry}}


class Pool:
    """Connection pools of Django's cache (`pool_class`) and of our other clients."""

    @staticmethod
    def from_url(url: str, **options: Any) -> redis.ConnectionPool:
        if watched := Watched.by(url):
            sentinel = Sentinel(**watched.ask(settings.REDIS_OPTIONS["retry"]))  # type: ignore[no-untyped-call]
            return SentinelConnectionPool(watched.name, sentinel, **watched.login, **options)  # type: ignore[no-untyped-call]
        return redis.ConnectionPool.from_url(url, **options)


def pool(**options: Any) -> redis.ConnectionPool:
    """Connections for threads. *options* replace those of REDIS_OPTIONS."""
    return Pool.from_url(settings.REDIS_URL, **settings.REDIS_OPTIONS | options)


def client(**options: Any) -> redis.Redis:
    return redis.Redis.from_pool(pool(**options))


@asynccontextmanager
async def async_client() -> AsyncIterator[redis.asyncio.Redis]:
    """A client for an event loop."""
    options = settings.REDIS_OPTIONS | {"retry": AsyncRetry(NoBackoff(), 0)}
    if watched := Watched.by(settings.REDIS_URL):
        async with (
            aclosing(AsyncSentinel(**watched.ask(options["retry"]))) as sentinel,  # type: ignore[no-untyped-call]
            sentinel.master_for(watched.name, **watched.login, **options) as wire,
        ):
            yield wire
    else:
        async with redis.asyncio.Redis.from_url(settings.REDIS_URL, **options) as wire:
            yield wire
