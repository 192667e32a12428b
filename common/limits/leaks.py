"""Counting in the process that answers: what comes too fast to ask a cache about each time."""

import time
from collections.abc import Hashable

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
        if not settings.LIMITS:
            return 0
        for rate in rates.parse_rates(settings.RATES[self.name]):
            sender = place if rate.per_address else caller
            if sender != "" and (wait := self._add(sender, rate, amount)):
                return wait
        return 0

    def lately(self, caller: Hashable) -> float:
        """Seconds until all that the caller has sent has leaked away."""
        return max(0.0, self._empty_at.get(caller, 0.0) - time.monotonic())

    def forget(self, caller: Hashable) -> None:
        self._empty_at.pop(caller, None)

    def _add(self, sender: Hashable, rate: rates.Rate, amount: int) -> int:
        now = time.monotonic()
        if len(self._empty_at) > MOST_REMEMBERED:
            self._empty_at = {known: at for known, at in self._empty_at.items() if at > now}
        empty_at = max(now, self._empty_at.get(sender, 0)) + amount * rate.seconds / rate.most
        if empty_at > now + rate.seconds + 1e-6:
            return max(1, round(empty_at - now - rate.seconds))
        self._empty_at[sender] = empty_at
        return 0
