"""A server killed during play loses nothing it has acknowledged."""

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.live.client import Player
from tests.live.server import LiveServer
from tests.ops.processes import PATIENCE, in_django, until
from tests.samples import ALL

GAMES = 4
KILLS = 2 if ALL else 1
LONG = {"variant": "brettspielnetz", "options": {"end": "rounds:40"}, "clock": "none"}
# A process that resigns a game and is killed while it settles: counted and rated, nothing committed.
KILLED = """
import os, time
from accounts.models import User
from games import actions
from history import book
book.write_seats = lambda taken: os._exit(9)
actions.resign_game(public_id={game!r}, player=User.objects.get(pk={player}))
time.sleep(60)
"""


@pytest.fixture(scope="module")
def one_server(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[LiveServer]:
    server = LiveServer(tmp_path_factory.mktemp("crash")).migrate(empty_database)
    yield server
    server.stop()


@pytest.fixture
def server(one_server: LiveServer) -> LiveServer:
    """It runs, whatever earlier tests did to it."""
    return one_server if one_server.process else one_server.start()


def stored(server: LiveServer, question: str, *values: Any) -> list[tuple[Any, ...]]:
    with contextlib.closing(sqlite3.connect(server.folder / "db.sqlite3")) as connection:
        return connection.execute(question, values).fetchall()


def stored_keys(server: LiveServer, *games: dict[str, Any]) -> dict[str, int]:
    """By key, the number of its moves in the database."""
    moves = "games_move JOIN games_game game ON game.id = game_id"
    question = f"SELECT key, count(*) FROM {moves} WHERE key <> '' AND public_id = ? GROUP BY key"
    return dict(row for game in games for row in stored(server, question, game["id"]))


async def play_until_killed(server: LiveServer, games: list[dict[str, Any]]) -> list[Player]:
    """Killed once players have received *done* more than ten times on average."""
    players = [Player(server, game, seat) for game in games for seat in (0, 1)]
    async with contextlib.AsyncExitStack() as tables:
        for player in players:
            await tables.enter_async_context(player)
        playing = [asyncio.create_task(player.keep_playing(pause=0.002)) for player in players]
        async with asyncio.timeout(PATIENCE):
            while sum(len(player.acknowledged) for player in players) <= 20 * GAMES:
                await asyncio.sleep(0.01)
        await asyncio.to_thread(server.kill9)
        await asyncio.gather(*playing)
    return players


async def test_acknowledged_moves_survive_a_kill(server: LiveServer):
    games = server.seed(games=GAMES, **LONG)["games"]
    acknowledged: list[str] = []
    for _kill in range(KILLS):
        players = await play_until_killed(server, games)
        acknowledged += [key for player in players for key in player.acknowledged]
        await asyncio.to_thread(server.start)
        keys = stored_keys(server, *games)
        assert set(acknowledged) <= set(keys)
        assert set(keys.values()) == {1}


async def test_an_unacknowledged_move_can_be_sent_again(server: LiveServer):
    """A page that lost its server between *move* and *done* repeats the move with the same key."""
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
    assert stored_keys(server, game) == {key: 1}


async def test_a_restart_keeps_the_game(server: LiveServer):
    (game,) = server.seed(games=1, variant="brettspielnetz", clock="none", moves=7)["games"]
    async with Player(server, game, 0) as ada:
        before = ada.view
    await asyncio.to_thread(server.restart)
    async with Player(server, game, 0) as ada:
        assert ada.view["version"] == before["version"]
        assert ada.view["round"] == before["round"]


def test_a_games_end_is_settled_once_even_if_the_process_is_killed(server: LiveServer):
    people = server.seed(accounts=["Ada", "Ben"], games=1, players=["Ada", "Ben"], variant="block", clock="none")
    (game,), players = people["games"], [person["id"] for person in people["accounts"]]
    server.stop()
    killed = in_django(server, KILLED.format(game=game["id"], player=players[0]))
    assert killed.returncode == 9
    assert counted_games(server, players) == []
    server.start()
    until(lambda: counted_games(server, players), "it is not counted")
    assert counted_games(server, players) == [1, 1]
    time.sleep(1.5)  # the worker has looked again
    assert counted_games(server, players) == [1, 1]


def counted_games(server: LiveServer, players: list[int]) -> list[int]:
    """By player, the number of finished games in their sums."""
    question = "SELECT games FROM standings_tally WHERE variant = '' AND month = '' AND player_id IN (?, ?)"
    return [games for (games,) in stored(server, question, *players)]
