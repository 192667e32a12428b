"""The same for sockets, counted in the process that holds them: an idle one costs nothing."""

import time
from collections import Counter
from collections.abc import Hashable

from django.conf import settings

from limits import rates

MOST_REMEMBERED = 10_000  # senders


class Messages:
    """How fast each sender sends: a leak of so many a second, which may come in a burst of what a rate allows.

    One number for a sender: when all he has sent will have leaked away.
    """

    def __init__(self) -> None:
        self._empty_at: dict[Hashable, float] = {}

    def too_many(self, sender: Hashable) -> int:
        """Count a message; 0, or the seconds to wait."""
        if not settings.LIMITS:
            return 0
        [rate] = rates.read(settings.RATES["message"])
        now = time.monotonic()
        if len(self._empty_at) > MOST_REMEMBERED:
            self._empty_at = {known: at for known, at in self._empty_at.items() if at > now}
        empty_at = max(now, self._empty_at.get(sender, 0)) + rate.seconds / rate.most
        if empty_at > now + rate.seconds + 1e-6:
            return max(1, round(empty_at - now - rate.seconds))
        self._empty_at[sender] = empty_at
        return 0


class Connections:
    """How many sockets each address holds open in this process."""

    def __init__(self) -> None:
        self.open: Counter[str] = Counter()

    def enter(self, place: str) -> bool:
        """False: it has as many as it may have. Every call needs its `leave`."""
        self.open[place] += 1
        return not settings.LIMITS or self.open[place] <= settings.SOCKETS_PER_ADDRESS

    def leave(self, place: str) -> None:
        self.open[place] -= 1
        if not self.open[place]:
            del self.open[place]


messages, connections = Messages(), Connections()
