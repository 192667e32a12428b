"""What has to do with the database itself."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from django.db import connection, connections


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


def let_go() -> None:
    """Call it before you wait for anything but the database: a mind, a mail server, another process, a lock, a pause.

    It gives the connection of this thread back to the pool, so that nobody waits for you as well. Never wait within a
    transaction: there the connection stays. (SQLite's stays open, too, but nobody else needs it.) Every test finds
    waits that begin without this (`tests/holding.py`).
    """
    for each in connections.all(initialized_only=True):
        if not each.in_atomic_block:
            each.close_if_unusable_or_obsolete()
