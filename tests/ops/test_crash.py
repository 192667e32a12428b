"""A server that is killed in the middle of play has lost nothing it had said *done* to."""

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.live.client import Player
from tests.live.server import ROOT, LiveServer

PLAYING_SECONDS = 1.5
GAMES = 4
LONG = {"variant": "brettspielnetz", "options": {"end": "rounds:40"}, "clock": "none"}
# A process that resigns a game and is killed in the midst of what follows: counted and rated, nothing committed.
KILLED = """
import os
import django
django.setup()
from accounts.models import User
from games import actions
from history import book
book.write_seats = lambda taken: os._exit(9)
actions.resign_game(public_id={game!r}, player=User.objects.get(pk={player}))
"""


def stored_keys(database: Path) -> dict[str, int]:
    """How often each key's move is in the database."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        return dict(connection.execute("SELECT key, count(*) FROM games_move WHERE key <> '' GROUP BY key"))


async def play_until_killed(server: LiveServer, games: list[dict[str, Any]]) -> list[Player]:
    players = [Player(server, game, seat) for game in games for seat in (0, 1)]
    async with contextlib.AsyncExitStack() as tables:
        for player in players:
            await tables.enter_async_context(player)
        playing = [asyncio.create_task(player.keep_playing(pause=0.002)) for player in players]
        await asyncio.sleep(PLAYING_SECONDS)
        await asyncio.to_thread(server.kill9)
        await asyncio.gather(*playing)
    return players


async def test_every_acknowledged_move_is_there_after_a_kill(server: LiveServer, tmp_path: Path):
    games = server.seed(games=GAMES, **LONG)["games"]
    acknowledged: list[str] = []
    for _kill in range(2):
        players = await play_until_killed(server, games)
        acknowledged += [key for player in players for key in player.acknowledged]
        await asyncio.to_thread(server.start)
        stored = stored_keys(tmp_path / "db.sqlite3")
        assert set(acknowledged) <= set(stored)
        assert set(stored.values()) == {1}
    assert len(acknowledged) > 20 * GAMES


async def test_a_move_of_unknown_fate_can_be_said_again(server: LiveServer, tmp_path: Path):
    """The page that lost its server between *move* and *done* repeats the move with the same key."""
    (game,) = server.seed(games=1, variant="brettspielnetz", clock="none")["games"]
    ada, ben = Player(server, game, 0), Player(server, game, 1)
    async with ada, ben:
        mover = ada if ada.legal else ben
        text, version = mover.legal[0], mover.version
        key = await mover.send(text, version)
        await asyncio.to_thread(server.kill9)
    await asyncio.to_thread(server.start)
    async with mover:
        for _twice in range(2):
            mover.answers.clear()
            await mover.send(text, version, key)
            await mover.until(lambda: key in mover.answers)
            assert mover.answers[key]["type"] == "done"
        assert mover.version > version
    assert stored_keys(tmp_path / "db.sqlite3") == {key: 1}


async def test_a_release_ends_the_old_server_politely(server: LiveServer):
    (game,) = server.seed(games=1, variant="brettspielnetz", clock="none", moves=7)["games"]
    async with Player(server, game, 0) as ada:
        before = ada.view
    await asyncio.to_thread(server.restart)
    async with Player(server, game, 0) as ada:
        assert ada.view["version"] == before["version"]
        assert ada.view["round"] == before["round"]


def test_what_follows_an_end_is_done_once_though_who_ended_it_was_killed_at_it(server: LiveServer, tmp_path: Path):
    people = server.seed(accounts=["Ada", "Ben"], games=1, players=["Ada", "Ben"], variant="block", clock="none")
    (game,), player = people["games"], people["accounts"][0]["id"]
    server.stop()
    killed = subprocess.run(
        [sys.executable, "-c", KILLED.format(game=game["id"], player=player)],
        cwd=ROOT, env=server.env | {"DJANGO_SETTINGS_MODULE": "dominoes_site.settings"}, check=False, timeout=60,
    )  # fmt: skip
    assert killed.returncode == 9
    database = tmp_path / "db.sqlite3"
    assert counted_games(database) == []
    server.start()
    until = time.monotonic() + 10
    while not counted_games(database) and time.monotonic() < until:
        time.sleep(0.1)
    assert counted_games(database) == [1, 1]
    time.sleep(1.5)  # the chores have looked again
    assert counted_games(database) == [1, 1]


def counted_games(database: Path) -> list[int]:
    """Of each account, how many finished games its sums know of."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        return [n for (n,) in connection.execute("SELECT games FROM standings_tally WHERE variant = '' AND month = ''")]
