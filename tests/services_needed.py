"""The one place that knows what a test may need beside Python, how to find it and how to get it.

A test says so with a marker (`browser`, `redis`); without the thing it skips with a sentence that tells how to get it.
With BONEYARD_REQUIRE_SERVICES=1 (as in CI) it fails instead. Two markers say which database a test is about: `postgres`
and `both_databases`; tests without one run on SQLite alone.
"""

import os
import shutil
import socket
from collections.abc import Callable
from functools import cache
from urllib.parse import urlsplit

import pytest

from tests.samples import ALL

REQUIRED = os.environ.get("BONEYARD_REQUIRE_SERVICES") == "1"


def redis_of_this_process(address: str) -> str:
    """The URL of this process's Redis database: processes of one run share a server. "/9" is that of the first."""
    server, _slash, number = address.rpartition("/")
    return f"{server}/{int(number) + int(os.environ.get('PYTEST_XDIST_WORKER', 'gw0').removeprefix('gw'))}"


TEST_REDIS_URL = redis_of_this_process(os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9"))


def chromium_path() -> str | None:
    """The installed browser: Debian's Chromium, or the one named by CHROMIUM."""
    names = (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if name and (path := shutil.which(name))), None)


def chromium_without_windows_path() -> str | None:
    """Playwright's headless browser."""
    return None if "CHROMIUM" in os.environ else shutil.which("chromium-headless-shell")


def redis_server_path() -> str | None:
    return shutil.which("redis-server")


@cache
def redis_answers() -> bool:
    place = urlsplit(TEST_REDIS_URL)
    try:
        with socket.create_connection((place.hostname, place.port or 6379), timeout=2) as wire:
            wire.sendall(b"PING\r\n")
            return wire.recv(64).startswith((b"+PONG", b"-NOAUTH"))
    except OSError:
        return False


def database_is_postgres() -> bool:
    from django.db import connection

    return connection.vendor == "postgresql"


def nginx_path() -> str | None:
    return shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")  # Debian's place, which users don't search


def systemd_path() -> str | None:
    return shutil.which("systemd-analyze")


def gettext_path() -> str | None:
    return shutil.which("xgettext")


NEEDS: dict[str, tuple[Callable[[], object], str]] = {
    "gettext": (gettext_path, "reads the texts out of the code: apt-get install gettext"),
    "browser": (chromium_path, "needs Chromium: apt-get install chromium, or name another by CHROMIUM=/path"),
    "redis": (redis_answers, f"needs Redis at {TEST_REDIS_URL} (TEST_REDIS_URL): apt-get install redis-server"),
    "nginx": (nginx_path, "starts an nginx of its own: apt-get install nginx-light"),
    "systemd": (systemd_path, "lets systemd-analyze read units: apt-get install systemd"),
    "redis_server": (redis_server_path, "starts a Redis of its own: apt-get install redis-server"),
}


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "gettext: needs the gettext tools (skips where there are none)")
    config.addinivalue_line("markers", "nginx: starts an nginx of its own (skips where there is none)")
    config.addinivalue_line("markers", "systemd: lets systemd-analyze read units (skips where there is none)")
    config.addinivalue_line("markers", "redis_server: starts a Redis server of its own (skips where there is none)")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """SQLite runs everything without the marker `postgres`; PostgreSQL runs tests about databases (`make test-all`:
    all).
    """
    if database_is_postgres():
        left_out = [] if ALL else [item for item in items if not asked_of_postgres(item)]
    else:
        left_out = [item for item in items if item.get_closest_marker("postgres")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]


def asked_of_postgres(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(name) for name in ("postgres", "both_databases"))


def pytest_runtest_setup(item: pytest.Item) -> None:
    for name, (found, reason) in NEEDS.items():
        if item.get_closest_marker(name) and not found():
            (pytest.fail if REQUIRED else pytest.skip)(reason)
