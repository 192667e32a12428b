"""Counting in the process that answers: what comes too fast to ask a cache about each time."""

import math
import time
from collections.abc import Hashable, Iterator

from django.conf import settings

from common.limits import rates

MOST_REMEMBERED = 10_000  # senders


class Leaks:
    """How fast each sender sends: a leak of so many a second, which may come in a burst of what a rate allows.

    One number for a sender: when all that was sent will have leaked away.
    """

    def __init__(self, name: str) -> None:
        self.name = name  # of the rate
        self._empty_at: dict[Hashable, float] = {}

    def too_many(self, caller: Hashable, place: str = "", amount: int = 1) -> int:
        """Count *amount* of the caller at the address *place*; 0, or the seconds to wait. "" is nobody in particular.

        What is refused at one rate isn't counted at the next: nobody uses up what others at the address may do.
        """
        return next((wait for one, rate in self._rates_of(caller, place) if (wait := self._add(one, rate, amount))), 0)

    def lately(self, caller: Hashable) -> float:
        """Seconds until all that the caller has sent has leaked away."""
        return max(0.0, self._empty_at.get(caller, 0.0) - time.monotonic())

    def forget(self, caller: Hashable) -> None:
        self._empty_at.pop(caller, None)

    def count(self, caller: Hashable, place: str, amount: float) -> None:
        """Count what was done already, be it too much: `wait` tells, before the next time."""
        for sender, rate in self._rates_of(caller, place):
            self._empty_at[sender] = self._filled(sender, rate, amount)

    def wait(self, caller: Hashable, place: str = "") -> int:
        """Seconds until the caller at the address may go on; 0: they may."""
        now = time.monotonic()
        over = [self._empty_at.get(sender, 0) - now - rate.seconds for sender, rate in self._rates_of(caller, place)]
        return max([0, *(math.ceil(seconds) for seconds in over)])

    def _rates_of(self, caller: Hashable, place: str) -> Iterator[tuple[Hashable, rates.Rate]]:
        """Each rate, and who is counted by it."""
        if settings.LIMITS:
            for rate in rates.parse_rates(settings.RATES[self.name]):
                if (sender := place if rate.per_address else caller) != "":
                    yield sender, rate

    def _add(self, sender: Hashable, rate: rates.Rate, amount: int) -> int:
        now = time.monotonic()
        empty_at = self._filled(sender, rate, amount)
        if empty_at > now + rate.seconds + 1e-6:
            return max(1, round(empty_at - now - rate.seconds))
        self._empty_at[sender] = empty_at
        return 0

    def _filled(self, sender: Hashable, rate: rates.Rate, amount: float) -> float:
        """When everything will have leaked away, with so much more."""
        now = time.monotonic()
        if len(self._empty_at) > MOST_REMEMBERED:
            self._empty_at = {known: at for known, at in self._empty_at.items() if at > now}
        return max(now, self._empty_at.get(sender, 0)) + amount * rate.seconds / rate.most
