"""Chores in a process of their own, which the server starts, hears, and starts again when it ends.

Between the two is one line, a pair of sockets. By it come the nudges of the child, where no Redis carries them, and
what it has counted; and by the line's end the child learns that the server is gone, however that ended.
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

from common import metrics, nudges
from common.failures import lost_at_worst
from common.nudges import News

logger = logging.getLogger(__name__)
SHORTEST, LONGEST = 1.0, 60.0  # seconds until another is started; twice as long each time
LASTS = 60.0  # seconds: one that has lived so long had no trouble to start


def start(*command: str, hear: Callable[[News], None]) -> None:
    """Keep the command of `manage.py` running for as long as this process lives; *hear* is called in a thread."""
    threading.Thread(target=_keep_one, args=[command, hear], name="child", daemon=True).start()


def _keep_one(command: tuple[str, ...], hear: Callable[[News], None]) -> None:
    pause = SHORTEST
    while True:
        begun = time.monotonic()
        how = _run_one(command, hear)
        if time.monotonic() - begun > LASTS:
            pause = SHORTEST
        logger.warning("`%s` exited with %d; restarting in %d s.", " ".join(command), how, pause)
        time.sleep(pause)
        pause = min(2 * pause, LONGEST)


def _run_one(command: tuple[str, ...], hear: Callable[[News], None]) -> int:
    """Its exit code, once it has ended."""
    ours, theirs = socket.socketpair()
    with ours:
        with theirs:
            child = subprocess.Popen(  # noqa: S603 - our own command
                [
                    sys.executable,
                    str(settings.BASE_DIR / "manage.py"),
                    *command,
                    "--skip-checks",  # they load all pages: 27 MB
                    "--line",
                    str(theirs.fileno()),
                ],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C is for the server; the child learns of it by the line
            )
        with ours.makefile("rb") as line:
            for message in line:
                with lost_at_worst("The worker could not be heard"):
                    told = orjson.loads(message)
                    metrics.add(told["counted"])
                    hear(News(**told["news"]))
    return child.wait()


class Line:
    """The child's end."""

    def __init__(self, fileno: int, ending: threading.Event) -> None:
        self._socket = socket.socket(fileno=fileno)
        self._ending = ending
        self._one_at_a_time = threading.Lock()
        self._counted = metrics.Counted()
        threading.Thread(target=self._wait, name="line", daemon=True).start()

    def tell(self, news: News) -> None:
        """Tell the server, and what was counted meanwhile; from any thread."""
        with self._one_at_a_time:
            message = orjson.dumps({"news": news, "counted": self._counted.since_then()}) + b"\n"
            try:
                self._socket.sendall(message)
            except OSError:  # nobody is there any more
                self._ending.set()

    def _wait(self) -> None:
        """The server says nothing: whatever comes is the end, and an error if it ended before it had read all."""
        with suppress(OSError):
            self._socket.recv(1)
        self._ending.set()


def follow(fileno: int, ending: threading.Event) -> Line:
    """In the child: nudge by this line, and set *ending* when the server is gone."""
    line = Line(fileno, ending)
    nudges.tell_by(line.tell)
    return line
