"""Backup and restore as in docs/hosting.md, during play."""

import asyncio
import contextlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.live.client import Player
from tests.live.postgres import new_database
from tests.live.server import LiveServer
from tests.ops.processes import PATIENCE

LONG = {"variant": "brettspielnetz", "options": {"end": "rounds:40"}, "clock": "none"}
BACKUP_SQLITE = "import sqlite3; sqlite3.connect('db.sqlite3').backup(sqlite3.connect('backup.sqlite3'))"


async def acknowledged_while(server: LiveServer, games: list[dict[str, Any]], backup: Any) -> dict[str, int]:
    """Play all games and make the backup meanwhile; returns each game's version before it."""
    players = [Player(server, game, seat) for game in games for seat in (0, 1)]
    async with contextlib.AsyncExitStack() as tables:
        for player in players:
            await tables.enter_async_context(player)
        playing = [asyncio.create_task(player.keep_playing(pause=0.002)) for player in players]
        await reached(players, {player.game_id: player.version + 5 for player in players})
        before = {player.game_id: player.version for player in players}
        await asyncio.to_thread(backup)
        await reached(players, {player.game_id: player.version + 1 for player in players})
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return before


async def reached(players: list[Player], versions: dict[str, int]) -> None:
    """Play continues in all games."""
    async with asyncio.timeout(PATIENCE):
        while any(player.version < versions[player.game_id] for player in players):
            await asyncio.sleep(0.01)


async def play_on(server: LiveServer, games: list[dict[str, Any]], before: dict[str, int]) -> None:
    for game in games:
        async with Player(server, game, 0) as ada, Player(server, game, 1) as ben:
            assert ada.version == ben.version >= before[game["id"]]
            if ada.view["status"] == "playing":
                assert (await (ada if ada.legal else ben).move())["type"] == "done"


async def test_a_sqlite_backup_made_during_play_can_be_continued(shared_server: LiveServer, tmp_path: Path):
    server = shared_server
    games = server.seed(games=3, **LONG)["games"]
    backup = [sys.executable, "-c", BACKUP_SQLITE]
    before = await acknowledged_while(server, games, lambda: subprocess.run(backup, cwd=server.folder, check=True))
    (server.folder / "backup.sqlite3").rename(tmp_path / "db.sqlite3")
    restored = LiveServer(tmp_path, env={"SECRET_KEY": server.env["SECRET_KEY"], "WORKER": "none"})
    with restored:
        await play_on(restored, games, before)


@pytest.mark.postgres
async def test_a_postgresql_dump_made_during_play_can_be_continued(tmp_path: Path):
    beside = os.environ["DATABASE_URL"]
    dump = tmp_path / "boneyard.dump"
    with (
        new_database(f"boneyard_old_{os.getpid()}", beside=beside) as old,
        new_database(f"boneyard_new_{os.getpid()}", beside=beside) as new,
    ):
        server = LiveServer(tmp_path, env={"DATABASE_URL": old, "WORKER": "none"}).migrate()
        games = server.seed(games=3, **LONG)["games"]
        with server:
            words = ["pg_dump", "--format=custom", f"--file={dump}", old]
            before = await acknowledged_while(server, games, lambda: subprocess.run(words, check=True))
        for _second_time_over_what_is_there in range(2):
            words = ["pg_restore", "--clean", "--if-exists", "--no-owner", f"--dbname={new}", str(dump)]
            subprocess.run(words, check=True)
        with LiveServer(tmp_path, env={"DATABASE_URL": new, "WORKER": "none"}) as restored:
            await play_on(restored, games, before)
