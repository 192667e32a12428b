"""What has to do with the database itself."""

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, TypeVar

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection, connections

from common import refusals

T = TypeVar("T")
PIECE = 0.25  # seconds of work, in between of which others come to write
ASIDE = 0.12  # seconds; who waits for SQLite's lock looks again every tenth of a second


def write_rows(statement: str, rows: Sequence[Sequence[Any]]) -> int:
    """Execute the statement with each of the rows, by one call to the driver; how many rows were written."""
    with connection.cursor() as cursor:
        if len(rows) == 1:  # for which psycopg would open a pipeline, too
            cursor.execute(statement, rows[0])
        elif rows:
            cursor.executemany(statement, rows)
        return cursor.rowcount if rows else 0


def moment(stored: datetime | None) -> datetime | None:
    """A time as the database gives it to who asks by SQL: SQLite has it without its zone, which is UTC."""
    return stored and (stored if stored.tzinfo else stored.replace(tzinfo=UTC))


@contextmanager
def mere_note() -> Iterator[None]:
    """What is noted in passing, as that somebody has read something: it must not cost them the page they wanted.

    If it can't be stored, it isn't; on SQLite it doesn't even wait for who else writes. It is noted with the next look.
    """
    try:
        with unwaiting():
            yield
    except (OperationalError, InterfaceError) as error:
        if not refusals.is_away(error):
            raise


@contextmanager
def unwaiting() -> Iterator[None]:
    """On SQLite statements fail at once, inside of this, while somebody else writes: see `is_locked`."""
    if connection.vendor != "sqlite":  # PostgreSQL has no lock that all writers share
        yield
        return
    connection.ensure_connection()
    _wait_for_locks(0)
    try:
        yield
    finally:
        _wait_for_locks(settings.LOCK_SECONDS)


def _wait_for_locks(seconds: float) -> None:
    if (opened := connection.connection) is not None:  # it may have been closed by an error
        opened.execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}")


def is_locked(error: BaseException) -> bool:
    """SQLite has refused to write, as somebody else is writing."""
    return str(getattr(error.__cause__, "sqlite_errorname", "")).startswith("SQLITE_BUSY")


def step_aside() -> None:
    """Between the pieces of a long work: on SQLite whoever waits to write comes to it, before the next one begins.

    On PostgreSQL they have been waiting in a line.
    """
    if connection.vendor == "sqlite":
        let_go()
        time.sleep(ASIDE)


def unhurried(items: Iterable[T]) -> Iterator[T]:
    """The same items, each of which takes a short transaction: now and then we step aside."""
    began = time.monotonic()
    for item in items:
        yield item
        if time.monotonic() > began + PIECE:
            step_aside()
            began = time.monotonic()


def let_go() -> None:
    """Call it before you wait for anything but the database: a mind, a mail server, another process, a lock, a pause.

    It gives the connection of this thread back to the pool, so that nobody waits for you as well. Never wait within a
    transaction: there the connection stays. (SQLite's stays open, too, but nobody else needs it.) Every test finds
    waits that begin without this (`tests/holding.py`).
    """
    for each in connections.all(initialized_only=True):
        if not each.in_atomic_block:
            each.close_if_unusable_or_obsolete()
