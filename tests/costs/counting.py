"""Counts the statements that our code sends to the database, and the calls of Python functions."""

import sys
import sysconfig
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any
from unittest import mock

from django.conf import settings
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.template import Template

from common.cache.templates import Included
from tests.costs.numbers import CALLS

NOT_COUNTED = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA")
PACKAGES, PYTHON = (sysconfig.get_path(name) for name in ("purelib", "stdlib"))
OURS, TESTS = str(settings.BASE_DIR), str(Path(settings.BASE_DIR, "tests"))
TOLERANCE, SHOWN = 0.05, 10
INLINED = {"<listcomp>", "<dictcomp>", "<setcomp>"}  # no calls since Python 3.12


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


@contextmanager
def calls() -> Iterator[Counter[str]]:
    """The number of calls in this thread and in pools of threads, by the function of ours or the template they serve.

    We count calls of our functions and of packages'. Those of Python's library depend on its version, and an event
    loop's on the moment.
    """
    found: Counter[str] = Counter()
    submit = ThreadPoolExecutor.submit

    def count(frame: FrameType, event: str, _arg: object) -> None:
        if event == "call" and _counts(frame.f_code):
            found[_served(frame)] += 1

    def counted(call: Callable[..., Any], *args: Any, **named: Any) -> Any:
        sys.setprofile(count)
        try:
            return call(*args, **named)
        finally:
            sys.setprofile(None)

    def submitted(self: ThreadPoolExecutor, call: Callable[..., Any], /, *args: Any, **named: Any) -> Any:
        return submit(self, counted, call, *args, **named)

    with mock.patch.object(ThreadPoolExecutor, "submit", submitted):
        sys.setprofile(count)
        try:
            yield found
        finally:
            sys.setprofile(None)


def check_calls(action: str, called: Counter[str], times: int = 1) -> None:
    """Fail if the action, done so many *times*, cost more or fewer calls than CALLS names."""
    if connection.vendor != "sqlite":
        return  # the driver for PostgreSQL is Python, and calls much more
    number, accepted = called.total() / times, CALLS[action]
    most = "\n".join(f"{calls / times:9.0f}  {place}" for place, calls in called.most_common(SHOWN))
    assert abs(number - accepted) <= accepted * TOLERANCE, (
        f"{action}: {number:.0f} calls instead of {accepted} (± {TOLERANCE:.0%}). Most of them serve:\n{most}\n"
        "Run the test on main to compare. If it is worth it, write the new number into CALLS (tests/costs/numbers.py)."
    )


@cache
def _counts(code: CodeType) -> bool:
    file = code.co_filename
    return file.startswith((OURS, PACKAGES)) and not file.startswith(TESTS) and code.co_name not in INLINED


@cache
def _is_ours(code: CodeType) -> bool:
    return code.co_filename.startswith(OURS) and not code.co_filename.startswith((PACKAGES, TESTS))


def _served(frame: FrameType | None) -> str:
    while frame is not None:
        if frame.f_code is Template.render.__code__:
            return str(frame.f_locals["self"].name)
        if frame.f_code is Included.render.__code__:
            return str(frame.f_locals["self"].include.template.var)
        if _is_ours(frame.f_code):
            return f"{Path(frame.f_code.co_filename).relative_to(OURS)}: {frame.f_code.co_qualname}"
        frame = frame.f_back
    return "elsewhere"
