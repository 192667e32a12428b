"""Checks in every test that no request and no worker holds a database connection while it waits for something else.

Such waits are for a mind, a mail server, a push service, a webhook, Redis, another process, or a pause. PostgreSQL has
few connections, so other requests would wait, too.
A connection is held from its first cursor until it is returned (`database.let_go`, or the end of a request), and within
a transaction. The transaction that pytest-django opens around a test doesn't count. SQLite counts in the same way,
though its connection stays open. If our code starts to wait while its thread holds a connection, the test fails.
Nothing is really slow in tests: fakes answer at once, and the wait is still detected.
"""

import concurrent.futures
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from django.core.cache.backends.locmem import LocMemCache
from django.core.mail.backends.locmem import EmailBackend
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from common import database
from tests.rooms import ROOT, file_name

LIBRARIES = f"{ROOT}/.venv/"
NOT_OURS = tuple(f"{ROOT}/{place}" for place in ("tests/", "benchmarks/", "dominoes_site/management/commands/demo.py"))
FOR_OTHERS = (f"{ROOT}/common/", f"{ROOT}/dominoes_site/")
SHORTEST_PAUSE = 0.001  # seconds; `common.cache.unchanging.breathe` is shorter
# Code that may count in Redis within a transaction, because the count belongs to it: a repeated message isn't counted,
# and allauth counts sign-ups. If Redis doesn't answer, one thread of a process waits for it, for one second in five.
MAY_COUNT = {
    "accounts/login/adapter.py", "accounts/pages/entry.py", "accounts/rest_actions.py", "moderation/actions.py",
    "talk/actions.py", "talk/reactions.py",
}  # fmt: skip

found: list[str] = []  # waits of this test that held a connection

WAITS: list[tuple[Any, str]] = [
    (concurrent.futures.Future, "result"),  # minds, senders
    (subprocess.Popen, "communicate"),
    (subprocess.Popen, "wait"),
    (socket, "getaddrinfo"),
    (socket.socket, "connect"),  # push, webhooks, Redis
    (EmailBackend, "send_messages"),
    (threading.Event, "wait"),
    (threading.Semaphore, "__enter__"),  # passwords
    (time, "sleep"),
]
COUNTING = ["get", "set", "add", "incr", "delete"]  # the cache, which is Redis; its own code returns the connection


def watch() -> None:
    """Patch the waiting functions for the rest of the process. Modules that import one by name would be missed; there
    are none.
    """
    for owner, name in WAITS:
        setattr(owner, name, _watched(getattr(owner, name), holding))
    for name in COUNTING:
        setattr(LocMemCache, name, _watched(getattr(LocMemCache, name), in_transaction))
    wrapper: Any = BaseDatabaseWrapper
    cursor, offered = wrapper._cursor, wrapper.close_if_unusable_or_obsolete
    let_go = database.let_go

    def used(self: Any, *args: Any, **kwargs: Any) -> Any:
        self.boneyard_in_use = True
        return cursor(self, *args, **kwargs)

    def offered_back(self: Any) -> None:
        """For tests without a database: don't return a connection that belongs to another test."""
        if getattr(self, "boneyard_in_use", True):
            self.boneyard_in_use = False
            offered(self)

    def offered_by_us() -> None:
        """Within the test's own transaction, the connection stays, too."""
        if not in_transaction():
            for each in connections.all(initialized_only=True):
                vars(each)["boneyard_in_use"] = False
        let_go()

    database.let_go = offered_by_us
    wrapper._cursor = used
    wrapper.close_if_unusable_or_obsolete = offered_back


def in_transaction() -> bool:
    """Whether our code, not the test, has opened a transaction in this thread."""
    blocks: Iterator[Any] = (block for each in connections.all(initialized_only=True) for block in each.atomic_blocks)
    return any(not block._from_testcase for block in blocks)


def holding() -> bool:
    """Whether this thread holds a connection."""
    in_use = any(getattr(each, "boneyard_in_use", False) for each in connections.all(initialized_only=True))
    return in_use or in_transaction()


def _watched(wait: Callable[..., Any], held: Callable[[], bool]) -> Callable[..., Any]:
    @wraps(wait)
    def watched(*args: Any, **kwargs: Any) -> Any:
        place = None if _is_short(wait, args) else _ours(sys._getframe(1))
        if place is not None and place.partition(":")[0] not in MAY_COUNT and held():
            found.append(f"{place} waits ({wait.__qualname__}) and holds a connection to the database")
        return wait(*args, **kwargs)

    return watched


def _is_short(wait: Callable[..., Any], args: tuple[Any, ...]) -> bool:
    return wait.__qualname__ == "sleep" and args[0] < SHORTEST_PAUSE


def _ours(frame: FrameType | None) -> str | None:
    """The place in our code where the wait begins, or the calling room if `common` waits.

    None if a test waits, or a library for itself: to start a thread, or to switch sides in asgiref.
    """
    place = None
    while frame is not None:
        file = frame.f_code.co_filename
        if place is None and ((frame.f_code.co_name == "start" and file == threading.__file__) or "/asgiref/" in file):
            return None
        if file.startswith(f"{ROOT}/") and not file.startswith(LIBRARIES):
            if file.startswith(NOT_OURS):
                return place
            place = f"{file_name(Path(file))}:{frame.f_lineno}"
            if not file.startswith(FOR_OTHERS):
                return place
        frame = frame.f_back
    return place


@pytest.fixture(autouse=True)
def nobody_waits_and_holds_a_connection() -> Iterator[None]:
    found.clear()
    for each in connections.all(initialized_only=True):
        vars(each)["boneyard_in_use"] = False  # set by the previous test
    yield
    assert not found, "\n".join(sorted(set(found)))


watch()
