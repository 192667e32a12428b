"""`manage.py backup` during play, and `manage.py restore`."""

import asyncio
import contextlib
import os
import sqlite3
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from common.processes import heartbeat
from dominoes_site import backups
from tests.live.client import Player
from tests.live.postgres import new_database
from tests.live.server import LiveServer
from tests.ops.processes import PATIENCE

LONG = {"variant": "brettspielnetz", "options": {"end": "rounds:40"}, "clock": "none"}
NOW = datetime(2027, 3, 1, 3, 30, tzinfo=UTC)
MADE = [f"boneyard-202702{day}T033000Z.dump" for day in ("01", "14", "15", "16", "27")]  # all at half past three


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


def restored_after(database: sqlite3.Connection, *, hours: int) -> None:
    """As if the backup were so old by the database's clock, and each turn had run out an hour ago by ours."""
    beat = "INSERT OR REPLACE INTO common_heartbeat (id, at) VALUES (1, strftime('%Y-%m-%d %H:%M:%f', 'now', ?))"
    database.execute(beat, [f"-{hours} hours"])  # the last one before the backup
    ends = "UPDATE games_game SET deadline = ? WHERE deadline IS NOT NULL"
    assert database.execute(ends, [f"{datetime.now(UTC) - timedelta(hours=1):%Y-%m-%d %H:%M:%S}"]).rowcount >= 1


def assert_time_was_given(database: sqlite3.Connection, game: str) -> None:
    """The five hours since the backup: four are left."""
    found = "SELECT status, deadline FROM games_game WHERE public_id = ?"
    status, deadline = database.execute(found, [game]).fetchone()
    left = datetime.fromisoformat(deadline).replace(tzinfo=UTC) - datetime.now(UTC)
    assert (status, round(left / timedelta(hours=1))) == ("playing", 4)


async def test_a_sqlite_backup_made_during_play_can_be_continued(shared_server: LiveServer, tmp_path: Path):
    server = shared_server
    games = server.seed(games=3, **LONG)["games"]
    (timed,) = server.seed(games=1, variant="draw", clock="turn", turn_seconds=86_400)["games"]
    folder = tmp_path / "backups"
    before = await acknowledged_while(server, games, lambda: server.manage("backup", str(folder)))
    (file,) = folder.iterdir()
    (tmp_path / "db.sqlite3-wal").write_bytes(b"of a database that was moved away")
    restored = LiveServer(tmp_path, env={"SECRET_KEY": server.env["SECRET_KEY"], "WORKER": "none"})
    assert "games are back" in restored.manage("restore", str(file))
    with contextlib.closing(sqlite3.connect(tmp_path / "db.sqlite3")) as database, database:
        restored_after(database, hours=5)
    with restored:
        await play_on(restored, games, before)
        restored.manage("worker", "--once")
    with contextlib.closing(sqlite3.connect(tmp_path / "db.sqlite3")) as database:
        assert_time_was_given(database, timed["id"])
    assert stat.S_IMODE((tmp_path / "db.sqlite3").stat().st_mode) == 0o600


@pytest.mark.postgres
async def test_a_postgresql_backup_made_during_play_can_be_continued(tmp_path: Path):
    beside, folder = os.environ["DATABASE_URL"], tmp_path / "backups"
    with (
        new_database(f"boneyard_old_{os.getpid()}", beside=beside) as old,
        new_database(f"boneyard_new_{os.getpid()}", beside=beside) as new,
    ):
        server = LiveServer(tmp_path, env={"DATABASE_URL": old, "WORKER": "none"}).migrate()
        games = server.seed(games=3, **LONG)["games"]
        with server:
            before = await acknowledged_while(server, games, lambda: server.manage("backup", str(folder)))
        (file,) = folder.iterdir()
        restored = LiveServer(tmp_path, env={"DATABASE_URL": new, "WORKER": "none"})
        cut = tmp_path / "cut.dump"
        cut.write_bytes(file.read_bytes()[:-2000])
        assert "Nothing was restored" in refusal(restored, cut)
        assert "games are back" in restored.manage("restore", str(file))
        assert "The database isn't empty" in refusal(restored, file)
        with restored:
            await play_on(restored, games, before)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def refusal(site: LiveServer, file: Path) -> str:
    """Why this backup can't be restored here."""
    with pytest.raises(RuntimeError, match="Nothing was restored") as refused:
        site.manage("restore", str(file))
    return str(refused.value)


@pytest.fixture
def site(tmp_path: Path, empty_database: Path) -> LiveServer:
    """One that isn't running, with an empty database."""
    (tmp_path / "site").mkdir()
    return LiveServer(tmp_path / "site").migrate(empty_database)


@pytest.fixture
def backup(site: LiveServer, tmp_path: Path) -> Path:
    said = site.manage("backup", str(tmp_path / "backups"))
    (file,) = (tmp_path / "backups").iterdir()
    assert f"{file} is complete" in said
    assert "The folder has 1 backup." in said
    return file


def test_only_its_owner_can_read_a_backup(backup: Path):
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert stat.S_IMODE(backup.parent.stat().st_mode) == 0o700


def test_a_database_with_tables_is_not_overwritten(site: LiveServer, backup: Path):
    before = (site.folder / "db.sqlite3").read_bytes()
    assert "isn't empty. Stop the site, move it away, and try again." in refusal(site, backup)
    assert (site.folder / "db.sqlite3").read_bytes() == before


def test_damaged_and_other_files_are_not_restored(site: LiveServer, backup: Path, tmp_path: Path):
    whole, place = backup.read_bytes(), site.folder / "db.sqlite3"
    place.unlink()
    bad = tmp_path / "bad.sqlite3"
    middle = len(whole) // 2
    for content in (whole[:middle], whole[:middle] + bytes(40_000) + whole[middle + 40_000 :], b"a diary", b""):
        bad.write_bytes(content)
        refusal(site, bad)
        assert not place.exists()
    bad.unlink()
    sqlite3.connect(bad).execute("CREATE TABLE diary (day)").connection.close()
    assert "isn't a backup of this site" in refusal(site, bad)
    assert "There is no file" in refusal(site, tmp_path / "nothing")
    assert not place.exists()


@pytest.mark.django_db(transaction=True)
def test_a_backup_that_fails_leaves_nothing_and_keeps_the_older_ones(tmp_path: Path, monkeypatch):
    old = tmp_path / MADE[0]
    old.touch()

    def damaged(_file: Path) -> None:
        raise backups.NotDone("It is damaged.")

    monkeypatch.setattr(backups, "check", damaged)
    with pytest.raises(CommandError, match=r"There is no new backup\. It is damaged\."):
        call_command("backup", str(tmp_path), keep=1)
    assert list(tmp_path.iterdir()) == [old]
    assert heartbeat.backup_age() == float("inf")
    with pytest.raises(CommandError, match="at least one day"):
        call_command("backup", str(tmp_path), keep=0)
    assert list(tmp_path.iterdir()) == [old]


def test_a_program_that_is_missing_or_fails_is_named(monkeypatch):
    with pytest.raises(backups.NotDone, match="pg_nonsense isn't installed here"):
        backups._run("pg_nonsense")
    with pytest.raises(backups.NotDone, match=r"ls failed: .*nowhere"):
        backups._run("ls", "/nowhere")


@pytest.mark.postgres
def test_the_password_is_in_no_list_of_processes(monkeypatch):
    monkeypatch.setitem(connection.settings_dict, "PASSWORD", "sesame")
    assert "dbname=" in backups._place()
    assert "sesame" not in backups._place()
    assert backups._run("sh", "-c", "echo $PGPASSWORD") == "sesame\n"


def test_old_backups_are_deleted_and_nothing_else(tmp_path: Path):
    others = ["boneyard.dump", "notes.txt", "boneyard-20200101T000000Z.dump.gz", f"{MADE[4]}.partial"]
    for name in (*MADE, f"{MADE[0]}.partial", *others):
        (tmp_path / name).touch()
    assert backups.forget(tmp_path, timedelta(days=14), NOW.replace(month=3, day=1)) == 3
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {*MADE[2:], *others[:3]}


def test_the_newest_backup_stays_however_old_it_is(tmp_path: Path):
    for name in MADE:
        (tmp_path / name).touch()
    assert backups.forget(tmp_path, timedelta(days=1), NOW + timedelta(days=900)) == 1
    assert [path.name for path in tmp_path.iterdir()] == [MADE[-1]]
