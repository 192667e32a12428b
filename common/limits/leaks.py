"""Counts within this process, for events too frequent for the shared cache."""

import math
import time
from collections.abc import Hashable, Iterator

from django.conf import settings

from common.limits import rates

MOST_REMEMBERED = 10_000  # senders


class Leaks:
    """Leaky buckets: each sender drains at a rate per second, with a burst of what the rate allows.

    We store one number per sender: when its bucket will be empty.
    """

    def __init__(self, name: str) -> None:
        self.name = name  # of the rate
        self._empty_at: dict[Hashable, float] = {}

    def too_many(self, caller: Hashable, place: str = "", amount: int = 1) -> int:
        """Count *amount* for the caller at the address *place*. Return 0, or the seconds to wait. "" means an anonymous
        caller.

        An amount refused by one rate doesn't count for the next, so nobody uses up the rate of others at the address.
        """
        return next((wait for one, rate in self._rates_of(caller, place) if (wait := self._add(one, rate, amount))), 0)

    def lately(self, caller: Hashable) -> float:
        """Seconds until the caller's bucket is empty."""
        return max(0.0, self._empty_at.get(caller, 0.0) - time.monotonic())

    def forget(self, caller: Hashable) -> None:
        self._empty_at.pop(caller, None)

    def count(self, caller: Hashable, place: str, amount: float) -> None:
        """Count something already done, even beyond the limit; `wait` applies it next time."""
        now = time.monotonic()
        for sender, rate in self._rates_of(caller, place):
            self._empty_at[sender] = self._filled(sender, rate, amount, now)

    def wait(self, caller: Hashable, place: str = "") -> int:
        """Seconds until the caller at the address may continue; 0 if now."""
        now = time.monotonic()
        over = [self._empty_at.get(sender, 0) - now - rate.seconds for sender, rate in self._rates_of(caller, place)]
        return max([0, *(math.ceil(seconds) for seconds in over)])

    def _rates_of(self, caller: Hashable, place: str) -> Iterator[tuple[Hashable, rates.Rate]]:
        """Each rate, and who it counts for."""
        if settings.LIMITS:
            for rate in rates.parse_rates(settings.RATES[self.name]):
                if (sender := place if rate.per_address else caller) != "":
                    yield sender, rate

    def _add(self, sender: Hashable, rate: rates.Rate, amount: int) -> int:
        now = time.monotonic()
        empty_at = self._filled(sender, rate, amount, now)
        if empty_at > now + rate.seconds + 1e-6:
            return max(1, round(empty_at - now - rate.seconds))
        self._empty_at[sender] = empty_at
        return 0

    def _filled(self, sender: Hashable, rate: rates.Rate, amount: float, now: float) -> float:
        """When the bucket will be empty after adding this amount."""
        if len(self._empty_at) > MOST_REMEMBERED:
            self._empty_at = {known: at for known, at in self._empty_at.items() if at > now}
        return max(now, self._empty_at.get(sender, 0)) + amount * rate.seconds / rate.most
