"""Counts callers' actions: in Redis for all processes together, without Redis in this process."""

import functools
import time
import zlib
from dataclasses import dataclass

from django.conf import settings
from django.db.models import Model
from django.http import HttpRequest
from limits.storage import MemoryStorage, RedisStorage

from common import address
from common.cache import forgiving
from common.limits import rates
from common.processes import redis_wire
from common.refusals import TooMany


@dataclass(frozen=True, slots=True)
class Usage:
    """For the tightest rate: remaining uses, and seconds until its count restarts."""

    most: int
    left: int
    reset: int


def check(name: str, who: HttpRequest | Model) -> Usage | None:
    """Count one *name* ("talk", "invite" …) for *who*: a request, or a user where there is none.

    Raises `TooMany`; returns None if there is no limit. Requests of logged-in users count for the user everywhere.
    Strangers, and rates by address, count everyone at an address together.
    """
    if not settings.LIMITS:
        return None
    caller, place = _callers(who)
    tightest: Usage | None = None
    for rate in rates.parse_rates(settings.RATES[name]):
        key = place if rate.per_address else caller
        if not key:
            continue
        window, reset = window_of(key, rate.seconds)
        counted = f"{name} {rate.most}/{rate.seconds} {rate.per_address} {key} {window}"
        count = forgiving.ask(lambda: storage().incr(counted, rate.seconds), 0)  # noqa: B023 - called at once
        if not count:  # Redis is down
            continue
        if count > rate.most:
            raise TooMany(reset)
        usage = Usage(rate.most, rate.most - count, reset)
        if tightest is None or usage.left < tightest.left:
            tightest = usage
    return tightest


@functools.cache
def storage() -> MemoryStorage | RedisStorage:
    """Used directly, because the limiters of `limits` ask Redis again for how much is left and until when."""
    if not settings.REDIS_URL:
        return MemoryStorage()
    return RedisStorage(settings.REDIS_URL, connection_pool=redis_wire.pool())


def window_of(key: str, seconds: int) -> tuple[int, int]:
    """The running window's number and the seconds left of it. Windows of different callers end at different times."""
    window, passed = divmod(int(time.time()) + zlib.crc32(key.encode()), seconds)
    return window, seconds - passed


def _callers(who: HttpRequest | Model) -> tuple[str, str]:
    """(caller, address). Users in internal calls have no address."""
    if isinstance(who, Model):
        return f"user {who.pk}", ""
    user = who.user
    place = f"address {address.of_request(getattr(who, '_request', who))}"  # REST framework's wraps Django's
    return (f"user {user.pk}" if user.is_authenticated else place), place
