"""Work beside the clock, in the same processes: `CHORES`, `PROMPT_CHORES` and `WATCHES` of the module that the setting
`FOLLOWERS` names.

A chore takes the time and returns how much it did. Several processes may run it at once. It has its own thread and may
take longer than a sweep, so that a slow mail server delays no clock. A watch has its own pace and thread, and runs in
processes that do nothing else.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from importlib import import_module

from django.conf import settings
from django.utils import timezone

from common import database, queues

logger = logging.getLogger(__name__)

Chore = Callable[[datetime], int]
Watch = Callable[[threading.Event], None]  # starts its own thread, which runs until the event is set
PROMPT_SECONDS = 1


def chores() -> tuple[Chore, ...]:
    """Chores that may take their time."""
    found: tuple[Chore, ...] = import_module(settings.FOLLOWERS).CHORES
    return found


def prompt_chores() -> tuple[Chore, ...]:
    """Chores that players wait for. They run every second, so they must be cheap when nothing is due."""
    found: tuple[Chore, ...] = import_module(settings.FOLLOWERS).PROMPT_CHORES
    return found


def start_watches(ending: threading.Event) -> None:
    """For processes without other duties: check more often than a chore does."""
    watches: tuple[Watch, ...] = import_module(settings.FOLLOWERS).WATCHES
    for watch in watches:
        watch(ending)


def do_chores(now: datetime, those: Sequence[Chore] | None = None) -> int:
    """Run each chore once, or only *those*. A failing one doesn't stop the others."""
    done = 0
    for chore in [*prompt_chores(), *chores()] if those is None else those:
        try:
            done += chore(now)
        except Exception:
            logger.exception("%s failed; retrying in the next sweep", chore.__module__)
    return done


def start(ending: threading.Event) -> None:
    """Run the chores repeatedly, in threads of their own, until *ending*."""
    queues.start(ending)
    for name, those, seconds in [
        ("chores", chores(), settings.SWEEP_SECONDS),
        ("prompt", prompt_chores(), PROMPT_SECONDS),
    ]:
        threading.Thread(target=_go_on, args=[ending, those, seconds], name=name, daemon=True).start()


def _go_on(ending: threading.Event, those: Sequence[Chore], seconds: int) -> None:
    while not ending.wait(seconds):
        do_chores(timezone.now(), those)
        database.let_go()
