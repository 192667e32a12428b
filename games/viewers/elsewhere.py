"""Which pages and programs are connected to other processes, so that we tell them only news that somebody there gets.

With many processes, most news concerns only the one that has it, but each message costs all others. So every process
tells the others which groups of sockets (`games.sockets.open_sockets`) it has: when a group's first socket opens, when
its last one closes, and all of them when somebody asks.

Nothing is missed meanwhile. We keep news for `RECENT` seconds, and tell it late to a process that begins to follow it.
Until we have listened for `LEARNING` seconds, we tell everything, as does a process that doesn't listen. A process that
is silent for `GONE` seconds is forgotten.
"""

import time
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable
from threading import Lock
from typing import NamedTuple

from common.processes import nudges
from games.viewers.news import Follows, News

RECENT = 2.0  # seconds; a message between processes takes some hundredths of one
LEARNING = 5.0  # seconds until all processes have answered
GONE = 60.0  # seconds; processes report every 20 (`nudges.PING_EVERY`)


class Told(NamedTuple):
    """News for some groups of sockets. We write it only if another process has one of them."""

    groups: Collection[str]
    written: Callable[[], News]


class Elsewhere:
    """The groups of all other processes, for one process.

    *mine* are the groups of this one. *send* sends news to all others. Safe to call from any thread.
    """

    def __init__(
        self, mine: Callable[[], Iterable[str]], send: Callable[[News], None], process: str = nudges.ORIGIN
    ) -> None:
        self._mine, self._send, self._process = mine, send, process
        self._lock = Lock()
        self._followed: defaultdict[str, set[str]] = defaultdict(set)  # group → processes
        self._heard: dict[str, float] = {}  # process → when
        self._recent: deque[tuple[float, Told]] = deque()
        self._knows_at = float("inf")  # from then on we know what others follow

    def tell(self, *told: Told) -> None:
        """Tell the other processes what concerns them; everything, as long as we don't know that."""
        if not nudges.has_listeners():
            return
        now = time.monotonic()
        with self._lock:
            self._forget_news(now)
            self._recent.extend((now, each) for each in told)
            if now >= self._knows_at:
                told = tuple(each for each in told if any(group in self._followed for group in each.groups))
        self._tell(told)

    def _forget_news(self, now: float) -> None:
        while self._recent and self._recent[0][0] < now - RECENT:
            self._recent.popleft()

    def _tell(self, told: Iterable[Told]) -> None:
        news = News()
        for each in told:
            news.add(each.written())
        if news:
            self._send(news)

    # ---- The groups of this process

    def is_deaf(self) -> None:
        """We don't listen any more: until we do again, tell everything."""
        with self._lock:
            self._knows_at = float("inf")

    def asks(self) -> None:
        """We listen from now on."""
        with self._lock:
            self._followed.clear()
            self._heard.clear()
            self._knows_at = time.monotonic() + LEARNING
        self._say(self._mine(), asks=True)

    def begins(self, group: str) -> None:
        self._say([group])

    def ends(self, group: str) -> None:
        self._say([], [group])

    def beat(self) -> None:
        """Call now and then: tells others that we are here, and forgets those who are gone."""
        self._say([])
        with self._lock:
            late = time.monotonic() - GONE
            gone = {process for process, at in self._heard.items() if at < late}
            for process in gone:
                del self._heard[process]
            for group in list(self._followed) if gone else ():
                self._leave(group, gone)

    def _say(self, begins: Iterable[str], ends: Collection[str] = (), *, asks: bool = False) -> None:
        self._send(News(follows=[(self._process, list(begins), list(ends), asks)]))

    # ---- The groups of others

    def heard(self, words: Collection[Follows]) -> None:
        asked, unknown, begun = False, False, set[str]()
        now = time.monotonic()
        with self._lock:
            self._forget_news(now)
            for process, begins, ends, asks in words:
                asked |= asks
                unknown |= process not in self._heard and not asks  # we had forgotten it
                self._heard[process] = now
                for group in begins:
                    self._followed[group].add(process)
                for group in ends:
                    self._leave(group, {process})
                begun.update(begins)
            missed = [told for _at, told in self._recent if not begun.isdisjoint(told.groups)] if begun else []
        if asked or unknown:
            self._say(self._mine(), asks=unknown)
        self._tell(missed)

    def _leave(self, group: str, processes: set[str]) -> None:
        self._followed[group] -= processes
        if not self._followed[group]:
            del self._followed[group]
