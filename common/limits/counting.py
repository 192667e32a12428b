"""Counts callers' actions in the cache that all processes share."""

from dataclasses import dataclass

from django.conf import settings
from django.db.models import Model
from django.http import HttpRequest
from django_ratelimit.core import get_usage

from common import address
from common.limits import rates
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
        used = get_usage(
            None, group=f"{name} {rate.per_address}", key=lambda *_asked, key=key: key, rate=(rate.most, rate.seconds),
            increment=True,
        )  # fmt: skip
        if used is None:  # the cache is down
            continue
        usage = Usage(rate.most, max(0, rate.most - used["count"]), max(1, used["time_left"]))
        if used["should_limit"]:
            raise TooMany(usage.reset)
        if tightest is None or usage.left < tightest.left:
            tightest = usage
    return tightest


def _callers(who: HttpRequest | Model) -> tuple[str, str]:
    """(caller, address). Users in internal calls have no address."""
    if isinstance(who, Model):
        return f"user {who.pk}", ""
    user = who.user
    place = f"address {address.of_request(getattr(who, '_request', who))}"  # REST framework's wraps Django's
    return (f"user {user.pk}" if user.is_authenticated else place), place
