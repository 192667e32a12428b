"""Does anything cost more when the database is full? Two databases side by side: 1,000 games and 100,000.

The finished games are copies of a real one, made by the database itself. We measure `actions.play_move` in this
process, in turns on both databases: the CPU time of this process and of PostgreSQL's processes for it, as others may
use the machine. `--games 1000000` for more games, `--postgres` for PostgreSQL.

`--filled SMALL LARGE` takes two databases that `benchmarks.big` has filled (`--database`). It also measures every page,
a visit to a table that isn't in memory, and the sweep. Anything above 1.2 times the cost gets a mark.
"""

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from common.progress import Progress
from tests.live.server import ROOT, LiveServer

SMALL = 1_000
BLOCKS, MOVES = 5, 300  # measured in turns
PAGES = 5  # requests per page in a block
LOOKS = 3  # blocks with every page, after a warm-up
WORTH_A_WORD = 1.2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--filled", nargs=2, metavar="URL", help="two databases on PostgreSQL")
    chosen = parser.parse_args()
    if chosen.filled:
        compare(*chosen.filled)
        return
    with contextlib.ExitStack() as stack:
        measured = {}
        for games in (SMALL, chosen.games):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            env = {"DEBUG": "0", "LOG_LEVEL": "ERROR"}
            if chosen.postgres:
                from benchmarks.server import postgres_database

                url = stack.enter_context(postgres_database(f"boneyard_{games}"))
                if url is None:
                    return
                env["DATABASE_URL"] = url
            measured[games] = stack.enter_context(Filled(LiveServer(folder, env=env).migrate(), games))
        for _ in Progress("Measuring", BLOCKS).along(range(BLOCKS)):
            for filled in measured.values():
                filled.block()
        medians = {games: statistics.median(filled.seconds) for games, filled in measured.items()}
    for games, seconds in medians.items():
        print(f"{games:>9,} games stored: {1e6 * seconds:7.0f} µs a move (median of {BLOCKS * MOVES})")
    print(f"    ratio: {medians[chosen.games] / medians[SMALL]:.2f}")


def compare(small: str, large: str) -> None:
    """Measures everything of `measured_block` in two databases that are already full."""
    with contextlib.ExitStack() as stack:
        both = []
        for url in (small, large):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            server = LiveServer(folder, env={"DEBUG": "0", "LOG_LEVEL": "ERROR", "DATABASE_URL": url})
            both.append(stack.enter_context(Filled(server, 0)))
        for _ in Progress("Measuring", LOOKS + 1).along(range(LOOKS + 1)):
            for filled in both:
                filled.block()
    first, second = ({name: blocks[1:] for name, blocks in filled.measured.items()} for filled in both)
    print(f"{'':34}{'small':>10}{'large':>10}  ms of CPU; best of {LOOKS} medians")
    for name, blocks in first.items():
        before, after = min(blocks), min(second[name])
        mark = "  !" if after > WORTH_A_WORD * before else ""
        print(f"{name:34}{1000 * before:>10.2f}{1000 * after:>10.2f}{after / before:>7.2f}x{mark}")


class Filled:
    """A process with its own database that makes a block of moves on request."""

    def __init__(self, server: LiveServer, games: int) -> None:
        command = [sys.executable, "-m", "benchmarks.growth", "--child", str(games)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, cwd=ROOT, env=server.env, stdin=pipe, stdout=pipe, text=True)
        self.seconds: list[float] = []  # per move
        self.measured: dict[str, list[float]] = {}  # medians of blocks, if everything is measured

    def block(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("go\n")
        self.process.stdin.flush()
        answer: dict[str, list[float]] = json.loads(self.process.stdout.readline())
        self.seconds += answer["a move"]
        for name, seconds in answer.items():
            self.measured.setdefault(name, []).append(statistics.median(seconds))

    def __enter__(self) -> "Filled":
        return self

    def __exit__(self, *_failure: object) -> None:
        self.process.communicate()


def child(games: int) -> None:
    """Fill the database (0: it is full already), then measure a block per line of input."""
    import random

    import django

    django.setup()
    from tests.live.seed import play, seed

    rng = random.Random(1)
    if games:
        template = seed(games=1, clock="none")["games"][0]["id"]
        play(template, 10_000, rng)
        multiply(template, games)
    for _line in sys.stdin:
        answer = {"a move": moves(rng)}
        sys.stdout.write(json.dumps(answer if games else answer | everything_else(rng)) + "\n")
        sys.stdout.flush()


def cost(call: Callable[[], object]) -> float:
    """Seconds of CPU time, here and in PostgreSQL."""
    there, here = postgres_spent(), time.process_time()
    call()
    return time.process_time() - here + postgres_spent() - there


def postgres_spent() -> float:
    """CPU time of the PostgreSQL process for this connection."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return 0
    connection.ensure_connection()
    pid = connection.connection.info.backend_pid
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def moves(rng: Any) -> list[float]:
    from games import actions, memory, queries
    from tests.live.seed import seed

    seconds: list[float] = []
    while len(seconds) < MOVES:
        game = seed(games=1, clock="turn", turn_seconds=86_400)["games"][0]["id"]
        for _ in range(60):
            table = memory.current(game)
            if table.turn is None or (mine := queries.table(game, table.turn).round) is None:
                break
            text = rng.choice(mine.legal)
            move = partial(actions.play_move, public_id=game, seat=table.turn, text=text, version=table.version)
            seconds.append(cost(move))
    return seconds[:MOVES]


def everything_else(rng: Any) -> dict[str, list[float]]:
    """Pages of the busiest player, tables that aren't in memory, and one sweep of the worker."""
    from django.test import Client
    from django.test.utils import override_settings
    from django.utils import timezone

    from benchmarks import big_fill, big_pages
    from games import clock, memory
    from games.models import Game

    people = big_fill.people()
    client = Client(SERVER_NAME="localhost")
    files = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}

    def visit(game: str) -> None:
        memory.remembered.forget()
        assert client.get(f"/g/{game}/").status_code == 200

    with override_settings(STORAGES=files):
        client.force_login(people.star)
        found = {
            name: [cost(partial(client.get, address)) for _ in range(PAGES)]
            for name, address in big_pages.pages(people).items()
        }
        running = Game.objects.filter(status="playing", version__lt=200).values_list("public_id", flat=True)
        for kind, games in (("running", running), ("finished", some_finished(rng))):
            found[f"a table that nobody remembers, {kind}"] = [
                cost(partial(visit, game)) for game in list(games)[:PAGES]
            ]
    found["a look of the clock"] = [cost(partial(clock.sweep, timezone.now())) for _ in range(PAGES)]
    found["a look of the queues"] = [cost(partial(look_at_queues, timezone.now())) for _ in range(PAGES)]
    return found


def look_at_queues(now: Any) -> None:
    from common import queues

    for queue in queues.all_queues():
        queues.drain(queue, now)


def some_finished(rng: Any) -> list[str]:
    """Public games of all ages."""
    from games.models import Game

    public = Game.objects.filter(status="finished", visibility="public")
    last = public.order_by("pk").values_list("pk", flat=True).last()
    wanted = [public.filter(pk__gte=rng.randrange(last)).order_by("pk").first() for _ in range(PAGES)]
    return [game.public_id for game in wanted if game]


def multiply(public_id: str, games: int) -> None:
    """Copy a finished game with all its rows many times, for a thousand players."""
    from django.db import connection

    from accounts.models import User
    from games.models import Game, Move, Round, RoundScore, Seat

    players = User.objects.bulk_create(User(username=f"player-{number}", is_guest=True) for number in range(1000))
    first_player = players[0].pk
    game = Game.objects.get(public_id=public_id)
    # How a copy's primary keys follow from its number n: with a distance for every row of the game.
    rows = {
        model: model.objects.filter(**{path: game})
        for model, path in ((Seat, "game"), (Round, "game"), (Move, "game"), (RoundScore, "round__game"))
    }
    step = 1_000

    def copy(model: Any, queryset: Any, changed: dict[str, str]) -> None:
        fields = [field.column for field in model._meta.concrete_fields]
        wanted = ", ".join(changed.get(column, f't."{column}"') for column in fields)
        columns = ", ".join(f'"{column}"' for column in fields)
        keys = ", ".join(str(row.pk) for row in queryset)
        with connection.cursor() as cursor:
            cursor.execute(
                f"WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < {games}) "
                f'INSERT INTO "{model._meta.db_table}" ({columns}) '
                f'SELECT {wanted} FROM "{model._meta.db_table}" t, copies WHERE t."id" IN ({keys})'
            )

    moved = f"t.{{}} + copies.n * {step}"
    key, game_key, round_key = (moved.format(f'"{name}"') for name in ("id", "game_id", "round_id"))
    text_n = "CAST(copies.n AS varchar(12))"
    copy(Game, Game.objects.filter(pk=game.pk), {"id": key, "public_id": f"'g' || {text_n}"})
    copy(
        Seat,
        rows[Seat],
        {
            "id": key,
            "game_id": game_key,
            "player_id": f"{first_player} + ((copies.n * 7 + t.number) % 1000)",
            "token": f"'t' || {text_n} || '-' || CAST(t.number AS varchar(3))",
        },
    )
    copy(Round, rows[Round], {"id": key, "game_id": game_key})
    copy(Move, rows[Move], {"id": key, "game_id": game_key, "round_id": round_key})
    copy(RoundScore, rows[RoundScore], {"id": key, "round_id": round_key})
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            for model in (Game, *rows):
                table = model._meta.db_table
                cursor.execute(
                    f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM \"{table}\"))"
                )
        cursor.execute("ANALYZE")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dominoes_site.settings")
        child(int(sys.argv[2]))
    else:
        main()
