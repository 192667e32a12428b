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
