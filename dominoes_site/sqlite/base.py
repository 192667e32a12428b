"""Django's SQLite backend, in which writers wait for their one lock in line. It also measures how long they wait.

The settings choose it as the engine; Django requires a package with this module.

SQLite's own wait sleeps for up to a tenth of a second, while others may take the lock again and again. So we look
twice a millisecond instead, and only the first one in line looks. After writing, a connection stands behind all that
wait.
"""

import fcntl
import os
import sqlite3
import time
from time import perf_counter
from typing import Any

from django.conf import settings
from django.db.backends.sqlite3 import base

from common.metrics import waits

LOOK_EVERY = 0.0005  # seconds


class Connection(sqlite3.Connection):
    patience: float = settings.LOCK_SECONDS  # how long to wait for other writers
    _gives_up_at: float | None = None  # while it waits
    _line: int | None = None  # a file that the first one in line locks; if a process is killed, others go on at once

    def open_line(self, path: str) -> None:
        self._line = os.open(path, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)

    def close(self) -> None:
        super().close()
        if self._line is not None:
            os.close(self._line)
            self._line = None

    def stand_in_line(self) -> None:
        """Wait to be the first in line, or until the patience ends. Nothing new for one who stands there already."""
        self._gives_up_at = self._gives_up_at or perf_counter() + self.patience
        while self._line is not None:
            try:
                fcntl.flock(self._line, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if self.gives_up():
                    break
                time.sleep(LOOK_EVERY)
            else:
                break

    def gives_up(self) -> bool:
        """Whether the patience of one who stands in line has ended."""
        return self._gives_up_at is not None and perf_counter() >= self._gives_up_at

    def leave_line(self) -> None:
        self._gives_up_at = None
        if self._line is not None:
            fcntl.flock(self._line, fcntl.LOCK_UN)


class Cursor(base.SQLiteCursorWrapper):
    """For statements that begin outside of a transaction: they wait while others write."""

    connection: Connection

    def execute(self, query: str, params: Any = None) -> Any:
        try:
            return super().execute(query, params)
        except sqlite3.OperationalError as error:
            if not self._must_wait(error):
                raise
        try:
            self.connection.stand_in_line()
            while True:
                try:
                    return super().execute(query, params)
                except sqlite3.OperationalError as error:
                    if not self._must_wait(error) or self.connection.gives_up():
                        raise
                time.sleep(LOOK_EVERY)
        finally:
            self.connection.leave_line()

    def _must_wait(self, error: sqlite3.OperationalError) -> bool:
        return getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY") and not self.connection.in_transaction


class DatabaseWrapper(base.DatabaseWrapper):
    def get_connection_params(self) -> dict[str, Any]:
        return super().get_connection_params() | {"factory": Connection}

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        opened: Connection = super().get_new_connection(conn_params)
        opened.execute("PRAGMA busy_timeout = 0")  # SQLite's own wait, which opening needs
        if not self.is_in_memory_db():
            opened.open_line(f"{conn_params['database']}-line")
        return opened

    def create_cursor(self, _name: str | None = None) -> Any:
        holds_lock = self.in_atomic_block
        return self.connection.cursor(factory=base.SQLiteCursorWrapper if holds_lock else Cursor)

    def _start_transaction_under_autocommit(self) -> None:
        """BEGIN IMMEDIATE waits until no one else writes."""
        began = perf_counter()  # `LOCK.time()` would cost every move six more calls
        try:
            self.connection.stand_in_line()
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # its stubs don't know it
        finally:
            self.connection.leave_line()
            waits.LOCK.observe(perf_counter() - began)
