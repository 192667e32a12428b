"""Counts the statements that our code sends to the database."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from django.db.backends.utils import CursorWrapper

NOT_COUNTED = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA")


@contextmanager
def statements() -> Iterator[list[str]]:
    """The statements of all threads, in order. Many rows written by one call count once, and transactions don't."""
    found: list[str] = []
    execute = CursorWrapper._execute_with_wrappers

    def noted(self: CursorWrapper, sql: str, *params: Any, **more: Any) -> Any:
        if not sql.lstrip().startswith(NOT_COUNTED):
            found.append(sql)
        return execute(self, sql, *params, **more)

    with mock.patch.object(CursorWrapper, "_execute_with_wrappers", noted):
        yield found
