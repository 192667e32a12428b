"""Limits on sockets, counted within the process: idle sockets cost nothing."""

import logging
import math
import time
from collections import Counter
from threading import RLock

from django.conf import settings

from common import metrics
from common.limits.leaks import MOST_REMEMBERED, Leaks

logger = logging.getLogger(__name__)
MOST_DOUBLINGS = 6  # of the pause after a flood


class Connections:
    """Open connections of one kind for each address in this process, in any thread. *setting* names the limit."""

    def __init__(self, setting: str) -> None:
        self._setting = setting
        self._counting = RLock()  # not Lock: while a thread counts, it may also clear away what calls `leave`
        self.open: Counter[str] = Counter()

    def enter(self, place: str) -> bool:
        """False if the address has reached its limit. Every call needs its `leave`."""
        with self._counting:
            self.open[place] += 1
            return not settings.LIMITS or self.open[place] <= getattr(settings, self._setting)

    def full(self, place: str) -> bool:
        return settings.LIMITS and self.open[place] >= getattr(settings, self._setting)

    def leave(self, place: str) -> None:
        with self._counting:
            self.open[place] -= 1
            if not self.open[place]:
                del self.open[place]


class Floods:
    """Addresses that can't open sockets for a while, because one of their sockets flooded us.

    The pause is short at first and doubles each time, because a class room shares its address with the offender. Other
    open sockets stay open, and their pages continue over HTTP.
    """

    def __init__(self) -> None:
        self._pauses: dict[str, tuple[float, int]] = {}  # address → (when the pause ends, how many were before it)

    def begin(self, place: str) -> None:
        """Record a flood. Sockets that were open together and flood together share one pause."""
        now = time.monotonic()
        if self.wait(place):
            return
        _ended, before = self._pauses.get(place, (0.0, -1))
        doublings = min(before + 1, MOST_DOUBLINGS)
        pause = settings.FLOOD_PAUSE_SECONDS * 2**doublings
        if len(self._pauses) > MOST_REMEMBERED:
            self._pauses = {known: pause for known, pause in self._pauses.items() if not self._is_forgotten(pause[0])}
        self._pauses[place] = now + pause, doublings
        logger.warning("A socket from %s exceeded its limits; refusing new ones from there for %d s.", place, pause)

    def wait(self, place: str) -> int:
        """Seconds until the address may open sockets; 0: it may."""
        ends, _doublings = self._pauses.get(place, (0.0, 0))
        if self._is_forgotten(ends):
            self._pauses.pop(place, None)
        return max(0, math.ceil(ends - time.monotonic()))

    def _is_forgotten(self, ended: float) -> bool:
        """After the longest possible pause without another flood."""
        return bool(time.monotonic() > ended + settings.FLOOD_PAUSE_SECONDS * 2**MOST_DOUBLINGS)


messages, frames, crowds, openings = Leaks("message"), Leaks("flood"), Leaks("crowd"), Leaks("socket")
connections, floods = Connections("SOCKETS_PER_ADDRESS"), Floods()
metrics.sockets.set_function(lambda: sum(connections.open.values()))
