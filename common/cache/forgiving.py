"""Redis, without which the site goes on: it keeps only rate limits and what we can compute again."""

import logging
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from common import database

logger = logging.getLogger(__name__)
T = TypeVar("T")
ASK_AGAIN = 5.0  # seconds

_away_until = 0.0  # for the whole process, so that not every request waits for a timeout; 0: Redis answers


def ask(call: Callable[[], T], away: T) -> T:
    """The answer of Redis to *call*, or *away* while Redis is down."""
    global _away_until
    if time.monotonic() < _away_until:
        return away
    if _away_until:  # this request tries again, the others continue without Redis
        _away_until = time.monotonic() + ASK_AGAIN
    database.let_go()  # Redis may take a second to answer
    try:
        answer = call()
    except RedisError:
        _away_until = time.monotonic() + ASK_AGAIN
        logger.warning("Redis is down, so no limits apply", exc_info=True)
        return away
    _away_until = 0.0
    return answer


class ForgivingRedisCache(RedisCache):
    """A cache that forgets while Redis is down, so an outage fails no request."""

    def get(self, key: object, default: object = None, version: int | None = None) -> object:
        return ask(lambda: super(ForgivingRedisCache, self).get(key, default, version), default)

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return ask(lambda: super(ForgivingRedisCache, self).add(*args, **kwargs), True)  # locks are free

    def set(self, *args: Any, **kwargs: Any) -> None:
        ask(lambda: super(ForgivingRedisCache, self).set(*args, **kwargs), None)

    def incr(self, *args: Any, **kwargs: Any) -> int | None:  # type: ignore[override]
        return ask(lambda: super(ForgivingRedisCache, self).incr(*args, **kwargs), None)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return ask(lambda: super(ForgivingRedisCache, self).delete(*args, **kwargs), False)
