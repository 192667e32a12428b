from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live.server import LiveServer
from tests.migrated import sqlite_from_template


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated SQLite file, to be copied."""
    path = tmp_path_factory.mktemp("empty") / "db.sqlite3"
    sqlite_from_template(path)
    return path


@pytest.fixture
def server(tmp_path: Path, empty_database: Path) -> Iterator[LiveServer]:
    """A running server for one test, which can stop, kill and restart it."""
    with LiveServer(tmp_path).migrate(empty_database) as server:
        yield server
