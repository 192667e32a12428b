"""What is done beside the clock, by the same processes: `CHORES`, `PROMPT_CHORES` and `WATCHES` of the module that the
settings name (`FOLLOWERS`).

A chore takes the time and answers how much it did. Any number of processes may do it at once, and it may take
longer than a sweep: it has a thread of its own, so that a slow mail server makes nobody's clock late. A watch has a
pace and a thread of its own, and is kept by processes that do nothing else.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from importlib import import_module

from django.conf import settings
from django.utils import timezone

from common import database

logger = logging.getLogger(__name__)

Chore = Callable[[datetime], int]
Watch = Callable[[threading.Event], None]  # begins, and goes on beside until the event
PROMPT_SECONDS = 1


def chores() -> tuple[Chore, ...]:
    """What may take its time."""
    found: tuple[Chore, ...] = import_module(settings.FOLLOWERS).CHORES
    return found


def prompt_chores() -> tuple[Chore, ...]:
    """What players wait for: looked at every second, so that it must be cheap where nothing is due."""
    found: tuple[Chore, ...] = import_module(settings.FOLLOWERS).PROMPT_CHORES
    return found


def start_watches(ending: threading.Event) -> None:
    """Where nobody else needs this process: look more often than a chore does."""
    watches: tuple[Watch, ...] = import_module(settings.FOLLOWERS).WATCHES
    for watch in watches:
        watch(ending)


def do_chores(now: datetime, those: Sequence[Chore] | None = None) -> int:
    """Do each once, or only *those*; one that fails keeps no other from being done."""
    done = 0
    for chore in [*prompt_chores(), *chores()] if those is None else those:
        try:
            done += chore(now)
        except Exception:
            logger.exception("%s failed; retrying in the next sweep", chore.__module__)
    return done


def start(ending: threading.Event) -> None:
    """Do them again and again in threads of their own, until *ending*."""
    for name, those, seconds in [
        ("chores", chores(), settings.SWEEP_SECONDS),
        ("prompt", prompt_chores(), PROMPT_SECONDS),
    ]:
        threading.Thread(target=_go_on, args=[ending, those, seconds], name=name, daemon=True).start()


def _go_on(ending: threading.Event, those: Sequence[Chore], seconds: int) -> None:
    while not ending.wait(seconds):
        do_chores(timezone.now(), those)
        database.let_go()
