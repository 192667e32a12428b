"""How long work waits before it can go on, as histograms of this process. docs/waits.md says how to read them."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import Context
from time import perf_counter
from typing import ParamSpec, TypeVar

from prometheus_client import Histogram

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")

LOOK_EVERY = 0.25  # seconds between two looks at the interpreter

_waits = Histogram(
    "boneyard_wait_seconds",
    "Time that work waits before it can go on",
    ["kind"],
    buckets=(0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
THREAD, CONNECTION, LOCK, INTERPRETER = map(_waits.labels, ("thread", "connection", "lock", "interpreter"))


class Threads(ThreadPoolExecutor):
    """Threads that measure how long their work has waited for one of them."""

    def submit(self, call: Callable[Asked, Answer], /, *args: Asked.args, **named: Asked.kwargs) -> Future[Answer]:
        asked_at = perf_counter()

        def begun() -> Answer:
            THREAD.observe(perf_counter() - asked_at)
            return call(*args, **named)

        return super().submit(begun)


class Watch:
    """Measures how late an event loop wakes up: all Python code of the process delays it, in any thread."""

    loop: asyncio.AbstractEventLoop | None = None

    def begin(self) -> None:
        """Watch the running loop, if it's another one than before."""
        if (loop := asyncio.get_running_loop()) is not self.loop:
            self.loop = loop
            Context().run(self._sleep, loop)  # it outlives the request that begins it

    def _sleep(self, loop: asyncio.AbstractEventLoop) -> None:
        due = loop.time() + LOOK_EVERY
        loop.call_at(due, self._wake, loop, due)

    def _wake(self, loop: asyncio.AbstractEventLoop, due: float) -> None:
        INTERPRETER.observe(max(loop.time() - due, 0))  # a loop may wake up a moment early
        self._sleep(loop)


watch = Watch()
