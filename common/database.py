"""Helpers for the database itself."""

import random
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import wraps
from threading import local
from typing import Any, ParamSpec, TypeVar, overload

from django.db import InterfaceError, OperationalError, connection, connections

from common import metrics, refusals

T = TypeVar("T")
Given = ParamSpec("Given")
MOST_IN_A_LIST = 500  # keys in one statement
# True while we work for a request or a socket, in any thread. False in commands, in the clock and in the queues, in any
# process: they may wait for the database as long as it takes.
somebody_waits: ContextVar[bool] = ContextVar("somebody_waits", default=False)
PAUSES = (0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32)  # seconds at most, before each further try of a transaction


def write_rows(statement: str, rows: Sequence[Sequence[Any]]) -> int:
    """Execute the statement once per row, in one call to the driver. Return how many rows were written."""
    if not rows:
        return 0
    with connection.cursor() as cursor:
        if len(rows) == 1 and cursor.db.vendor == "sqlite":  # fewer calls; it waits outside of a transaction, too
            cursor.execute(statement, rows[0])
        else:
            cursor.executemany(statement, rows)
        written: int = cursor.rowcount
        return written


def in_parts(values: Iterable[T]) -> Iterator[list[T]]:
    """The values in parts that fit into one statement: SQLite refuses lists of a thousand keys."""
    there = list(values)
    return (there[begin : begin + MOST_IN_A_LIST] for begin in range(0, len(there), MOST_IN_A_LIST))


def read_rows(statement: str, values: Sequence[Any] | Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """All rows that a statement finds, with the driver's values."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


class Stored(local):
    """How often this thread has stored something: its commits, and its statements outside of a transaction.

    `dominoes_site.postgresql` counts them.
    """

    number = 0


stored_here = Stored()
chance = random.Random()  # noqa: S311 - only spreads the tries


def tried_again(work: Callable[Given, T]) -> Callable[Given, T]:
    """*work* begins a transaction. If PostgreSQL undoes it because of others (`refusals.is_conflict`), we run *work*
    again from its beginning, so that it reads everything anew. After eight tries, raises `Away` (`busy`).

    Every function with a transaction has it (`tests/test_databases.py`), and it runs nothing twice that is stored: if
    the function had committed before, or is a part of another transaction, the error goes on to its caller. So don't
    change the arguments before the commit: the next try would see that.
    """

    @wraps(work)
    def run(*args: Given.args, **kwargs: Given.kwargs) -> T:
        if connection.in_atomic_block:
            return work(*args, **kwargs)
        before, failed = stored_here.number, 0
        while True:
            try:
                return work(*args, **kwargs)
            except OperationalError as error:
                if not refusals.is_conflict(error) or stored_here.number != before:
                    raise
                metrics.conflicts.inc()
                if failed == len(PAUSES):
                    raise refusals.away(error) from error.__cause__
            let_go()
            time.sleep(chance.uniform(0, PAUSES[failed]))
            failed += 1

    return run


@overload
def moment(stored: datetime) -> datetime: ...
@overload
def moment(stored: datetime | None) -> datetime | None: ...
def moment(stored: datetime | None) -> datetime | None:
    """A datetime from raw SQL. SQLite returns it without its zone, which is UTC."""
    return stored and (stored if stored.tzinfo else stored.replace(tzinfo=UTC))


def stored(moment: datetime) -> Any:
    """A datetime as a value for raw SQL."""
    return connection.ops.adapt_datetimefield_value(moment)


def placeholders(values: Collection[object]) -> str:
    """“%s, %s, %s”: a place in SQL for each value."""
    return ", ".join(["%s"] * len(values))


@contextmanager
def mere_note() -> Iterator[None]:
    """For incidental records, such as read marks, which must not cost the reader the page.

    If storing fails, we skip it; on SQLite it doesn't even wait for other writers. The next visit records it.
    """
    try:
        with unwaiting():
            yield
    except (OperationalError, InterfaceError, refusals.Away) as error:
        if not refusals.is_away(error):
            raise


@contextmanager
def unwaiting() -> Iterator[None]:
    """Inside this context, statements on SQLite fail at once while someone else writes: see `is_locked`."""
    if connection.vendor != "sqlite":  # PostgreSQL has no lock that all writers share
        yield
        return
    connection.ensure_connection()
    opened = connection.connection  # an error may close it meanwhile
    usual, opened.patience = opened.patience, 0
    try:
        yield
    finally:
        opened.patience = usual


def is_locked(error: BaseException) -> bool:
    """SQLite refused to write because someone else is writing."""
    return str(getattr(error.__cause__, "sqlite_errorname", "")).startswith("SQLITE_BUSY")


def let_go() -> None:
    """Call before waiting for anything but the database: a child, a mail server, another process, a lock, a pause.

    Returns this thread's connection to the pool, so that nobody waits for you. Never wait inside a transaction, as it
    keeps the connection. (SQLite's stays open too, but nobody else needs it.) Every test reports waits that begin
    without this call (`tests/holding.py`).
    """
    for each in connections.all(initialized_only=True):
        if not each.in_atomic_block:
            each.close_if_unusable_or_obsolete()
