"""`make bench`: how many moves a second one web process makes, and how long a move takes to the opponent's board.

One Daphne process on one core, the players (benchmarks/driver.py) on another: 50 games, two
websockets each, random legal moves, real rules, real views. Beside each figure is the floor: the
same players against benchmarks/floor/, which stores a row and passes a text on. Machines are
noisy; the ratio to the floor, measured in the same minute, is what to compare, best of all that
of the moves a second of the server's own CPU time.
"""

import argparse
import contextlib
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg

from tests.live.postgres import new_database
from tests.live.server import ROOT, LiveServer

POSTGRES = os.environ.get("BENCH_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432/postgres")
REDIS = os.environ.get("BENCH_REDIS_URL", "redis://127.0.0.1:6379/8")
CORES = sorted(os.sched_getaffinity(0))
SERVER_CORE, DRIVER_CORE = CORES[0], CORES[-1]
TOGETHER = 50  # games
QUIET_RATE = 20  # moves a second
WARM_UP = 2  # seconds
QUIET = {"DEBUG": "0", "LOG_LEVEL": "ERROR"}
FLOOR_SEATS = [{"cookies": {"seat": "0"}}, {"cookies": {"seat": "1"}}]
GAMES_A_SECOND = 60  # that may end; one of Brettspielnetz Domino has some 60 moves of players


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=8, help="of each measurement")
    parser.add_argument("--variant", default="brettspielnetz")
    parser.add_argument("--only", choices=["sqlite", "postgres"], help="one way to run instead of both")
    parser.add_argument("--idle", type=int, default=1000, help="players for the memory figure; 0: none")
    chosen = parser.parse_args()
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # a file for each socket, here and in the server
    if SERVER_CORE == DRIVER_CORE:
        print("Only one core: server and players share it, figures are too low.")
    print(f"{TOGETHER} games of {chosen.variant}, 2 sockets each; {chosen.seconds:g} s a figure; one Daphne process\n")
    print(f"{'':34}{'moves/s':>9}{'p50 ms':>9}{'p99 ms':>9}{'server':>9}{'players':>9}{'per CPU s':>11}")
    if chosen.only != "postgres":
        with tempfile.TemporaryDirectory() as folder:
            measure_stack("SQLite, memory", Path(folder), {}, chosen)
            if chosen.idle:
                measure_memory(Path(folder), chosen)
    if chosen.only != "sqlite":
        with tempfile.TemporaryDirectory() as folder, postgres_database() as url:
            if url:
                measure_stack("PostgreSQL, Redis", Path(folder), {"DATABASE_URL": url, "REDIS_URL": REDIS}, chosen)


def measure_stack(name: str, folder: Path, env: dict[str, str], chosen: argparse.Namespace) -> None:
    site = LiveServer(folder, env=QUIET | env).migrate()
    needed = 2 * TOGETHER + int(GAMES_A_SECOND * (WARM_UP + chosen.seconds))
    games = site.seed(games=needed, variant=chosen.variant, clock="none")["games"]
    rows = {}
    for label, rate in (("saturated", 0), (f"at {QUIET_RATE} moves/s", QUIET_RATE)):
        part, games = (games[:-TOGETHER], games[-TOGETHER:]) if not rate else (games, [])
        rows[label] = show(f"{name}: {label}", measure(site, part, rate, chosen.seconds))
    floor = floor_server(folder, rows["saturated"]["view_bytes"], env)
    for label, rate in (("saturated", 0), (f"at {QUIET_RATE} moves/s", QUIET_RATE)):
        floor_games = [{"id": f"{rate}-{number}", "seats": FLOOR_SEATS} for number in range(TOGETHER)]
        lowest = show(f"  floor: {label}", measure(floor, floor_games, rate, chosen.seconds))
        site_row = rows[label]
        times = {key: f"{site_row[key] / lowest[key]:.1f} x" for key in ("p50_ms", "p99_ms")}
        for key in ("moves_a_second", "per_cpu_second"):
            times[key] = "" if rate else f"1/{lowest[key] / site_row[key]:.1f}"
        print(
            f"{'  ours to the floor':34}{times['moves_a_second']:>9}{times['p50_ms']:>9}{times['p99_ms']:>9}"
            f"{'':18}{times['per_cpu_second']:>11}"
        )
    print(
        f"  (a view is {rows['saturated']['view_bytes']} bytes; {rows['saturated']['games']} games ended meanwhile)\n"
    )


def show(name: str, row: dict[str, Any]) -> dict[str, Any]:
    busy = f"{row['server_busy']:>8.0%} {row['driver_busy']:>8.0%}{row['per_cpu_second']:>11.0f}"
    print(f"{name:34}{row['moves_a_second']:>9.0f}{row['p50_ms']:>9.1f}{row['p99_ms']:>9.1f} {busy}")
    for trouble in ("refused", "lost", "ran_out"):
        if row[trouble]:
            print(f"  ! {trouble}: {row[trouble]}")
    return row


def measure(server: LiveServer, games: list[dict[str, Any]], rate: float, seconds: float) -> dict[str, Any]:
    with server:
        pin(server.pid)
        config = driver_config(server, games=games, rate=rate, seconds=seconds, warm_up=WARM_UP, together=TOGETHER)
        done = subprocess.run(config, cwd=ROOT, check=True, capture_output=True, text=True)
    row: dict[str, Any] = json.loads(done.stdout)
    return row | {"per_cpu_second": row["moves_a_second"] / row["server_busy"]}


def measure_memory(folder: Path, chosen: argparse.Namespace) -> None:
    """How much the server's memory grows with each player who only looks at their board."""
    site = LiveServer(folder, env=QUIET)
    games = site.seed(games=(chosen.idle + 100) // 2, variant=chosen.variant, clock="none", moves=12)["games"]
    floor_games = [{"id": f"idle-{number}", "seats": FLOOR_SEATS} for number in range(len(games))]
    (ours, first), (lowest, _) = idle_kb(site, games), idle_kb(floor_server(folder, 2000, {}), floor_games)
    print(f"Memory: {ours:.1f} kB an idle player, {lowest:.1f} at the floor ({first / 1024:.0f} MB before the first)\n")


def idle_kb(server: LiveServer, games: list[dict[str, Any]]) -> tuple[float, int]:
    """Of each player of *games*, and of the server before them."""
    with server:
        with sitting(server, games[:50]):  # whatever is loaded or cached once, is
            pass
        before = resident_kb(server.pid)
        with sitting(server, games[50:]):
            after = resident_kb(server.pid)
    return (after - before) / sum(len(game["seats"]) for game in games[50:]), before


def floor_server(folder: Path, view_bytes: int, env: dict[str, str]) -> LiveServer:
    own = {"DJANGO_SETTINGS_MODULE": "benchmarks.floor.settings", "FLOOR_VIEW_BYTES": str(view_bytes)}
    return LiveServer(folder, env=QUIET | own | env, application="benchmarks.floor.asgi:application")


@contextlib.contextmanager
def sitting(server: LiveServer, games: list[dict[str, Any]]) -> Iterator[None]:
    command = driver_config(server, games=games, idle=True)
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as driver:
        assert driver.stdin is not None
        assert driver.stdout is not None
        assert driver.stdout.readline() == "open\n"
        yield
        driver.stdin.close()


def driver_config(server: LiveServer, **config: Any) -> list[str]:
    file = server.folder / "driver.json"
    file.write_text(
        json.dumps({"url": f"ws://127.0.0.1:{server.port}", "core": DRIVER_CORE, "server": server.pid, **config})
    )
    return [sys.executable, "-m", "benchmarks.driver", str(file)]


@contextlib.contextmanager
def postgres_database(name: str = "boneyard_bench") -> Iterator[str | None]:
    """The address of a new, empty database; None, with a word about it, where there is no PostgreSQL."""
    try:
        psycopg.connect(POSTGRES).close()
    except psycopg.OperationalError as error:
        print(f"PostgreSQL is left out ({str(error).splitlines()[0]}); BENCH_POSTGRES_URL names it.")
        yield None
        return
    with new_database(name, beside=POSTGRES) as url:
        yield url


def pin(pid: int) -> None:
    """Keep every thread of the server, and those to come, on its core."""
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(ProcessLookupError):  # it has ended meanwhile
            os.sched_setaffinity(int(thread.name), {SERVER_CORE})


def resident_kb(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


if __name__ == "__main__":
    main()
