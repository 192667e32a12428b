"""Processes for tests: they end with the test, which waits for results, not for a fixed time."""

import contextlib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from tests.live.computers import command_of
from tests.live.server import ROOT, LiveServer
from tests.live.server import children as started_by

T = TypeVar("T")
PATIENCE = 120  # seconds; even the slowest machine needs less


def until(look: Callable[[], T], what: str, seconds: float = PATIENCE) -> T:
    """The first truthy result of *look*."""
    deadline = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < deadline, what
        time.sleep(0.05)
    return found


def on_this_machine(seconds: float, before: float) -> float:
    """The time allowed for something that took *before* undisturbed, if a quick machine has *seconds* for it."""
    return seconds + 10 * before


@contextlib.contextmanager
def running(*words: str, **how: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A process for as long as the block lasts."""
    with subprocess.Popen(words, **how) as process:
        try:
            yield process
        finally:
            process.kill()


@contextlib.contextmanager
def worker_of(site: LiveServer, *options: str, log: Path, **env: str) -> Iterator[subprocess.Popen[bytes]]:
    """A worker of the site beside its server, or without one."""
    with log.open("ab") as out:
        words = [sys.executable, "manage.py", "worker", *options]
        with running(*words, cwd=ROOT, env=site.env | env, stdout=out, stderr=out) as process:
            yield process


def workers(server_pid: int) -> list[int]:
    """The processes started by the server."""
    return [pid for pid in started_by(server_pid) if "\0worker\0" in command_of(pid)]


def runs(pid: int) -> bool:
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    return False


def in_django(site: LiveServer, code: str, words: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
    """Run the code with the site's database and settings, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", f"import django\ndjango.setup()\n{code}", *words],
        cwd=ROOT, env=site.env | {"DJANGO_SETTINGS_MODULE": "dominoes_site.settings"}, capture_output=True, text=True,
    )  # fmt: skip
