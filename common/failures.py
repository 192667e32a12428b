"""What must not be undone by who fails to hear of it."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

logger = logging.getLogger(__name__)


@contextmanager
def logged(what: str) -> Iterator[None]:
    """What is stored stands: a failure here is logged, and must become nobody's error page."""
    try:
        yield
    except Exception:
        logger.exception("%s something failed", what)


@contextmanager
def lost_at_worst(what: str) -> Iterator[None]:
    """The same of telling open boards, which loses no more than time."""
    try:
        yield
    except Exception:
        logger.warning("%s; boards will poll for it.", what, exc_info=True)
