"""Runs the queues: in the lanes of a worker, at once for rows that this process stored, or in the caller's thread."""

import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import wait
from datetime import datetime
from functools import partial
from importlib import import_module
from typing import Any

from django.conf import settings
from django.db.models import Model
from django.utils import timezone

from common import database, refusals
from common.processes import heartbeat
from common.queues.queue import Failed, Later, Meanwhile, Outcome, Queue, Row, Step

logger = logging.getLogger(__name__)


def all_queues() -> Sequence[Queue[Model]]:
    queues: Sequence[Queue[Model]] = import_module(settings.FOLLOWERS).QUEUES
    return queues


def start(ending: threading.Event) -> None:
    """Look for rows of all processes regularly, until *ending*. For workers."""
    for queue in all_queues():
        queue.lane.do(partial(_keep_looking, queue, ending), after=queue.seconds)


def wake(queue: Queue[Row], row: Row) -> None:
    """Work on a row at once that this process has just stored as claimed."""
    queue.hold(row)
    queue.lane.do(partial(_go_on, queue, row, _first_step(queue, row, timezone.now())))


def finish(queue: Queue[Row], row: Row, now: datetime) -> None:
    """Work on a row, in this thread, that this process has just stored as claimed. Raises if the database is away."""
    queue.hold(row)
    _go_to_the_end(queue, row, _attempt(queue, row, _first_step(queue, row, now), now), now)


def drain(queue: Queue[Any], now: datetime, report: Callable[[int], object] = lambda _rows: None) -> int:
    """Work on everything that is due, in this thread. Returns how many rows that were. Raises if the database is away.

    It waits for answers, but leaves out pauses: what a worker has left is late enough. *report* gets the number of rows
    of each batch.
    """
    done = 0
    while begun := queue.begin(now):
        try:
            coming = [(row, _attempt(queue, row, step, now)) for row, step in begun]
            for row, outcome in coming:
                _go_to_the_end(queue, row, outcome, now)
        finally:
            for row, _step in begun:
                queue.let_go(row)
        done += len(begun)
        report(len(begun))
    queue.all_done()
    return done


def _first_step(queue: Queue[Row], row: Row, now: datetime) -> Step:
    """The first step of a row's work. It also loads what the work needs: if that fails, we let the row go."""

    def load_and_begin() -> Outcome:
        (step,) = queue.steps([row], now)
        return step()

    return load_and_begin


def _go_to_the_end(queue: Queue[Row], row: Row, coming: Meanwhile | None, now: datetime) -> None:
    while coming is not None:
        database.let_go()
        if coming.answer is not None:
            wait([coming.answer], timeout=queue.lease.total_seconds())
        coming = _attempt(queue, row, coming.then, now)


def _attempt(queue: Queue[Row], row: Row, step: Step, now: datetime) -> Meanwhile | None:
    """One step of a row's work. Returns what comes next; None if the row is done or waits again.

    If the database is away, it's not the row's failure: raises, and the row returns when its lease ends.
    """
    outcome = None
    try:
        outcome = step()
        if isinstance(outcome, Later):
            queue.put_off(row, outcome.at)
        elif isinstance(outcome, Failed):
            logger.info("%s: %s has failed: %s", queue.name, row, outcome.why)
            queue.failed(row, now)
    except Exception as error:
        if refusals.is_away(error):
            raise
        logger.exception("%s: %s has failed", queue.name, row)
        queue.failed(row, now)
    finally:
        if not isinstance(outcome, Meanwhile):
            queue.let_go(row)
    return outcome if isinstance(outcome, Meanwhile) else None


# ---- In the lanes


def _keep_looking(queue: Queue[Row], ending: threading.Event) -> None:
    if ending.is_set():
        return
    try:
        if not heartbeat.overslept():  # else the clock first makes up for the outage
            _look(queue)
    finally:
        queue.lane.do(partial(_keep_looking, queue, ending), after=queue.seconds)


def _look(queue: Queue[Row]) -> None:
    """Claim what is due. Each row is a task of its own, so that other queues get their turn."""
    begun = queue.begin(timezone.now())
    if begun:
        import_module(settings.ROOT_URLCONF)  # else the first address loads all pages, half a second in a transaction
    for row, step in begun:
        queue.lane.do(partial(_go_on, queue, row, step))
    if not begun and queue.is_idle:
        queue.all_done()


def _go_on(queue: Queue[Row], row: Row, step: Step) -> None:
    coming = _attempt(queue, row, step, timezone.now())
    if coming is not None:
        go_on = partial(_go_on, queue, row, coming.then)
        if coming.answer is None:
            queue.lane.do(go_on, after=coming.pause.total_seconds())
        else:
            coming.answer.add_done_callback(lambda _answer: queue.lane.do(go_on))
    elif queue.is_idle:
        if queue.more_wait:
            queue.lane.do(partial(_look, queue))
        else:
            queue.all_done()
