"""Does a move cost more when the database is full? Two databases side by side: 1,000 games and 100,000.

The finished games are copies of a real one, written by the database itself. What is timed is
`actions.play_move` in this process, in turns between both databases, so that a noisy machine
is noisy for both. `--games 1000000` for more, `--postgres` for the other database.
"""

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.live.server import ROOT, LiveServer

SMALL = 1_000
BLOCKS, MOVES = 5, 300  # measured in turns


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--postgres", action="store_true")
    chosen = parser.parse_args()
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
        for _ in range(BLOCKS):
            for filled in measured.values():
                filled.block()
        medians = {games: statistics.median(filled.seconds) for games, filled in measured.items()}
    for games, seconds in medians.items():
        print(f"{games:>9,} games stored: {1e6 * seconds:7.0f} µs a move (median of {BLOCKS * MOVES})")
    print(f"    ratio: {medians[chosen.games] / medians[SMALL]:.2f}")


class Filled:
    """A process with a database of its own that makes a block of moves whenever it is told to."""

    def __init__(self, server: LiveServer, games: int) -> None:
        command = [sys.executable, "-m", "benchmarks.growth", "--child", str(games)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, cwd=ROOT, env=server.env, stdin=pipe, stdout=pipe, text=True)
        self.seconds: list[float] = []

    def block(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("go\n")
        self.process.stdin.flush()
        self.seconds += json.loads(self.process.stdout.readline())

    def __enter__(self) -> "Filled":
        return self

    def __exit__(self, *_failure: object) -> None:
        self.process.communicate()


def child(games: int) -> None:
    """Fill the database, then play a block of moves for each line of the input."""
    import random
    import time

    import django

    django.setup()
    from games import actions, queries
    from tests.live.seed import play, seed

    rng = random.Random(1)
    template = seed(games=1, clock="none")["games"][0]["id"]
    play(template, 10_000, rng)
    multiply(template, games)
    for _line in sys.stdin:
        seconds: list[float] = []
        while len(seconds) < MOVES:
            game = seed(games=1, clock="none")["games"][0]["id"]
            for _ in range(60):
                seat = queries.table(game, None)["round"]["turn"]
                shown = queries.table(game, seat)
                if shown["status"] != "playing":
                    break
                text = rng.choice(shown["round"]["legal"])
                began = time.perf_counter()
                actions.play_move(public_id=game, seat=seat, text=text, version=shown["version"])
                seconds.append(time.perf_counter() - began)
        sys.stdout.write(json.dumps(seconds[:MOVES]) + "\n")
        sys.stdout.flush()


def multiply(public_id: str, games: int) -> None:
    """Copy one finished game many times, with all its rows, for a thousand players."""
    from django.db import connection

    from accounts.models import User
    from games.models import Game, Move, Round, RoundScore, Seat

    players = User.objects.bulk_create(User(username=f"player-{number}", is_guest=True) for number in range(1000))
    first_player = players[0].pk
    game = Game.objects.get(public_id=public_id)
    # How the copy's primary keys follow from the number n of the copy: apart for every row of the game.
    rows = {model: model.objects.filter(**{path: game}) for model, path in
            ((Seat, "game"), (Round, "game"), (Move, "game"), (RoundScore, "round__game"))}  # fmt: skip
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
