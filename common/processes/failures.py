"""Contains failures in announcing changes, which must not undo the changes."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

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
