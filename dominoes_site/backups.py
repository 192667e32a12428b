"""Backups of the database as files: written while the site runs, checked, and restored into an empty database."""

import os
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import cast

from django.db import connection
from psycopg.conninfo import make_conninfo
from psycopg.pq import Conninfo

NAME = re.compile(r"boneyard-(\d{8}T\d{6}Z)\.(?:sqlite3|dump)")
WHEN = "%Y%m%dT%H%M%SZ"
PARTIAL = ".partial"  # ends the name of a file that isn't written and checked yet


class NotDone(Exception):
    """The reason why a backup failed, and the way out."""


# ---- Writing


def write(folder: Path, now: datetime) -> Path:
    """Write a backup of this moment, check it, and give it its name. Raises `NotDone` and leaves no file behind.

    Only its owner can read it. Moves go on meanwhile.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    ending = "sqlite3" if connection.vendor == "sqlite" else "dump"
    final = folder / f"boneyard-{now.astimezone(UTC):{WHEN}}.{ending}"
    partial = final.with_name(final.name + PARTIAL)
    os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        (_write_sqlite if connection.vendor == "sqlite" else _write_postgresql)(partial)
        check(partial)
        _sync(partial)
        partial.rename(final)
        _sync(folder)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    return final


def _write_sqlite(file: Path) -> None:
    connection.ensure_connection()
    with closing(sqlite3.connect(file)) as copy:
        connection.connection.backup(copy)  # in one step: in several, it would begin again after each move
        copy.execute("PRAGMA journal_mode=DELETE")  # so that a backup is one file


def _write_postgresql(file: Path) -> None:
    _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={file}", _place())


def _sync(path: Path) -> None:
    """Wait until the disk has it."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def forget(folder: Path, keep: timedelta, now: datetime) -> int:
    """Delete backups older than *keep*, but never the newest one, and unfinished files older than a day.

    Returns how many backups are left. Touches no other files.
    """
    backups = sorted(path for path in folder.iterdir() if NAME.fullmatch(path.name))
    old = [path for path in backups[:-1] if _made_at(path) < now - keep]
    unfinished = [path for path in folder.iterdir() if NAME.fullmatch(path.name.removesuffix(PARTIAL))]
    old += [path for path in set(unfinished) - set(backups) if _made_at(path) < now - timedelta(days=1)]
    for path in old:
        path.unlink()
    return len([path for path in backups if path not in old])


def _made_at(path: Path) -> datetime:
    return datetime.strptime(path.name.removeprefix("boneyard-").partition(".")[0], WHEN).replace(tzinfo=UTC)


# ---- Checking


def check(file: Path) -> None:
    """Read all of a backup. Raises `NotDone` if it is damaged, incomplete, or no backup of this kind of database."""
    (_check_sqlite if connection.vendor == "sqlite" else _check_postgresql)(file)


def _check_sqlite(file: Path) -> None:
    try:
        with closing(_reader(file)) as copy:
            wrong = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
            orphans = copy.execute("PRAGMA foreign_key_check").fetchone()
            tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.Error as error:
        raise NotDone(f"{file} isn't a backup of SQLite, or it's damaged ({error}).") from None
    if wrong != "ok" or orphans:
        raise NotDone(f"{file} is damaged: {wrong if wrong != 'ok' else f'rows of {orphans[0]} point nowhere'}.")
    _must_be_ours(file, tables)


def _reader(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)


def _check_postgresql(file: Path) -> None:
    contents = _run("pg_restore", "--list", str(file))
    _run("pg_restore", "--file=/dev/null", str(file))  # reads it to its end
    whole = set(re.findall(r" TABLE DATA \S+ (\S+) ", contents))
    split = set(re.findall(r" TABLE ATTACH \S+ (\S+)_\d+ ", contents))  # the rows are in the parts (partition.sql)
    _must_be_ours(file, whole | split)


def _must_be_ours(file: Path, tables: set[str]) -> None:
    if missing := {"django_migrations", "games_game", "games_move", "accounts_user"} - tables:
        raise NotDone(f"{file} isn't a backup of this site, or it's incomplete: it lacks {min(missing)}.")


# ---- Restoring


def restore(file: Path) -> None:
    """Fill the empty database of the settings with a backup. Raises `NotDone` and changes nothing if it isn't empty."""
    if not file.is_file():
        raise NotDone(f"There is no file {file}.")
    check(file)
    (_restore_sqlite if connection.vendor == "sqlite" else _restore_postgresql)(file)


def _restore_sqlite(file: Path) -> None:
    place = Path(connection.settings_dict["NAME"])
    if place.exists() and place.stat().st_size:
        with closing(_reader(place)) as there:
            if there.execute("SELECT 1 FROM sqlite_master").fetchone():
                raise NotDone(f"{place} isn't empty. Stop the site, move it away, and try again.")
    connection.close()
    partial = place.with_name(place.name + PARTIAL)
    try:
        os.close(os.open(partial, os.O_CREAT | os.O_WRONLY, 0o600))
        shutil.copyfile(file, partial)
        _sync(partial)
        for ending in ("-wal", "-shm"):  # SQLite would add an old log to the restored file
            place.with_name(place.name + ending).unlink(missing_ok=True)
        partial.rename(place)
        _sync(place.parent)
    finally:
        partial.unlink(missing_ok=True)


def _restore_postgresql(file: Path) -> None:
    if there := connection.introspection.table_names():
        raise NotDone(
            f"The database isn't empty: it has {min(there)} and {len(there) - 1} more tables. Stop the site, create an"
            " empty database, and try again."
        )
    connection.close()
    _run("pg_restore", "--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges", _place(), str(file))


# ---- PostgreSQL's programs


def _place() -> str:
    """Where the database is, for PostgreSQL's programs; without the password, which others could see there."""
    known = {each.keyword.decode() for each in Conninfo.get_defaults()} - {"password"}
    params = connection.get_connection_params()
    return "--dbname=" + make_conninfo(**{name: value for name, value in params.items() if name in known})


def _run(program: str, *words: str) -> str:
    """The output of one of PostgreSQL's programs."""
    password = cast(str, connection.settings_dict["PASSWORD"])
    env = os.environ | ({"PGPASSWORD": password} if password else {})
    try:
        done = subprocess.run([program, *words], env=env, capture_output=True, text=True, check=True)  # noqa: S603
    except FileNotFoundError:
        raise NotDone(f"{program} isn't installed here (Debian: apt-get install postgresql-client).") from None
    except subprocess.CalledProcessError as error:
        raise NotDone(f"{program} failed: {error.stderr.strip()}") from None
    return done.stdout
