"""deploy/partition.sql splits the tables of games; everything that was there stays, and games go on."""

import os
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.live.postgres import new_database
from tests.live.server import LiveServer

PARTITION = Path(__file__).parent.parent.parent / "deploy" / "partition.sql"
TABLES = ("games_game", "games_seat", "games_round", "games_move")

pytestmark = pytest.mark.postgres


def rows(database: psycopg.Connection) -> dict[str, list[Any]]:
    return {name: sorted(map(repr, database.execute(f"SELECT * FROM {name}").fetchall())) for name in TABLES}


def test_a_partitioned_database_keeps_all_games_and_takes_new_ones(tmp_path):
    with new_database(f"boneyard_split_{os.getpid()}", beside=os.environ["DATABASE_URL"]) as url:
        site = LiveServer(tmp_path, env={"DATABASE_URL": url}).migrate()
        site.seed(games=2, variant="block")
        with psycopg.connect(url) as database:
            before = rows(database)
            database.execute(PARTITION.read_bytes())
        with psycopg.connect(url, autocommit=True) as database:
            assert rows(database) == before
            assert len(before["games_game"]) == 2
            split = "SELECT count(*) FROM pg_inherits WHERE inhparent = %s::regclass"
            assert [database.execute(split, [name]).fetchone() for name in TABLES] == [(16,)] * 4

            with pytest.raises(psycopg.errors.UniqueViolation, match="games_name"):
                database.execute("UPDATE games_game SET public_id = (SELECT min(public_id) FROM games_game)")
            with pytest.raises(psycopg.errors.UniqueViolation, match="games_round_"):
                database.execute("UPDATE games_round SET game_id = (SELECT min(id) FROM games_game)")
            with pytest.raises(psycopg.errors.ForeignKeyViolation):
                database.execute("UPDATE games_seat SET game_id = 9999 WHERE id = (SELECT min(id) FROM games_seat)")
            with pytest.raises(psycopg.errors.RaiseException, match="already partitioned"):
                database.execute(PARTITION.read_bytes())

            site.manage("migrate", "--verbosity", "0")  # it compares the database with the models
            new = site.seed(games=1, variant="block")["games"][0]["id"]
            found = "SELECT status, version FROM games_game WHERE public_id = %s"
            assert database.execute(found, [new]).fetchone() == ("playing", 1)
            site.manage("backup", str(tmp_path / "backups"))
            with new_database(f"boneyard_again_{os.getpid()}", beside=os.environ["DATABASE_URL"]) as empty:
                [backup] = (tmp_path / "backups").glob("*.dump")
                LiveServer(tmp_path, env={"DATABASE_URL": empty}).manage("restore", str(backup))
                with psycopg.connect(empty) as restored:
                    assert rows(restored) == rows(database)
            database.execute("TRUNCATE games_game CASCADE")
            assert database.execute("SELECT count(*) FROM games_name").fetchone() == (0,)
