"""The copied databases of test runs: made anew if a migration changes, and once if several runs start together."""

import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from tests import migrated


def test_the_key_depends_on_every_migration_and_on_partitions(tmp_path, monkeypatch):
    names = {str(path.relative_to(path.parents[2])) for path in migrated.sources() if path.parent.name == "migrations"}
    assert {"games/migrations/0001_initial.py", "account/migrations/0001_initial.py"} <= names
    path = tmp_path / "0001_initial.py"
    path.write_text("a column")
    monkeypatch.setattr(migrated, "sources", lambda: [path])
    before = migrated.key()
    assert migrated.key() == before
    path.write_text("another column")
    assert migrated.key() != before


def test_a_partitioned_database_has_a_key_of_its_own(monkeypatch):
    monkeypatch.delenv("BONEYARD_PARTITIONED", raising=False)
    plain = migrated.key()
    monkeypatch.setenv("BONEYARD_PARTITIONED", "1")
    assert migrated.key() != plain


def at_once(function, cases):
    """Run it in a thread for each case, and all threads together."""
    ready = threading.Barrier(len(cases))

    def run(case):
        ready.wait()
        function(case)

    with ThreadPoolExecutor(len(cases)) as threads:
        list(threads.map(run, cases))


def test_several_runs_migrate_one_sqlite_file_and_copy_it(tmp_path, monkeypatch):
    made = []

    def migrate(server):
        time.sleep(0.1)
        made.append(server)
        (server.folder / "db.sqlite3").write_text("migrated")

    monkeypatch.setattr(migrated, "FOLDER", tmp_path / "kept")
    monkeypatch.setattr(migrated.LiveServer, "migrate", migrate)
    at_once(migrated.sqlite_from_template, copies := [tmp_path / name for name in "abc"])
    assert {copy.read_text() for copy in copies} == {"migrated"}
    monkeypatch.setattr(migrated, "key", lambda: "of another migration")
    migrated.sqlite_from_template(tmp_path / "d")
    assert len(made) == 2
    assert {path.name for path in (tmp_path / "kept").iterdir()} == {"lock", "of another migration.sqlite3"}


@pytest.mark.postgres
def test_several_runs_migrate_one_postgresql_database_and_copy_it(monkeypatch):
    own, address, made = f"boneyard_try_{os.getpid()}_", os.environ["DATABASE_URL"], []

    def migrate(unfinished):
        made.append(unfinished)
        with psycopg.connect(unfinished) as database:
            database.execute("CREATE TABLE migrated ()")

    monkeypatch.setattr(migrated, "PREFIX", own)
    monkeypatch.setattr(migrated, "OTHERS", 0)
    monkeypatch.setattr(migrated, "migrate_postgres", migrate)
    copies = [f"copy_of_{own}{name}" for name in "abc"]
    there = "SELECT datname FROM pg_database WHERE strpos(datname, %s) > 0"
    with psycopg.connect(address, autocommit=True) as server:
        try:
            at_once(lambda name: migrated.postgres_from_template(address, name), copies)
            assert len(made) == 1
            monkeypatch.setattr(migrated, "key", lambda: "another")
            migrated.postgres_from_template(address, copies[0])  # over the one of an ended run
            assert {name for (name,) in server.execute(there, [own])} == {f"{own}another", *copies}
            with psycopg.connect(f"{address.rpartition('/')[0]}/{copies[0]}") as database:
                database.execute("SELECT FROM migrated")
        finally:
            for (name,) in server.execute(there, [own]).fetchall():
                server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
    assert len(made) == 2
