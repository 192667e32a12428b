"""`python -m benchmarks.tournaments`: a Swiss of 1,000 and of 10,000 entries, and others' moves while a round starts.

The first table has the CPU time, the statements and the peak of memory of each step in one process, on PostgreSQL:
results are made up, only the games of the measured results are real. Then a live site: others' waits while a round of
`--beside` entries is paired and its games begin (benchmarks/beside.py).
"""

import argparse
import random
import resource
import tempfile
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import beside
from benchmarks.server import ALONE, call, postgres_database
from tests.live.server import LiveServer

ROUNDS = 3  # of the Swiss that we measure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, nargs="*", default=[1_000, 10_000])
    parser.add_argument("--beside", type=int, default=1_000, help="entries of the tournament on the live site; 0: none")
    parser.add_argument("--only", choices=["sqlite", "postgres"], help="of the live site")
    chosen = parser.parse_args()
    for entries in chosen.entries:
        with tempfile.TemporaryDirectory() as folder, postgres_database("boneyard_tournaments") as url:
            if url:
                site = LiveServer(Path(folder), env=ALONE | {"DATABASE_URL": url}).migrate()
                call(site, "benchmarks.tournaments.steps", entries)
    if chosen.beside:
        work = beside.Work(
            make=f"from benchmarks.tournaments import make; make({chosen.beside}, live=True)",
            fall_due="UPDATE tournaments_step SET due = '2026-01-01 00:00:00'",
            progress="SELECT (SELECT count(*) FROM tournaments_tableof), (SELECT count(*) FROM tournaments_start)",
            is_done=lambda begun, waiting: begun >= chosen.beside and not waiting,
            seconds=120,
        )
        print(f"A round of {chosen.beside} entries begins; the counts are of games begun, and of those that wait")
        beside.measure(work, chosen.only)


def make(entries: int, *, live: bool = False) -> Any:
    """A Swiss with so many entries that is about to begin."""
    from django.utils import timezone

    from accounts.models import User
    from tournaments.life import making
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


def steps(entries: int) -> None:
    """Measure each step of a Swiss in this process."""
    from django.conf import settings
    from django.test import Client
    from django.test.utils import override_settings
    from django.utils import timezone

    from common import queues
    from tournaments.life import steps as life
    from tournaments.models import Start, Step
    from tournaments.rounds import standing
    from tournaments.rounds.games import begin_next, starts

    print(f"{entries} entries{'':<28}CPU s  statements  peak MB")
    tournament = make(entries)
    now = timezone.now() + timedelta(seconds=1)
    measured("begin, pair round 1", lambda: queues.drain(life.steps, now))
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
        measured(f"end round {number - 1}, pair round {number}", partial(queues.drain, life.steps, later))
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
    from tournaments import formats
    from tournaments.models import Pairing, Result
    from tournaments.rounds import standing

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
    order = formats.of(tournament).tie_breaks
    measured("  count all anew, with all tie-breaks", lambda: standing.recount(tournament, tournament.stage, order))


if __name__ == "__main__":
    main()
