"""What is done beside the clock, by the same processes: packages add their own to `chores`.

A chore takes the time and answers how much it did. Any number of processes may do it at once, and it may take
longer than a sweep: it has a thread of its own, so that a slow mail server makes nobody's clock late.
"""

import logging
import threading
from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.db import close_old_connections
from django.utils import timezone

logger = logging.getLogger(__name__)

chores: list[Callable[[datetime], int]] = []


def do_chores(now: datetime) -> int:
    """Do each once; one that fails keeps no other from being done."""
    done = 0
    for chore in tuple(chores):
        try:
            done += chore(now)
        except Exception:
            logger.exception("%s failed; it is tried again", chore.__module__)
    return done


def start(ending: threading.Event) -> None:
    """Do them again and again in a thread of their own, until *ending*."""
    threading.Thread(target=_go_on, args=[ending], name="chores", daemon=True).start()


def _go_on(ending: threading.Event) -> None:
    while not ending.wait(settings.SWEEP_SECONDS):
        close_old_connections()
        do_chores(timezone.now())
