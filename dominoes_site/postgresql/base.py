"""Django's PostgreSQL with a pool that hands out no dead connection and, while the server is away, says so at once.

Chosen as the engine by the settings; Django wants a package with this module.
"""

import select
import time
from typing import Any

from django.db.backends.postgresql import base
from psycopg import Connection, OperationalError
from psycopg_pool import ConnectionPool, PoolTimeout

ASK_AGAIN = 1.0  # seconds for which the server counts as away once somebody has waited for it in vain
BUSY = 20.0  # seconds in which one of the connections gets free, if the server is there


class DatabaseWrapper(base.DatabaseWrapper):
    _away_until = 0.0  # of the process: threads that queue up must not wait for the same silence one after the other

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        if (pool := self.pool) is None:
            return super().get_new_connection(conn_params)
        if time.monotonic() < DatabaseWrapper._away_until:
            raise OperationalError("PostgreSQL was away a moment ago; it is asked again in a moment")
        failures, patience = _failures(pool), time.monotonic() + BUSY
        while True:
            try:
                connection = super().get_new_connection(conn_params)
            except PoolTimeout:
                if _failures(pool) > failures:
                    DatabaseWrapper._away_until = time.monotonic() + ASK_AGAIN
                    raise
                if time.monotonic() > patience:
                    raise
            else:
                if _lives(connection):
                    return connection
                connection.close()
                pool.putconn(connection)  # which opens another in its place


def _lives(connection: Connection) -> bool:
    """Not ended by the server while it lay in the pool.

    Nobody has asked it anything, so it has nothing to say: its socket can be read only if the server has hung up (or
    tells news, such as another TLS ticket; then it is asked). That takes 3 µs. psycopg's own check asks each time,
    and after each dead connection waits longer before it looks at the next: eight cost an error.
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
