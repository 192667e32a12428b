"""Django's PostgreSQL backend with a pool that never hands out dead connections, and fails fast while the server is
down.

The settings choose it as the engine; Django requires a package with this module.
"""

import re
import select
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, LiteralString, Self, TypeVar

import psycopg
from django.db import DEFAULT_DB_ALIAS
from django.db.backends.postgresql import base
from psycopg import OperationalError, errors
from psycopg.abc import Params, PQGen, Query
from psycopg_pool import ConnectionPool, PoolTimeout

from common import metrics
from common.database import somebody_waits, stored_here
from common.metrics import waits

# All in seconds. A client gets an error within five: without a connection, after the timeouts of the settings; without
# an answer, after PATIENCE and twice LAST_WORD.
PATIENCE = 2.5  # for the answer to a statement
LAST_WORD = 0.5  # to cancel a statement, and for the server to confirm it
ASK_AGAIN = 1.0  # after a timeout, we don't ask the server for this long
BUSY = 20.0  # if the server is up, a connection gets free within this time
TRIES = 8  # of a statement outside of a transaction
STUCK = 1.5  # if nobody got a connection for this long, all of them wait for something

LOCKS = re.compile(r" FOR (NO KEY )?UPDATE(?!.* SKIP LOCKED)")  # statements that wait for locked rows

Answer = TypeVar("Answer")


@dataclass
class Known:
    """State shared by the process's threads, so that a queue of them doesn't wait for the same silence in turn."""

    away_at: float = float("-inf")  # when PostgreSQL last didn't answer
    stuck_at: float = float("-inf")  # when a statement last took too long
    served_at: float = float("-inf")  # when a thread last got a connection


known = Known()


class Connection(psycopg.Connection):
    """Where a client waits (`somebody_waits`), no statement takes longer than PATIENCE.

    After that we ask the server to cancel it. If it does, it was busy or the statement waited for a lock: the statement
    has failed, and the connection is fine. If it doesn't answer that either, it is down or unreachable, even if a host
    on the way still accepts our packets, so that no TCP timeout expires.
    """

    def wait(self, gen: PQGen[Answer], interval: float = 0.1, timeout: float | None = None) -> Answer:
        if timeout is not None or not somebody_waits.get():
            return super().wait(gen, interval, timeout)
        try:
            return super().wait(gen, interval, PATIENCE)
        except errors._WaitTimeout:
            known.stuck_at = time.monotonic()
            self._try_cancel(timeout=LAST_WORD)
        try:
            return super().wait(gen, interval, LAST_WORD)  # the answer after all, or QueryCanceled
        except errors._WaitTimeout:
            self.close()
            known.away_at = time.monotonic()
            raise OperationalError("PostgreSQL doesn't answer") from None


class Cursor(base.Cursor):
    """Measures how long the statements take that lock rows. Without a wait, that is about a millisecond.

    Tries a statement outside of a transaction again, as `common.database.tried_again` does for transactions.
    """

    def execute(self, query: Query, *params: Any, **named: Any) -> Self:
        locks = isinstance(query, str) and LOCKS.search(query)
        with waits.LOCK.time() if locks else nullcontext():
            self._run(super().execute, query, *params, **named)  # type: ignore[misc]  # its stubs don't know these
        return self

    def executemany(self, query: LiteralString, rows: Sequence[Params]) -> None:
        """PostgreSQL parses and plans the statement once for each connection: moves need the same few again and again.

        Django's cursors can't do that, as they write the values into the text.
        """
        self._run(self._execute_prepared, query, rows)

    def _execute_prepared(self, query: LiteralString, rows: Sequence[Params]) -> None:
        with psycopg.Cursor(self.connection) as prepared:  # type: ignore[attr-defined]
            if len(rows) == 1:  # executemany would open a pipeline even for one row
                prepared.execute(query, rows[0], prepare=True)
            else:
                prepared.executemany(query, rows)
            self._rowcount = prepared.rowcount

    def _run(self, execute: Callable[..., object], *arguments: Any, **named: Any) -> None:
        if not self.connection.autocommit:  # type: ignore[attr-defined]
            execute(*arguments, **named)
            return
        for number in range(TRIES):
            try:
                execute(*arguments, **named)
                break
            except (errors.SerializationFailure, errors.DeadlockDetected):
                metrics.conflicts.inc()
                if number == TRIES - 1:
                    raise
        status: str = self.statusmessage or ""  # type: ignore[attr-defined]
        if self.rowcount > 0 and not status.startswith("SELECT"):  # type: ignore[attr-defined]
            stored_here.number += 1


class DatabaseWrapper(base.DatabaseWrapper):
    def commit(self) -> None:
        super().commit()
        stored_here.number += 1

    def __init__(self, settings_dict: dict[str, object], alias: str = DEFAULT_DB_ALIAS) -> None:
        super().__init__(settings_dict, alias)
        if options := self.settings_dict["OPTIONS"].get("pool"):
            options["connection_class"] = Connection

    def get_connection_params(self) -> dict[str, Any]:
        return super().get_connection_params() | {"cursor_factory": Cursor}

    def get_new_connection(self, conn_params: object) -> psycopg.Connection:
        if (pool := self.pool) is None:
            alone: psycopg.Connection = super().get_new_connection(conn_params)
            return alone
        began, failures = time.monotonic(), _failures(pool)
        if began < known.away_at + ASK_AGAIN:
            raise OperationalError("PostgreSQL was down a moment ago; trying again in a moment")
        while True:
            try:
                connection: psycopg.Connection = super().get_new_connection(conn_params)
            except PoolTimeout:
                now = time.monotonic()
                if _failures(pool) > failures:
                    known.away_at = now
                is_stuck = max(known.away_at, known.stuck_at) > began
                if is_stuck or now > min(known.served_at + STUCK, began + BUSY):
                    waits.CONNECTION.observe(now - began)
                    raise
            else:
                if _lives(connection):
                    known.served_at = time.monotonic()
                    waits.CONNECTION.observe(known.served_at - began)
                    return connection
                connection.close()
                pool.putconn(connection)  # the pool replaces it

    def _configure_connection(self, connection: psycopg.Connection) -> bool:
        """Set up a new connection in one of the pool's three threads, which a silent server must not block."""
        token = somebody_waits.set(True)
        try:
            changed: bool = super()._configure_connection(connection)  # type: ignore[misc]  # its stubs don't know it
            return changed
        finally:
            somebody_waits.reset(token)


def _lives(connection: psycopg.Connection) -> bool:
    """Whether the server has left the pooled connection open.

    An idle connection has nothing to receive. So its socket is readable only if the server closed it, or sent news such
    as a TLS ticket; then we query it. This takes 3 µs. psycopg's own check queries each time, and waits longer after
    each dead connection: eight of them cause an error.
    """
    waiting = select.poll()
    waiting.register(connection.fileno(), select.POLLIN)
    if not waiting.poll(0):
        return True
    try:
        ConnectionPool.check_connection(connection)
    except OperationalError:
        return False
    return True


def _failures(pool: ConnectionPool) -> int:
    """How often PostgreSQL could not be reached."""
    return pool.get_stats().get("connections_errors", 0)
