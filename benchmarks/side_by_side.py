"""`make bench`: the moves per second of one web process, and how long a move takes to the opponent's board.

The same players drive, one after the other: our site; the floor (the same stack, but a server that only stores a row
and forwards a text); and boardgame.io with the same game, if npm can install it. Each runs on SQLite (or files) and on
PostgreSQL; boardgame.io also in memory, and our site also with two web processes: the seats of a game on different
ones, or each with its own games. 50 games, two websockets each, random
legal moves, real rules, real views; the server on one core, the players on another.

Machines are noisy, so we measure everything three times, in turns; figures are medians with their ranges. What counts
are the ratios between figures of the same run: a goal is met if the worst of three runs meets it. `--beside PATH` adds
another checkout of ours to each run.
"""

import argparse
import contextlib
import json
import resource
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks import server
from benchmarks.goals import APART, ENOUGH_RUNS, NAME, ROUTED, Row, Run, verdicts
from benchmarks.server import (
    Contestant,
    Floor,
    Peer,
    PeerServer,
    Site,
    floor_server,
    postgres_database,
    site_server,
)

RESULTS = Path(__file__).parent / "results"
SPARE_GAMES = 40  # per second: games that may end while the server takes as many moves as it can
IDLE_PLAYERS = 400
HEADING = f"""\
{"":34}{"moves":>8}{"plies":>7}{"rounds":>7}{"ms, full load":>16}{"at 20/s":>14}{"at 200/s":>14}{"CPU µs":>8}{"kB a":>7}
{"":34}{"a second":>22}{"p50     p99":>16}{"p50    p99":>14}{"p50    p99":>14}{"a move":>8}{"round":>7}"""
COLUMNS: list[tuple[str, str, str]] = [  # figure, rate, format
    ("moves_a_second", "saturated", "8.0f"),
    ("plies_a_second", "saturated", "7.0f"),
    ("rounds_a_second", "saturated", "7.1f"),
    ("p50_ms", "saturated", "8.1f"),
    ("p99_ms", "saturated", "8.1f"),
    *((figure, rate, "7.1f") for rate in ("quiet", "busy") for figure in ("p50_ms", "p99_ms")),
    ("cpu_us", "saturated", "8.0f"),
    ("kb_a_round", "saturated", "7.0f"),
]
Figures = Sequence[float | None]  # by column


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=4, help="at full load, and at 200/s; at 20/s 2.5 times that")
    parser.add_argument("--runs", type=int, default=ENOUGH_RUNS, help="with fewer than three, no goal counts as met")
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
    rows: list[list[Row]] = [[] for _run in range(chosen.runs)]
    if chosen.only != "postgres":
        with on_sqlite(chosen) as contestants:
            measure(contestants, chosen, rows, idle=chosen.idle)
    if chosen.only != "sqlite":
        with on_postgres(chosen) as contestants:
            measure(contestants, chosen, rows)
    report([Run(each) for each in rows])


@contextlib.contextmanager
def on_sqlite(chosen: argparse.Namespace) -> Iterator[list[Contestant]]:
    """Contestants that need no database server."""
    with folders() as folder:
        contestants: list[Contestant] = [Site(NAME["SQLite"], site_server(folder(), {}), variant=chosen.variant)]
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
        contestants: list[Contestant] = [Site(NAME["PostgreSQL"], one, variant=chosen.variant)]
        contestants.append(Site(APART, one, two, variant=chosen.variant))
        contestants.append(Site(ROUTED, one, two, variant=chosen.variant, routed=True))
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


def measure(
    contestants: list[Contestant], chosen: argparse.Namespace, rows: list[list[Row]], *, idle: bool = False
) -> None:
    """Append the row of each contestant to those of each run."""
    phases = [
        {"name": "quiet", "rate": 20, "seconds": 2.5 * chosen.seconds},
        {"name": "busy", "rate": 200, "seconds": chosen.seconds},
        {"name": "saturated", "rate": 0, "seconds": chosen.seconds},
    ]
    for run in rows:
        for contestant in contestants:
            try:
                row = contestant.measure(phases, spare=int(SPARE_GAMES * (chosen.seconds + 1)))
            except RuntimeError as failed:  # keep minutes of other results
                print(f"{contestant.name} is left out: {failed}")
                continue
            if isinstance(contestant, Site):
                Floor.view_bytes = row["phases"]["saturated"]["view_bytes"]
            if idle:
                row["idle_kb"] = contestant.idle_kb(IDLE_PLAYERS)
            run.append(row)
            print(line(contestant.name, columns(Run([row]), contestant.name)), flush=True)
            for trouble in ("refused", "lost", "unanswered", "ran_out"):
                if row[trouble]:
                    print(f"  ! {trouble}: {row[trouble]}")


def columns(run: Run, name: str) -> Figures:
    return [run.figure(name, figure, rate) for figure, rate, _format in COLUMNS]


def line(name: str, figures: Figures) -> str:
    texts = (
        f"{'' if figure is None else format(figure, form):>{form.partition('.')[0]}}"
        for figure, (_figure, _rate, form) in zip(figures, COLUMNS, strict=True)
    )
    return f"{name:34}{''.join(texts)}"


def summary(name: str, runs: Sequence[Run]) -> Iterator[str]:
    """The median of each column, and below it the lowest and the highest figure."""
    by_column = list(zip(*(columns(run, name) for run in runs if name in run.rows), strict=True))
    for label, pick in ((name, statistics.median), ("    lowest", min), ("    highest", max)):
        known = ([figure for figure in column if figure is not None] for column in by_column)
        yield line(label, [pick(figures) if figures else None for figures in known])


def report(runs: Sequence[Run]) -> None:
    names = list(dict.fromkeys(name for run in runs for name in run.rows))
    if len(runs) > 1:
        print(f"\nMedians of {len(runs)} runs\n{HEADING}")
        for name in names:
            print(*summary(name, runs), sep="\n")
    print(
        "\nCPU: of the server's own processes, its worker too, not PostgreSQL's or Redis's. Forced draws and passes are"
        "\nmade with the move before them here, and are moves of the client at boardgame.io: rounds compare best."
    )
    idle = {name: [kb for run in runs if (kb := run.figure(name, "idle_kb")) is not None] for name in names}
    if any(idle.values()):
        told = (f"{name} {min(found):.1f} to {max(found):.1f} kB" for name, found in idle.items() if found)
        print("Memory of an idle player: " + ", ".join(told))
    print(f"\n{'Goals':69}  worst run          median (range)")
    found = list(verdicts(runs))
    for verdict in found:
        print(verdict)
    RESULTS.mkdir(exist_ok=True)
    file = RESULTS / f"{time.strftime('%Y-%m-%d-%H%M%S')}.json"
    goals = {verdict.goal.label: verdict.ratios for verdict in found}
    file.write_text(json.dumps({"runs": [[*run.rows.values()] for run in runs], "goals": goals}, indent=1, default=str))
    print(f"\n{file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file}")


if __name__ == "__main__":
    main()
