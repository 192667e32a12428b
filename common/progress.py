"""How far a long command is, on stderr: every second on a terminal, elsewhere a line every half minute.

for game in Progress("Writing histories", len(games), verbosity=verbosity).along(games): …
"""

import sys
import time
from collections.abc import Iterable, Iterator
from threading import Event, Thread
from typing import Self, TypeVar

T = TypeVar("T")
ON_A_TERMINAL, ELSEWHERE = 1, 30  # seconds between two lines
SHOW, CLEAR = "\x1b7{}\x1b[K\x1b8", "\x1b[K"  # behind the cursor, which stays where it is

_running: list["Progress"] = []  # the last one shows itself


class Progress:
    """A context in which a thread says how far we are, so that it speaks even during a long step.

    *total* is the number of steps, 0 if nobody knows it. Silent with *verbosity* 0.
    """

    def __init__(self, what: str, total: int = 0, *, verbosity: int = 1) -> None:
        self.what, self.total, self.done = what, total, 0
        self._verbosity, self._began, self._ended = verbosity, time.monotonic(), Event()
        self._thread = Thread(target=self._tell, name="progress", daemon=True)

    def __enter__(self) -> Self:
        if self._verbosity:
            _running.append(self)
            self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        if self._verbosity:
            self._ended.set()
            self._thread.join()
            _running.remove(self)

    def step(self, amount: int = 1, what: str = "") -> None:
        """So many more steps are done; what comes next, if that changes."""
        self.done += amount
        self.what = what or self.what

    def along(self, items: Iterable[T]) -> Iterator[T]:
        """The same items, with a step after each."""
        with self:
            for item in items:
                yield item
                self.step()

    def __str__(self) -> str:
        minutes, seconds = divmod(int(time.monotonic() - self._began), 60)
        done = f"{self.done:,} of {self.total:,} ({self.done * 100 // self.total} %), " if self.total else ""
        done = done or (f"{self.done:,}, " if self.done else "")
        return f"{self.what}: {done}{minutes}:{seconds:02}"

    def _tell(self) -> None:
        out = sys.stderr
        on_terminal = out.isatty()
        while not self._ended.wait(ON_A_TERMINAL if on_terminal else ELSEWHERE):
            if _running[-1] is self:
                out.write(SHOW.format(self) if on_terminal else f"{self}\n")
                out.flush()
        if on_terminal:
            out.write(CLEAR)
            out.flush()
