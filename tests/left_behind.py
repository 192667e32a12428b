"""Checks that tests leave the process as they found it, so that their order doesn't matter.

After each test we compare the environment, threads, loggers and settings. Globals and rows are many, so we compare
them after each file; with BONEYARD_ALL=1 after each test, so that the error names it.
"""

import gc
import logging
import os
import signal
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.dispatch import Signal
from django.utils import timezone, translation

from tests.live.server import children
from tests.rooms import PACKAGES
from tests.samples import ALL

Found = dict[str, Any]

ROOT = Path(__file__).parent.parent
OURS = PACKAGES.keys() - {"tests"}
CONTAINERS = (dict, MappingProxyType, list, set, deque)
# May differ after a test, with the reason.
LASTING = {
    "thread asyncio_*": "asyncio keeps a pool",
    "thread ThreadPoolExecutor-*": "asgiref keeps a pool, one for each loop",
    "thread line to PostgreSQL": "serves its file's server until that ends",
    "thread answering": "children that think answer all tests of a process",
    "child process * -m mind serve)*": "as above",
    "logger push_response": "redis sets its level when it is first needed",
    "thread queue *": "each lane of queues keeps its threads",
    "common.queues.lanes.*": "as above",
    "common.cache.recent.tick": "each test has a minute of its own",
    "common.database.stored_here.number": "counts what this thread has committed",
    "*.more_wait": "what the last look of a queue found",
    "logger psycopg": "sets its level when it is first imported",
    "thread streams_*": "streams are opened in one (dominoes_site.asgi.FOR_STREAMS)",
    "thread database_*": "sockets keep a pool (games.sockets.base.DATABASE_THREADS)",
    "games.sockets.base.DATABASE_THREADS.*": "as above",
    "games.api.outputs.shape_of._made": "modules of the API make their shapes when they are first imported",
    "games.sockets.open_sockets.hub.loop": "the first socket in another loop replaces it",
    "common.metrics.waits.watch.loop": "the first request in another loop replaces it",
    "games.sockets.open_sockets.hub._hearing": "belongs to the loop",
    "history.downloads.downloads.open": "files that a test doesn't close leave with the garbage",
}


# ---- Watched things, each with a readable name


def environment() -> Found:
    return {f"${name}": value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}


def threads() -> Found:
    return {f"thread {thread.name}": thread.ident for thread in threading.enumerate()}


def child_processes() -> Found:
    return {f"child process {pid} ({command(pid)})": pid for pid in children(os.getpid())}


def command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ").strip()
    except OSError:
        return "ended"


def logging_now() -> Found:
    """Loggers that differ from a new one."""
    loggers = {"root": logging.root} | logging.root.manager.loggerDict
    found = {
        f"logger {name}": (each.level, each.disabled, [found for found in each.handlers if says_something(found)])
        for name, each in loggers.items()
        if isinstance(each, logging.Logger)
    }
    return {name: state for name, state in found.items() if state != (logging.NOTSET, False, [])}


def says_something(handler: logging.Handler) -> bool:
    """It belongs neither to a library (a placeholder) nor to pytest."""
    return not isinstance(handler, logging.NullHandler) and not type(handler).__module__.startswith("_pytest")


def process() -> Found:
    return {
        "settings": settings._wrapped,
        "working directory": os.getcwd(),  # noqa: PTH109 - ten times as quick
        "sys.path": [*sys.path],
        "handlers of signals": [signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)],
        "garbage collection": (gc.isenabled(), gc.get_threshold()),
        "language": translation.get_language(),
        "time zone": timezone.get_current_timezone_name(),
        "clock's zone": time.tzname,
        "wrappers of statements": [*connection.execute_wrappers],
        "cache": sorted(getattr(cache, "_cache", ())),
    }


LOOKS: tuple[Callable[[], Found], ...] = (environment, threads, logging_now, process)


def look() -> Found:
    return {name: value for found in LOOKS for name, value in found().items()}


def differences(earlier: Found, later: Found) -> set[str]:
    nothing = object()
    changed = {name for name, value in later.items() if earlier.get(name, nothing) != value}
    return changed | {name for name in earlier.keys() - later.keys() if not name.startswith("thread")}


# ---- Objects that stay the same while their contents change: globals of modules, classes, settings, listeners


def copied(value: Any, depth: int) -> Any:
    """*value*, with copies of the containers in it."""
    if not isinstance(value, CONTAINERS) or not depth:
        return value
    if isinstance(value, dict | MappingProxyType):
        return {name: copied(each, depth - 1) for name, each in value.items()}
    return type(value)(value) if isinstance(value, set | deque) else [copied(each, depth - 1) for each in value]


class Watched:
    """*now()* returns a container that lives as long as the process."""

    def __init__(self, name: str, now: Callable[[], Any], depth: int = 1) -> None:
        self.name, self.now, self.depth = name, now, depth
        self.known = copied(now(), depth)

    def differs(self) -> set[str]:
        """The names of what changed since the last call of `changes`."""
        now = self.now()
        if now == self.known:
            return set()
        if not isinstance(self.known, dict):
            return {self.name}
        now = copied(now, self.depth)
        return {
            f"{self.name}.{part}"
            for part in self.known.keys() | now.keys()
            if self.known.get(part, _GONE) != (after := now.get(part, _GONE))
            and not (str(part).startswith("__") or isinstance(after, ModuleType))  # a module imported just now
        }

    def changes(self) -> set[str]:
        """The same, once."""
        found = self.differs()
        if self.now() != self.known:
            self.known = copied(self.now(), self.depth)
        return found


_GONE = object()
watched: dict[int, Watched] = {}  # by the id of the watched object
modules_seen: set[str] = set()


def watch(name: str, it: Any, now: Callable[[Any], Any], depth: int = 1) -> None:
    if id(it) not in watched:
        watched[id(it)] = Watched(name, partial(now, it), depth)


def watch_new_modules() -> None:
    for name, module in [*sys.modules.items()]:
        if name not in modules_seen and is_ours(name):
            watch_module(name, module)
        modules_seen.add(name)


def is_ours(module: str) -> bool:
    return module.partition(".")[0] in OURS


def watch_module(module_name: str, module: ModuleType) -> None:
    watch(module_name, module, vars)
    for name, value in [*vars(module).items()]:
        if name.startswith("__"):
            continue
        if isinstance(value, CONTAINERS):
            watch(f"{module_name}.{name}", value, itself)
        elif isinstance(value, type) and is_ours(value.__module__):
            watch(f"{value.__module__}.{value.__name__}", value, vars)
        elif is_ours(type(value).__module__) and hasattr(value, "__dict__"):
            watch(f"{module_name}.{name}", value, vars, 2)


def itself(it: Any) -> Any:
    return it


def listeners(of: Signal) -> list[Any]:
    """The living ones. Django makes a new list when it finds dead ones."""
    return [each[0] for each in of.receivers if not isinstance(each[1], weakref.ref) or each[1]() is not None]


def begin_to_watch() -> None:
    watch("settings", settings._wrapped, vars, 4)
    for each in gc.get_objects():
        if issubclass(type(each), Signal):
            watch("listeners of a signal", each, listeners)


def differing() -> set[str]:
    """What changed since the last `changes`."""
    if len(sys.modules) != len(modules_seen):
        watch_new_modules()
    return {name for each in watched.values() for name in each.differs()}


def changes() -> set[str]:
    if len(sys.modules) != len(modules_seen):
        watch_new_modules()
    return {name for each in watched.values() for name in each.changes()}


# ---- Rows


class Rows:
    """The number of rows in each table, compared after each test that may write."""

    def __init__(self, opened: Callable[[], AbstractContextManager[None]]) -> None:
        self.opened = opened  # the database is closed outside of tests
        with self.opened():
            self.tables = connection.introspection.django_table_names(only_existing=True)
        self.question = f"SELECT {', '.join(f'(SELECT count(*) FROM {table})' for table in self.tables)}"
        self.known = self.now()

    def now(self) -> Found:
        with self.opened(), connection.cursor() as cursor:
            cursor.execute(self.question)
            return {f"rows of {table}": number for table, number in zip(self.tables, cursor.fetchone(), strict=True)}

    def changes(self) -> set[str]:
        before, self.known = self.known, self.now()
        return differences(before, self.known)


rows: list[Rows] = []  # one per table, if there is a database


@contextmanager
def rows_counted(opened: Callable[[], AbstractContextManager[None]]) -> Iterator[None]:
    """While a test database exists."""
    rows.append(Rows(opened))
    yield
    rows.clear()


def may_write(item: pytest.Item) -> bool:
    fixtures = {"db", "transactional_db"} & set(getattr(item, "fixturenames", ()))
    return bool(fixtures or item.get_closest_marker("django_db"))


# ---- Before and after

before: Found = {}
excused: set[str] = set()  # changes by fixtures of a wider scope
writers: list[pytest.Item] = []  # tests since the last look at the rows
PER_TEST = "_django_setup_unittest"  # pytest-django's fixture for classes, which it sets up for each test


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: Any) -> Iterator[None]:
    if fixturedef.scope == "function" or fixturedef.argname == PER_TEST:
        return (yield)
    earlier, differed = look(), differing()
    try:
        return (yield)
    finally:
        excused.update(differences(earlier, look()), differing() - differed)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    if not watched:
        begin_to_watch()
        changes()
    before.clear()
    before.update(look())
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    yield
    if may_write(item):
        writers.append(item)
    found = after_threads_had_time(before) | left_children(item, nextitem)
    if ALL or nextitem is None or nextitem.path != item.path:
        found |= changes() | changed_rows()
    if left := sorted(name for name in found if name not in excused and not is_lasting(name)):
        pytest.fail(f"left behind: {', '.join(left)} (BONEYARD_ALL=1 finds the test, if it is another)", pytrace=False)


def changed_rows() -> set[str]:
    asked = bool(rows and writers)
    writers.clear()
    return rows[0].changes() if asked else set()


def after_threads_had_time(earlier: Found) -> set[str]:
    """A thread told to stop needs a moment."""
    late = time.monotonic() + 2
    while True:
        found = differences(earlier, look())
        if time.monotonic() > late or all(is_lasting(name) or not name.startswith("thread") for name in found):
            return found
        time.sleep(0.02)


begun: dict[str, str] = {}  # child processes of this folder's tests, and the test after which each was first seen


def left_children(item: pytest.Item, nextitem: pytest.Item | None) -> set[str]:
    """Child processes that outlive the tests of their folder. Until then shared servers may stop and start again."""
    running = child_processes()
    for name in running:
        begun.setdefault(name, item.nodeid)
    if nextitem is not None and nextitem.path.parent == item.path.parent:
        return set()
    left = {f"{name}, begun by {begun[name]}" for name in running if not is_lasting(name)}
    begun.clear()
    return left


def is_lasting(name: str) -> bool:
    return any(fnmatchcase(name, each) for each in LASTING)
