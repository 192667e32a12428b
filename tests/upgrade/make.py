"""`make dumps`: fill a database of each kind with this version, and dump it as SQL into tests/upgrade.

Needs pg_dump and a PostgreSQL server of the same version, whose user may create databases (DATABASE_URL).
"""

import contextlib
import gzip
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

from deploy.migrations import the_version
from tests.live.postgres import new_database

HERE = Path(__file__).parent
POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"


def filled(database: str) -> None:
    """Migrate and fill the database, each in a new process."""
    manage(database, "migrate", "--verbosity", "0")
    fill(database)


def fill(database: str) -> None:
    manage(database, "shell", "--command", "import tests.upgrade.fill as it; it.main()")


def manage(database: str, *words: str) -> None:
    env = os.environ | {
        "DATABASE_URL": database, "REDIS_URL": "", "SECRET_KEY": "of-no-server", "DEBUG": "1", "LIMITS": "0",
        "MINDS": "0", "MINDS_FIND_PUZZLES": "0",
    }  # fmt: skip
    subprocess.run([sys.executable, "manage.py", *words], env=env, cwd=HERE.parents[1], check=True)


def keep(kind: str, sql: str) -> None:
    path = HERE / f"{the_version()}-{kind}.sql.gz"
    path.write_bytes(gzip.compress(sql.encode(), mtime=0))
    print(f"{path.name}: {path.stat().st_size // 1024} kB")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "db.sqlite3")
        filled(f"sqlite:///{file}")
        with contextlib.closing(sqlite3.connect(file)) as connection:
            keep("sqlite", "\n".join(connection.iterdump()))
    beside = os.environ.get("DATABASE_URL", POSTGRES)
    with new_database(f"boneyard_dump_{os.getpid()}", beside=beside) as database:
        filled(database)
        words = ["pg_dump", "--no-owner", "--no-privileges", "--inserts", "--rows-per-insert=100", database]
        sql = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        # Leave out what only psql understands, and what older servers don't know.
        keep("postgresql", re.sub(r"^(\\|SET transaction_timeout).*\n", "", sql, flags=re.MULTILINE))


if __name__ == "__main__":
    main()
