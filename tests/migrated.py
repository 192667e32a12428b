"""Each run starts with a copy of a migrated database, because migrating an empty one takes ten seconds.

The key in the copy's name is made of everything that it depends on. So a changed migration makes a new one.
"""

import fcntl
import hashlib
import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import django
import psycopg
import pytest
from django.apps import apps
from django.db import connection
from psycopg.sql import SQL, Identifier

from tests.live.postgres import new_database
from tests.live.server import ROOT, LiveServer

APPS = ROOT / "apps"
PARTITION = ROOT / "deploy" / "partition.sql"
# What migrations import, and what fills tables after them (tests/ops/test_migrations.py, tests/test_flushing.py).
ALSO = [ROOT / "common" / "chances.py", APPS / "notices" / "choices.py", *APPS.glob("moderation/*.py")]
FOLDER = ROOT / ".pytest_cache" / "migrated"  # of SQLite's files
PREFIX = "boneyard_migrated_"  # of PostgreSQL's databases
OTHERS = 5  # databases of other branches to keep on a server


def partitioned() -> bool:
    return bool(os.environ.get("BONEYARD_PARTITIONED"))


def sources() -> Iterable[Path]:
    """The files that decide how a migrated database looks."""
    for app in apps.get_app_configs():
        yield from sorted(Path(app.path).glob("migrations/*.py"))
    yield from sorted(ALSO)
    yield from [PARTITION] if partitioned() else []


def key() -> str:
    texts = hashlib.sha256(django.get_version().encode())
    for path in sources():
        texts.update("/".join(path.parts[-3:]).encode() + path.read_bytes())  # checkouts share PostgreSQL's
    return texts.hexdigest()[:16]


def sqlite_from_template(path: Path) -> None:
    """Write a migrated SQLite file to *path*. Processes that start at once wait for the first one's."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    template = FOLDER / f"{key()}.sqlite3"
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not template.exists():
            for older in FOLDER.glob("*.sqlite3"):
                older.unlink()
            with TemporaryDirectory(dir=FOLDER) as folder:
                LiveServer(Path(folder)).migrate()
                Path(folder, "db.sqlite3").rename(template)
        shutil.copy(template, path)


def postgres_from_template(address: str, name: str) -> None:
    """Create the database *name* on the server at *address*. Processes that start at once wait for the first one's."""
    template = f"{PREFIX}{key()}"
    with psycopg.connect(address, autocommit=True) as server:
        server.execute("SELECT pg_advisory_lock(hashtext(%s))", [PREFIX])  # until this connection closes
        names = "SELECT datname FROM pg_database WHERE starts_with(datname, %s) ORDER BY oid DESC"
        there = [each for (each,) in server.execute(names, [PREFIX])]
        if template not in there:
            for oldest in there[OTHERS:]:
                server.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(oldest)))
            with new_database(f"{PREFIX}unfinished", beside=address) as unfinished:
                migrate_postgres(unfinished)
                rename = SQL("ALTER DATABASE {} RENAME TO {}")
                server.execute(rename.format(Identifier(f"{PREFIX}unfinished"), Identifier(template)))
        server.execute(SQL("DROP DATABASE IF EXISTS {}").format(Identifier(name)))
        server.execute(SQL("CREATE DATABASE {} TEMPLATE {}").format(Identifier(name), Identifier(template)))


def migrate_postgres(address: str) -> None:
    with TemporaryDirectory() as folder:
        LiveServer(Path(folder), env={"DATABASE_URL": address}).migrate()
    if partitioned():
        with psycopg.connect(address) as database:
            database.execute(PARTITION.read_text())


def create_test_db(*_args: Any, **_options: Any) -> str:
    """Stands in for Django's own, which migrates."""
    name: str = connection.creation._get_test_db_name()
    if connection.vendor == "postgresql":
        postgres_from_template(os.environ["DATABASE_URL"], name)
    else:
        sqlite_from_template(Path(name))
    connection.close()
    connection.settings_dict["NAME"] = name
    return name


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None, django_db_keepdb: bool) -> None:
    """pytest-django's place for changes just before the test database is created."""
    if not django_db_keepdb:
        connection.creation.create_test_db = create_test_db
