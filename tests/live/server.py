"""A real server for tests and benchmarks: Daphne in its own process, on a free port, with its own database."""

import atexit
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
READY_SECONDS = 120
WORKER_SECONDS = 120  # the worker is a second process, and the server hardly waits for it


HELD: list[socket.socket] = []


def free_port() -> int:
    """A free port, reserved while this process lives. Servers set SO_REUSEADDR, so they can still listen there."""
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    HELD.append(held)
    return int(held.getsockname()[1])


@atexit.register
def let_ports_go() -> None:
    for held in HELD:
        held.close()


def children(pid: int) -> list[int]:
    """The ids of the child processes of *pid*."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):  # a thread that has just ended
            found += map(int, task.read_text().split())
    return found


def resident_kb(pid: int) -> int:
    """The memory of the process *pid*."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


class LiveServer:
    """A server that can be stopped, killed and restarted at the same address; its database stays.

    *env* adds to the environment of the server, `manage` and `seed`; the last two use the same database without the
    server. *options* are Daphne's. *root*: another checkout, to measure beside this one.
    """

    def __init__(
        self,
        folder: Path,
        *,
        env: dict[str, str] | None = None,
        application: str = "dominoes_site.asgi:application",
        port: int | None = None,
        options: Sequence[str] = (),
        root: Path = ROOT,
    ) -> None:
        self.folder = folder
        self.root = root
        self.application = application
        self.options = options
        self.port = port or free_port()
        self.url = f"http://localhost:{self.port}"
        self.ws_url = f"ws://localhost:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.helper: subprocess.Popen[str] | None = None
        own = {
            "DATABASE_URL": f"sqlite:///{folder / 'db.sqlite3'}",
            "REDIS_URL": "",
            "SECRET_KEY": "of-a-server-in-a-test",
            "DEBUG": "1",
            "LIMITS": "0",  # tests of other things send many requests quickly
            "TOURNAMENT_CALENDAR": "",  # no tournaments open by themselves while a test looks at a page
            "HEAD_START_SECONDS": "2",  # a conditional move waits for a part of it
            "MINDS_NICENESS": "0",  # browsers of other tests keep all cores busy
            "SITE_URL": self.url,
            "LOG_LEVEL": "WARNING",
            "PYTHONUNBUFFERED": "1",
        }
        self.env = os.environ | own | (env or {})
        self.env.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)

    # ---- the process

    def start(self) -> "LiveServer":
        """Start the server; returns when it answers."""
        with self.log_path.open("ab") as log:
            self.process = subprocess.Popen(self.command(), cwd=self.root, env=self.env, stdout=log, stderr=log)
        deadline = time.monotonic() + READY_SECONDS
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise RuntimeError(f"The server did not start:\n{self.log()}")
            time.sleep(0.05)
        return self

    def until_it_works(self) -> "LiveServer":
        """Wait for the worker's first sweep of the clocks; the worker starts beside the server, which may answer
        earlier.
        """
        late = time.monotonic() + WORKER_SECONDS
        while not self._has_swept():
            if time.monotonic() > late:
                raise RuntimeError(f"The worker did not start:\n{self.log()}")
            time.sleep(0.1)
        return self

    def _has_swept(self) -> bool:
        with urllib.request.urlopen(f"{self.url}/metrics", timeout=READY_SECONDS) as page:
            return re.search(r"^boneyard_sweeps_total [^0]", page.read().decode(), re.MULTILINE) is not None

    def command(self) -> list[str]:
        return [self.python, "-m", *self.program, *self.options, self.application]

    @property
    def python(self) -> str:
        own = self.root / ".venv" / "bin" / "python"
        return str(own) if self.root != ROOT and own.exists() else sys.executable

    def stop(self) -> None:
        """Stop like a release: ask the process to end, and give it time."""
        self._end(signal.SIGTERM)

    def kill9(self) -> None:
        """Kill the process, as a power cut would."""
        self._end(signal.SIGKILL)

    def restart(self) -> "LiveServer":
        self.stop()
        return self.start()

    def __enter__(self) -> "LiveServer":
        return self.start()

    def __exit__(self, *_failure: object) -> None:
        self.stop()

    @property
    def program(self) -> list[str]:
        """The command line of the module that serves the application."""
        return ["daphne", "-v", "0", "-b", "127.0.0.1", "-p", str(self.port)]

    @property
    def pid(self) -> int:
        assert self.process is not None, "the server isn't running"
        return self.process.pid

    @property
    def log_path(self) -> Path:
        return self.folder / "server.log"

    def log(self) -> str:
        return self.log_path.read_text(errors="replace") if self.log_path.exists() else ""

    def _end(self, how: signal.Signals) -> None:
        self._end_helper()
        if self.process is None:
            return
        self.process.send_signal(how)
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5):
                return True
        except urllib.error.HTTPError:
            return True  # any answer will do, even a 404
        except OSError:
            return False

    # ---- the database

    def manage(self, *words: str) -> str:
        """The output of a command of manage.py."""
        return self._ask_helper({"manage": words}) if self._has_helper else self._python("manage.py", *words)

    def migrate(self, template: Path | None = None) -> "LiveServer":
        """Create the database: a copy of *template* if given, otherwise with migrations."""
        if template:
            shutil.copy(template, self.folder / "db.sqlite3")
        else:
            self.manage("migrate", "--verbosity", "0")
        return self

    def seed(self, **wanted: Any) -> dict[str, Any]:
        """Create people and games through the actions; tests/live/seed.py lists the keys."""
        if self._has_helper:
            answer = self._ask_helper({"seed": wanted})
        else:
            answer = self._python("-m", "tests.live.seed", json.dumps(wanted))
        made: dict[str, Any] = json.loads(answer)
        return made

    def guests(self, *names: str) -> list[dict[str, Any]]:
        """New guests who already have a session: {"id", "name", "cookies": {…}} each."""
        made: list[dict[str, Any]] = self.seed(guests=names)["guests"]
        return made

    @property
    def _has_helper(self) -> bool:
        """Whether a helper process, which has loaded Django, answers further requests: only while the server runs."""
        return self.process is not None and self.root == ROOT

    def _ask_helper(self, asked: dict[str, Any]) -> str:
        if self.helper is None:
            with self.log_path.open("ab") as log:
                self.helper = subprocess.Popen(
                    [self.python, "-m", "tests.live.seed"], cwd=self.root, env=self.env, text=True,
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
                )  # fmt: skip
        assert self.helper.stdin
        assert self.helper.stdout
        self.helper.stdin.write(f"{json.dumps(asked)}\n")
        self.helper.stdin.flush()
        line = self.helper.stdout.readline()
        if not line.endswith("\n"):
            self._end_helper()
            raise RuntimeError(f"The helper ended:\n{self.log()}")
        answer: dict[str, Any] = json.loads(line)
        if answer["failed"]:
            raise RuntimeError(f"{asked} failed:\n{answer['printed']}{answer['complaints']}")
        printed: str = answer["printed"]
        return printed

    def _end_helper(self) -> None:
        if self.helper is not None:
            self.helper.communicate()  # it ends when its input does
            self.helper = None

    def _python(self, *words: str) -> str:
        done = subprocess.run([self.python, *words], cwd=self.root, env=self.env, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{' '.join(words[:3])} failed:\n{done.stdout}{done.stderr}")
        return done.stdout
