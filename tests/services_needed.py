"""The one place that knows what a test may need beside Python, how to find it and how to get it.

A test says so with a marker (`browser`, `redis`, `postgres`); without the thing it skips with a
sentence that tells how to get it. With BONEYARD_REQUIRE_SERVICES=1 (as in CI) it fails instead.
"""

import os
import shutil
import socket
from collections.abc import Callable
from functools import cache
from urllib.parse import urlsplit

import pytest

REQUIRED = os.environ.get("BONEYARD_REQUIRE_SERVICES") == "1"
TEST_REDIS_URL = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9")


def chromium_path() -> str | None:
    """The browser of the machine: Debian's Chromium, or the one CHROMIUM names."""
    names = (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if name and (path := shutil.which(name))), None)


def chromium_without_windows_path() -> str | None:
    """What Playwright would bring for pages that nobody looks at."""
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


def gettext_path() -> str | None:
    return shutil.which("xgettext")


NEEDS: dict[str, tuple[Callable[[], object], str]] = {
    "gettext": (gettext_path, "reads the texts out of the code: apt-get install gettext"),
    "browser": (chromium_path, "needs Chromium: apt-get install chromium, or name another by CHROMIUM=/path"),
    "redis": (redis_answers, f"needs Redis at {TEST_REDIS_URL} (TEST_REDIS_URL): apt-get install redis-server"),
    "redis_server": (redis_server_path, "starts a Redis of its own: apt-get install redis-server"),
    "postgres": (
        database_is_postgres,
        "needs PostgreSQL: run with DATABASE_URL=postgres://postgres@127.0.0.1:5432/postgres",
    ),
}


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "gettext: needs the gettext tools (skips where there are none)")
    config.addinivalue_line("markers", "redis_server: starts a Redis server of its own (skips where there is none)")


def pytest_runtest_setup(item: pytest.Item) -> None:
    for name, (found, reason) in NEEDS.items():
        if item.get_closest_marker(name) and not found():
            (pytest.fail if REQUIRED else pytest.skip)(reason)
