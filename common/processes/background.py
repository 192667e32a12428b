"""Work beside the request, in threads of this process that use the database."""

from collections.abc import Callable

from django.db import close_old_connections

from common.processes.failures import logged


def in_this_thread(what: str, do: Callable[..., object], *args: object) -> None:
    """Run the work with live connections and return them afterwards. Logs errors, with *what* as their subject."""
    with logged(what):
        close_old_connections()
        do(*args)
    with logged(f"After {what}"):
        close_old_connections()  # a pool gets it back
