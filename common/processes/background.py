"""Work beside the request, in threads of this process that use the database."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import close_old_connections

from common.processes.failures import logged


def in_this_thread(what: str, do: Callable[..., Any], *args: Any) -> None:
    """Run the work with live connections and return them afterwards. Logs errors, with *what* as their subject."""
    with logged(what):
        close_old_connections()
        do(*args)
    with logged(f"After {what}"):
        close_old_connections()  # a pool gets it back


class OneAtATime:
    """A thread for long work. While it is busy it refuses more, and leaves that to others."""

    def __init__(self, what: str) -> None:
        self.what = what
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=what)
        self._busy = threading.Lock()

    @property
    def is_busy(self) -> bool:
        return self._busy.locked()

    def begin(self, do: Callable[..., Any], *args: Any) -> bool:
        """Whether the thread accepted the work."""
        if not self._busy.acquire(blocking=False):
            return False
        self._thread.submit(self._do, do, *args)
        return True

    def _do(self, do: Callable[..., Any], *args: Any) -> None:
        try:
            in_this_thread(self.what, do, *args)
        finally:
            self._busy.release()
