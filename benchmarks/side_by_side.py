"""`make bench`: the moves per second of one web process, and how long a move takes to the opponent's board.

The same players drive, one after the other: our site; the floor (the same stack, but a server that only stores a row
and forwards a text); and boardgame.io with the same game, if npm can install it. Each runs on SQLite (or files) and on
PostgreSQL; boardgame.io also in memory, and our site also with two web processes. 50 games, two websockets each, random
legal moves, real rules, real views; the server on one core, the players on another.

Machines are noisy, so the ratios below the table count, between figures measured side by side. `--repeat` measures
everything several times, in turns, and takes the medians. `--beside PATH` adds another checkout of ours to the same
run.
"""

import argparse
import contextlib
import json
import resource
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks import server
from benchmarks.goals import Figures, goals
from benchmarks.server import (
    Contestant,
    Floor,
    Peer,
    PeerServer,
    Row,
    Site,
    floor_server,
    postgres_database,
    site_server,
)

RESULTS = Path(__file__).parent / "results"
SPARE_GAMES = 40  # per second: games that may end while the server takes as many moves as it can
IDLE_PLAYERS = 400
HEADING = f"""\
{"":34}{"moves":>8}{"plies":>7}{"rounds":>7}{"ms, full load":>15}{"at 20/s":>13}{"at 200/s":>13}{"CPU µs":>8}{"kB a":>6}
{"":34}{"a second":>22}{"p50    p99":>15}{"p50   p99":>13}{"p50   p99":>13}{"a move":>8}{"round":>6}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=4, help="at full load, and at 200/s; at 20/s 2.5 times that")
    parser.add_argument("--repeat", type=int, default=1, help="measure all so often, in turns; figures are medians")
    parser.add_argument("--variant", default="brettspielnetz", help="what our site plays")
    parser.add_argument("--only", choices=["sqlite", "postgres"], help="one kind of storage instead of both")
    parser.add_argument("--beside", type=Path, metavar="PATH", help="another checkout of ours, driven in the same run")
    parser.add_argument("--no-peer", dest="peer", action="store_false", help="leave boardgame.io out")
    parser.add_argument("--no-idle", dest="idle", action="store_false", help="leave the memory of idle players out")
    chosen = parser.parse_args()
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # one file per socket, here and in the server
    if len(server.CORES) == 1:
        print("Only one core: server and players share it, figures are too low.")
    if chosen.peer and (why := server.why_no_peer()):
        print(f"boardgame.io is left out, as npm can't install it: {why}")
        chosen.peer = False
    print(f"{server.TOGETHER} games of {chosen.variant}, 2 sockets each; {chosen.seconds:g} s a figure\n\n{HEADING}")
    rows: list[Row] = []
    idle_kb: dict[str, float] = {}
    if chosen.only != "postgres":
        with on_sqlite(chosen) as contestants:
            rows += measure(contestants, chosen)
            if chosen.idle:
                idle_kb = {one.name: one.idle_kb(IDLE_PLAYERS) for one in contestants}
    if chosen.only != "sqlite":
        with on_postgres(chosen) as contestants:
            rows += measure(contestants, chosen)
    report(Figures(rows), idle_kb, chosen)


@contextlib.contextmanager
def on_sqlite(chosen: argparse.Namespace) -> Iterator[list[Contestant]]:
    """Contestants that need no database server."""
    with folders() as folder:
        contestants: list[Contestant] = [Site("Boneyard SQLite", site_server(folder(), {}), variant=chosen.variant)]
        if chosen.beside:
            other = site_server(folder(), {}, chosen.beside)
            contestants.append(Site("beside SQLite", other, variant=chosen.variant))
        contestants.append(Floor("floor SQLite", floor_server(folder(), {})))
        if chosen.peer:
            contestants.append(Peer("boardgame.io files", PeerServer(folder(), "files", str(folder()))))
            contestants.append(Peer("boardgame.io memory", PeerServer(folder(), "memory")))
        yield contestants


@contextlib.contextmanager
def on_postgres(chosen: argparse.Namespace) -> Iterator[list[Contestant]]:
    with folders() as folder, contextlib.ExitStack() as stack:

        def new_env(name: str) -> dict[str, str] | None:
            url = stack.enter_context(postgres_database(f"boneyard_bench_{name}"))
            return {"DATABASE_URL": url, "REDIS_URL": server.REDIS} if url else None

        if (env := new_env("ours")) is None:
            yield []
            return
        one, two = site_server(folder(), env), site_server(folder(), env)
        contestants: list[Contestant] = [Site("Boneyard PostgreSQL", one, variant=chosen.variant)]
        contestants.append(Site("Boneyard PostgreSQL, 2 processes", one, two, variant=chosen.variant))
        if chosen.beside:
            other = site_server(folder(), new_env("beside") or {}, chosen.beside)
            contestants.append(Site("beside PostgreSQL", other, variant=chosen.variant))
        contestants.append(Floor("floor PostgreSQL", floor_server(folder(), new_env("floor") or {})))
        if chosen.peer:
            url = (new_env("peer") or {})["DATABASE_URL"]
            contestants.append(Peer("boardgame.io PostgreSQL", PeerServer(folder(), "postgres", url)))
        yield contestants


@contextlib.contextmanager
def folders() -> Iterator[Any]:
    """Yields a new folder at each request."""
    with tempfile.TemporaryDirectory() as root:
        yield lambda: Path(tempfile.mkdtemp(dir=root))


def measure(contestants: list[Contestant], chosen: argparse.Namespace) -> Iterator[Row]:
    phases = [
        {"name": "quiet", "rate": 20, "seconds": 2.5 * chosen.seconds},
        {"name": "busy", "rate": 200, "seconds": chosen.seconds},
        {"name": "saturated", "rate": 0, "seconds": chosen.seconds},
    ]
    for _run in range(chosen.repeat):
        for contestant in contestants:
            try:
                row = contestant.measure(phases, spare=int(SPARE_GAMES * (chosen.seconds + 1)))
            except RuntimeError as failed:  # keep minutes of other results
                print(f"{contestant.name} is left out: {failed}")
                continue
            if isinstance(contestant, Site):
                Floor.view_bytes = row["phases"]["saturated"]["view_bytes"]
            print(line(Figures([row]), contestant.name), flush=True)
            for trouble in ("refused", "lost", "unanswered", "ran_out"):
                if row[trouble]:
                    print(f"  ! {trouble}: {row[trouble]}")
            yield row


def line(figures: Figures, name: str) -> str:
    moves = figures.of(name, "moves_a_second")
    by_round = figures.moves_a_round(name)
    rounds = f"{moves / by_round:7.1f}" if by_round else f"{'':7}"
    bytes_a_round = f"{figures.of(name, 'bytes_a_move') * by_round / 1000:6.0f}" if by_round else ""
    text = f"{name:34}{moves:8.0f}{moves * figures.of(name, 'plies_a_move'):7.0f}{rounds} "
    for rate, width in (("saturated", 7), ("quiet", 6), ("busy", 6)):
        p50, p99 = figures.of(name, "p50_ms", rate), figures.of(name, "p99_ms", rate)
        text += f" {p50:{width}.1f}{p99:{width}.1f}"
    return f"{text}{figures.of(name, 'cpu_us'):8.0f}{bytes_a_round}"


def report(figures: Figures, idle_kb: dict[str, float], chosen: argparse.Namespace) -> None:
    if chosen.repeat > 1:
        print(f"\nMedians of {chosen.repeat}\n{HEADING}")
        for name in figures.names:
            print(line(figures, name))
    print(
        "\nCPU: of the server's own processes, its worker too, not PostgreSQL's or Redis's. Forced draws and passes are"
        "\nmade with the move before them here, and are moves of the client at boardgame.io: rounds compare best."
    )
    if idle_kb:
        print("Memory of an idle player: " + ", ".join(f"{name} {kb:.1f} kB" for name, kb in idle_kb.items()))
    print("\nGoals")
    found = list(goals(figures, idle_kb))
    for goal in found:
        print(goal)
    RESULTS.mkdir(exist_ok=True)
    file = RESULTS / f"{time.strftime('%Y-%m-%d-%H%M%S')}.json"
    told = {"rows": figures.rows, "idle_kb": idle_kb, "goals": {goal.label: goal.ratio for goal in found}}
    file.write_text(json.dumps(told, indent=1, default=str))
    print(f"\n{file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file}")


if __name__ == "__main__":
    main()
