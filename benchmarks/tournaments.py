"""`python -m benchmarks.tournaments`: a Swiss of 1,000 and of 10,000 entries, and others' moves while a round starts.

The first table has the CPU time, the statements and the peak of memory of each step in one process, on PostgreSQL:
results are made up, only the games of the measured results are real. Then a live site: we measure the waits of ten
quiet games alone, and while a round of `--beside` entries is paired and its games begin.
"""

import argparse
import asyncio
import contextlib
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.flood import GAMES, QuietPlayer, take, times
from benchmarks.seeks import Ask, of_postgres, of_sqlite, worker_of
from benchmarks.server import DRIVER_CORE, QUIET, REDIS, pin, postgres_database
from tests.live.server import ROOT, LiveServer

ROUNDS = 3  # of the Swiss that we measure
ALONE, SETTLES, LONGEST = 6, 15, 120  # seconds
MAKE = "from benchmarks.tournaments import make; make({entries}, live=True)"
FALL_DUE = "UPDATE tournaments_step SET due = '2026-01-01 00:00:00'"
COUNT = "SELECT (SELECT count(*) FROM tournaments_tableof), (SELECT count(*) FROM tournaments_start)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, nargs="*", default=[1_000, 10_000])
    parser.add_argument("--beside", type=int, default=1_000, help="entries of the tournament on the live site; 0: none")
    parser.add_argument("--only", choices=["sqlite", "postgres"], help="of the live site")
    chosen = parser.parse_args()
    for entries in chosen.entries:
        with tempfile.TemporaryDirectory() as folder, postgres_database("boneyard_tournaments") as url:
            if url:
                env = {
                    "DEBUG": "0",
                    "LOG_LEVEL": "ERROR",
                    "LIMITS": "0",
                    "DATABASE_URL": url,
                    "TOURNAMENT_CALENDAR": "",
                }
                site = LiveServer(Path(folder), env=env).migrate()
                command = [sys.executable, "-m", "benchmarks.tournaments", "--child", str(entries)]
                subprocess.run(command, cwd=ROOT, env=site.env, check=True)
    if chosen.beside:
        os.sched_setaffinity(0, {DRIVER_CORE})
        _live(chosen)


# ---- Steps, in one process -----------------------------------------------------------------------


def make(entries: int, *, live: bool = False) -> Any:
    """A Swiss with so many entries that is about to begin."""
    from django.utils import timezone

    from accounts.models import User
    from tournaments import making
    from tournaments.models import Entry, Member, Tournament

    now, chance = timezone.now(), random.Random(1)
    people = User.objects.bulk_create(
        (
            User(username=f"entrant{n}", nickname=f"Entrant {n}", skeleton=f"entrant{n}", time_zone="UTC")
            for n in range(entries)
        ),
        batch_size=1_000,
    )
    tournament = making.store(
        Tournament(
            format="swiss", seating="duel", variant="block", end="rounds:1", seats=2, pace="usual", rated=False,
            deals=2, rounds=ROUNDS + 2, round_days=7, least=4, most=entries,
            entries_end=now + timedelta(days=1 if live else 0), entered=entries,
        ),
        now,
    )  # fmt: skip
    stored = Entry.objects.bulk_create(
        (Entry(tournament=tournament, rating=round(chance.gauss(1500, 200)), entered_at=now) for _ in people),
        batch_size=1_000,
    )
    Member.objects.bulk_create(
        (
            Member(tournament=tournament, entry=entry, player=player)
            for entry, player in zip(stored, people, strict=True)
        ),
        batch_size=1_000,
    )
    return tournament


def child(entries: int) -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dominoes_site.settings")
    django.setup()
    from django.conf import settings
    from django.test import Client
    from django.test.utils import override_settings
    from django.utils import timezone

    from common import queues
    from tournaments import standing
    from tournaments.models import Start, Step
    from tournaments.running import steps
    from tournaments.starting import begin_next, starts

    print(f"{entries} entries{'':<28}CPU s  statements  peak MB")
    tournament = make(entries)
    now = timezone.now() + timedelta(seconds=1)
    measured("begin, pair round 1", lambda: queues.drain(steps, now))
    begun = [start for start in starts.claim(now)[:20] for _ in [begin_next(starts, start, now)]]
    measured("begin a game", lambda: begin_next(starts, begun[0], now))
    tournament.refresh_from_db()
    plain = {**settings.STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    with override_settings(STORAGES=plain):
        Client().get("/", headers={"host": "localhost"})  # loads templates
        measured("its page", lambda: Client().get(tournament.get_absolute_url(), headers={"host": "localhost"}))
    for number in range(2, ROUNDS + 1):
        Start.objects.all().delete()
        _make_results_up(tournament)
        tournament.refresh_from_db()
        measured("rank quickly", lambda: standing.rank_quickly(tournament))
        Step.objects.update(due=now)
        later = now + timedelta(days=7 * number)
        measured(f"end round {number - 1}, pair round {number}", partial(queues.drain, steps, later))
    print(flush=True)


def measured(what: str, do: Callable[[], object]) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    before = time.process_time()
    with CaptureQueriesContext(connection) as asked:
        do()
    took = time.process_time() - before
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  {what:<42}{took:>7.2f}{len(asked):>12}{peak:>9.0f}")


def _make_results_up(tournament: Any) -> None:
    """End all pairings with random points, as games would."""
    from tournaments import standing
    from tournaments.models import Pairing, Result

    chance = random.Random(2)
    tables = list(Pairing.objects.filter(round__tournament=tournament, over=False).prefetch_related("results"))
    changed = []
    for table in tables:
        mine, theirs = chance.randrange(40), chance.randrange(40)
        effects = [round(25 * (mine - theirs)), round(25 * (theirs - mine))]
        table.scores = {"0": {"gains": [mine, theirs], "effects": effects, "left": []}}
        table.scores["1"], table.over = table.scores["0"], True
        points = {0: 2 * (mine > theirs) + (mine == theirs), 1: 2 * (theirs > mine) + (mine == theirs)}
        for result in table.results.all():
            result.points2 = points[result.side]
            changed.append(result)
    Pairing.objects.bulk_update(tables, ["scores", "over"], batch_size=500)
    Result.objects.bulk_update(changed, ["points2"], batch_size=500)
    measured("  count all anew, with all tie-breaks", lambda: standing.recount(tournament, tournament.stage))


# ---- A live site ---------------------------------------------------------------------------------


def _live(chosen: argparse.Namespace) -> None:
    if chosen.only != "postgres":
        with tempfile.TemporaryDirectory() as folder:
            print("SQLite")
            site = LiveServer(Path(folder), env=QUIET)
            _run(site, of_sqlite(Path(folder) / "db.sqlite3"), chosen.beside)
    if chosen.only != "sqlite":
        with tempfile.TemporaryDirectory() as folder, postgres_database("boneyard_tournaments") as url:
            if url:
                print("PostgreSQL")
                env = QUIET | {"DATABASE_URL": url, "REDIS_URL": REDIS}
                _run(LiveServer(Path(folder), env=env), of_postgres(url), chosen.beside)


def _run(server: LiveServer, ask: Ask, entries: int) -> None:
    server.migrate()
    games = server.seed(games=GAMES, variant="brettspielnetz", clock="none", moves=6)["games"]
    server.manage("shell", "-v0", "-c", MAKE.format(entries=entries))
    with server, worker_of(server):
        pin(server.pid)
        time.sleep(SETTLES)
        asyncio.run(_measure(server, games, ask, entries))


async def _measure(server: LiveServer, games: Sequence[Any], ask: Ask, entries: int) -> None:
    players = [QuietPlayer(server, game, seat, random.Random(seat)) for game in games for seat in (0, 1)]
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(player.play()) for player in players]
        await asyncio.sleep(1)
        take(players)
        await asyncio.sleep(ALONE)
        alone, _ = take(players)
        await asyncio.to_thread(ask, FALL_DUE)
        began = time.monotonic()
        for _ in _until(began + LONGEST):
            [(begun, left)] = await asyncio.to_thread(ask, COUNT)
            if begun >= entries and not left:
                break
            await asyncio.sleep(0.1)
        took = time.monotonic() - began
        beside, unanswered = take(players)
        for task in tasks:
            task.cancel()
    print(f"  {begun} games of {entries} entries begun after {took:.1f} s ({unanswered} moves unanswered)")
    print(f"  moves and pings, p50 and p95 in ms: alone {times(alone)}, meanwhile {times(beside)}", flush=True)


def _until(end: float) -> Iterator[None]:
    while time.monotonic() < end:
        yield


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(int(sys.argv[2]))
    else:
        with contextlib.suppress(KeyboardInterrupt):
            main()
