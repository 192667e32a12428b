"""Correspondence: ten thousand games with a move a minute each; players open their board, look, move and leave.

A visit is the table's page, its socket, the view, the mark that it was seen, a random legal move, and the end of the
socket. Visits come at random times at a given rate; the latencies count from the moment a visit was due. One web
process with SQLite has a core of its own; then two with PostgreSQL, Redis and a worker, and `--sockets` boards that are
only kept open. Limits are on.

`--rates 40,80,168` finds the rate that is too high. On a shared machine, the CPU time of a visit says more than elapsed
time: cores divided by CPU time per visit is the possible number of visits per second.
"""

import argparse
import contextlib
import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.server import DRIVER_CORE, QUIET, REDIS, pin, postgres_database, resident_kb
from benchmarks.visitors import PARTS
from tests.live.server import ROOT, LiveServer

PROXIED = QUIET | {"LIMITS": "1", "BEHIND_PROXY": "1"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_080)
    parser.add_argument("--rates", default="168", help="visits a second, one measurement for each")
    parser.add_argument("--seconds", type=float, default=60, help="of each measurement")
    parser.add_argument("--warm-up", type=float, default=60, help="seconds before it: each game is visited once")
    parser.add_argument("--sockets", type=int, default=5_000, help="boards that are only kept open, with PostgreSQL")
    parser.add_argument("--processes", type=int, default=2, help="web processes, with PostgreSQL")
    parser.add_argument("--variant", default="brettspielnetz")
    parser.add_argument(
        "--until", choices=PARTS[:3], default="move", help="leave out the rest: what a part costs is the difference"
    )
    parser.add_argument("--only", choices=["sqlite", "postgres"], help="one way to run instead of both")
    chosen = parser.parse_args()
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # one file per socket, here and in the servers
    if chosen.only != "postgres":
        with tempfile.TemporaryDirectory() as folder:
            site = LiveServer(Path(folder), env=PROXIED | {"STATIC_ROOT": f"{folder}/static"}).migrate()
            games = filled(site, chosen.games, chosen.variant)
            with site:
                pin(site.pid)
                print("\nOne process, SQLite")
                measure([site], games, [], {}, chosen)
    if chosen.only != "sqlite":
        with tempfile.TemporaryDirectory() as folder, postgres_database("boneyard_visits") as url:
            if url:
                measure_processes(Path(folder), url, chosen)


def measure_processes(folder: Path, url: str, chosen: argparse.Namespace) -> None:
    env = PROXIED | {"STATIC_ROOT": f"{folder}/static", "DATABASE_URL": url, "REDIS_URL": REDIS}
    sites = [LiveServer(folder, env=env) for _ in range(chosen.processes)]
    games = filled(sites[0].migrate(), chosen.games + chosen.sockets // 2, chosen.variant)
    with contextlib.ExitStack() as running:
        for site in sites:
            running.enter_context(site)
        worker = running.enter_context(working(sites[0]))
        print(f"\n{chosen.processes} processes, PostgreSQL and Redis, {chosen.sockets:,} boards kept open")
        idle = games[chosen.games :]
        measure(sites, games[: chosen.games], idle, {"worker": [worker], "Redis": [redis_pid()]}, chosen, url)


def filled(site: LiveServer, games: int, variant: str) -> list[dict[str, Any]]:
    """Running games in the database of a server that is ready for requests."""
    site.manage("collectstatic", "--noinput", "--verbosity", "0")
    file = site.folder / "games.json"
    wanted = json.dumps({"games": games, "variant": variant})
    command = [sys.executable, "-m", "benchmarks.correspondence_fill", str(file), wanted]
    subprocess.run(command, cwd=ROOT, env=site.env, check=True)
    made: list[dict[str, Any]] = json.loads(file.read_text())
    return made


@contextlib.contextmanager
def working(site: LiveServer) -> Iterator[int]:
    """The worker as a separate process; yields its id."""
    with site.log_path.open("ab") as log:
        command = [sys.executable, "manage.py", "worker"]
        worker = subprocess.Popen(command, cwd=ROOT, env=site.env, stdout=log, stderr=log)
    try:
        yield worker.pid
    finally:
        worker.terminate()
        worker.wait()


def measure(
    sites: list[LiveServer],
    games: list[dict[str, Any]],
    idle: list[dict[str, Any]],
    others: dict[str, list[int]],
    chosen: argparse.Namespace,
    database: str | None = None,
) -> None:
    rates = [float(rate) for rate in chosen.rates.split(",")]
    config = {
        "urls": [f"http://127.0.0.1:{site.port}" for site in sites],
        "processes": {"web": [site.pid for site in sites], **others},
        "database": database,
        "games": games,
        "idle": idle,
        "rates": rates,
        "until": chosen.until,
        "warm_up": chosen.warm_up,
        "seconds": chosen.seconds,
        "core": DRIVER_CORE,
    }
    file = sites[0].folder / "visitors.json"
    file.write_text(json.dumps(config))
    command = [sys.executable, "-m", "benchmarks.visitors", str(file)]
    print(f"{'':16}{'reached':>9}" + "".join(f"{part + ' 50':>12}{'95':>6}{'99':>6}" for part in PARTS) + "  ms")
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as visitors:
        assert visitors.stdout is not None
        for line in visitors.stdout:
            show(json.loads(line))
    print(f"  memory: {', '.join(f'{resident_kb(site.pid) / 1024:.0f} MB' for site in sites)}")


def show(row: dict[str, Any]) -> None:
    times = "".join(
        f"{part['50']:>12.1f}{part['95']:>6.0f}{part['99']:>6.0f}" for part in (row["ms"][name] for name in PARTS)
    )
    print(f"{row['rate']:>7g} visits/s{row['visits_a_second']:>9.1f}{times}")
    costs = ", ".join(f"{name} {ms:.1f} ms ({row['busy'][name]:.0%})" for name, ms in row["cpu_ms"].items())
    print(f"{'':16}CPU a visit: {costs}", flush=True)
    for trouble, count in row["trouble"].items():
        print(f"  ! {trouble}: {count}", flush=True)


def redis_pid() -> int:
    import redis

    return int(redis.Redis.from_url(REDIS).info("server")["process_id"])


if __name__ == "__main__":
    main()
