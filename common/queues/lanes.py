"""The lanes of this process: in each, one thread does all work with the database."""

import heapq
import itertools
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import cached_property
from typing import TypeVar

from common.processes.failures import in_this_thread

T = TypeVar("T")
Task = Callable[[], object]
HELPERS = 8  # threads of a lane that may wait for others, such as mail servers


class Lane:
    """Runs tasks one after the other, each at its time. Its thread starts with the first task.

    *line* is for a process that also uses the database elsewhere: tasks then run in its threads, in turn with its other
    work. SQLite has one writer, and a queue is faster than waiting for its lock.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.line: Executor | None = None
        self._tasks: list[tuple[float, int, Task]] = []  # a heap by when
        self._numbers = itertools.count()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def do(self, task: Task, *, after: float = 0.0) -> None:
        """Run *task* after *after* seconds. May be called from any thread."""
        with self._changed:
            heapq.heappush(self._tasks, (time.monotonic() + after, next(self._numbers), task))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=f"queue {self.name}", daemon=True)
                self._thread.start()
            self._changed.notify()

    def aside(self, call: Callable[[], T]) -> "Future[T]":
        """The result of a call that may take long and uses no database."""
        return self._helpers.submit(call)

    @cached_property
    def _helpers(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(HELPERS, thread_name_prefix=f"queue {self.name}")

    def _run(self) -> None:
        while True:
            task = self._next()
            if self.line is None:
                _do(task)
                continue
            try:
                self.line.submit(_do, task).result()
            except RuntimeError:  # the process ends; what is left is in the database
                return

    def _next(self) -> Task:
        with self._changed:
            while not self._tasks or self._tasks[0][0] > time.monotonic():
                self._changed.wait(self._tasks[0][0] - time.monotonic() if self._tasks else None)
            return heapq.heappop(self._tasks)[2]


def _do(task: Task) -> None:
    in_this_thread("queued work", task)


PROMPT = Lane("prompt")  # players wait for it
SOON = Lane("soon")  # players look for it, but moves don't wait behind it
SLOW = Lane("slow")  # mails, analyses, puzzles
