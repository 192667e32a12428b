"""Django's SQLite backend, which also measures how long transactions wait to begin.

The settings choose it as the engine; Django requires a package with this module.
"""

from time import perf_counter

from django.db.backends.sqlite3 import base

from common.metrics import waits


class DatabaseWrapper(base.DatabaseWrapper):
    def _start_transaction_under_autocommit(self) -> None:
        """BEGIN IMMEDIATE waits until no one else writes."""
        began = perf_counter()  # `LOCK.time()` would cost every move six more calls
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # its stubs don't know it
        finally:
            waits.LOCK.observe(perf_counter() - began)
