"""Runs the worker in a child process, which the server starts, listens to, and restarts when it exits.

A socket pair connects the two. It carries the child's nudges (where there is no Redis) and its counters. When it
closes, the child knows that the server is gone, whatever the reason.
"""

import logging
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress

import orjson
from django.conf import settings

from common import metrics
from common.processes import nudges
from common.processes.failures import in_this_thread, lost_at_worst
from common.processes.nudges import AnyNews, News

logger = logging.getLogger(__name__)
SHORTEST, LONGEST = 1.0, 60.0  # seconds before a restart; doubles each time
LASTS = 60.0  # seconds; after this long, the next pause is the shortest again


def start(*command: str, kind: type[AnyNews], hear: Callable[[AnyNews], None]) -> None:
    """Keep the command of `manage.py` running for as long as this process lives. *hear* gets its news, of that *kind*,
    in a thread.
    """
    threading.Thread(target=_keep_one, args=[command, kind, hear], name="child", daemon=True).start()


def _keep_one(command: tuple[str, ...], kind: type[AnyNews], hear: Callable[[AnyNews], None]) -> None:
    pause = SHORTEST
    while True:
        begun = time.monotonic()
        how = _run_one(command, kind, hear)
        if time.monotonic() - begun > LASTS:
            pause = SHORTEST
        logger.warning("`%s` exited with %d; restarting in %d s.", " ".join(command), how, pause)
        time.sleep(pause)
        pause = min(2 * pause, LONGEST)


def _run_one(command: tuple[str, ...], kind: type[AnyNews], hear: Callable[[AnyNews], None]) -> int:
    """Run the command until it exits, and return its exit code."""
    ours, theirs = socket.socketpair()
    with ours:
        with theirs:
            child = subprocess.Popen(  # noqa: S603 - our own command
                [
                    sys.executable,
                    str(settings.BASE_DIR / "manage.py"),
                    *command,
                    "--skip-checks",  # checks load all pages: 27 MB
                    "--line",
                    str(theirs.fileno()),
                ],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C ends only the server; then the line closes, and the child ends
            )
        with ours.makefile("rb") as line:
            for message in line:
                _read(message, kind, hear)
    return child.wait()


def _read(message: bytes, kind: type[AnyNews], hear: Callable[[AnyNews], None]) -> None:
    """Hear a message. Keeps no database connection: a broken one would make this thread deaf for ever."""
    with lost_at_worst("The worker could not be heard"):
        content = orjson.loads(message)
        metrics.add(content["counted"])
        if content["news"]:
            in_this_thread("News of the worker", hear, kind(**content["news"]))


class Line:
    """The child's end of the connection."""

    def __init__(self, fileno: int, ending: threading.Event) -> None:
        self._socket = socket.socket(fileno=fileno)
        self._ending = ending
        self._one_at_a_time = threading.Lock()
        self._counted = metrics.Counted()
        threading.Thread(target=self._wait, name="line", daemon=True).start()

    def tell(self, news: News | None = None) -> None:
        """Send news to the server; without news, what was counted since the last time. Thread-safe.

        News can be frequent, and counts take a millisecond of both processes.
        """
        with self._one_at_a_time:
            counted = [] if news else self._counted.since_then()
            message = orjson.dumps({"news": news, "counted": counted}) + b"\n"
            try:
                self._socket.sendall(message)
            except OSError:  # the server is gone
                self._ending.set()

    def _wait(self) -> None:
        """The server sends nothing, so any event means it is gone. An error if it exited before reading everything."""
        with suppress(OSError):
            self._socket.recv(1)
        self._ending.set()


def follow(fileno: int, ending: threading.Event) -> Line:
    """In the child: send nudges through this connection, and set *ending* when the server is gone."""
    line = Line(fileno, ending)
    nudges.tell_by(line.tell)
    return line
