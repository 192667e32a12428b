"""Contains failures in what follows a change, which must not undo it; and runs work in threads of this process."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import close_old_connections

logger = logging.getLogger(__name__)


@contextmanager
def logged(what: str) -> Iterator[None]:
    """The change is stored, so log a failure here instead of showing an error page."""
    try:
        yield
    except Exception:
        logger.exception("%s something failed", what)


@contextmanager
def lost_at_worst(what: str) -> Iterator[None]:
    """The same for nudges to open boards, where a failure only costs time."""
    try:
        yield
    except Exception:
        logger.warning("%s; boards will poll for it.", what, exc_info=True)


def in_this_thread(what: str, do: Callable[..., object], *args: object) -> None:
    """Run the work with live connections and return them afterwards. Logs errors, with *what* as their subject."""
    with logged(what):
        close_old_connections()
        do(*args)
    with logged(f"After {what}"):
        close_old_connections()  # a pool gets it back
