"""Migrates a filled database of each release, on SQLite and PostgreSQL; then its pages open and its games continue."""

import contextlib
import gzip
import json
import os
import shutil
import sqlite3
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from deploy.migrations import the_version
from tests.live.client import Player
from tests.live.postgres import new_database
from tests.live.server import LiveServer
from tests.ops.processes import in_django
from tests.upgrade.make import fill

HERE = Path(__file__).parent
RELEASES = sorted({path.name.split("-")[0] for path in HERE.glob("*.sql.gz")})
KINDS = [pytest.param("sqlite"), pytest.param("postgresql", marks=pytest.mark.postgres)]
# A game in play, and the sessions of its two players.
WHO = """
import json
from accounts.models import User
from games.models import Game
from learn.models import Analysis
from tests.live.seed import cookies
game = Game.objects.filter(status="playing", variant="brettspielnetz", seats__player__username="ada").order_by("pk")[0]
seats = [{"cookies": cookies(seat.player)} for seat in game.seats.order_by("number")]
over = Analysis.objects.exclude(done_at=None)[0].game
print(json.dumps({"id": game.public_id, "seats": seats, "version": game.version, "over": over.public_id}))
"""
LOOKS = """
from django.db import connection
from dominoes_site import schema
print(schema.differences(connection) + sorted(schema.missing(connection)))
"""
# Its computers of other levels are from that release.
MASTER = """
from accounts.computers import free_computer
from accounts.models import User
print(User.objects.filter(bot_level="casual").count(), User.objects.filter(bot_level="master").count())
print(free_computer("master", []).name, User.objects.filter(bot_level="master").count())
"""
HALF = """
from django.core.management import call_command
call_command("migrate", "common", "zero", verbosity=0)
call_command("migrate", verbosity=0)
"""
PAGES = (
    "/", "/games/", "/standings/", "/history/", "/people/ada/", "/people/ben/", "/puzzles/", "/watch/", "/settings/",
    "/settings/notices/", "/g/{id}/", "/g/{over}/", "/api/v1/games/{id}/", "/api/v1/games/{over}/analysis/",
)  # fmt: skip


@contextlib.contextmanager
def site_of(release: str, kind: str, folder: Path) -> Iterator[LiveServer]:
    """A server of this version with the database of that release; not started yet."""
    sql = gzip.decompress((HERE / f"{release}-{kind}.sql.gz").read_bytes()).decode()
    if kind == "sqlite":
        with contextlib.closing(sqlite3.connect(folder / "db.sqlite3")) as connection:
            connection.executescript(sql)
        yield LiveServer(folder, env={"WORKER": "none"})
        return
    with new_database(f"boneyard_of_{os.getpid()}", beside=os.environ["DATABASE_URL"]) as database:
        with psycopg.connect(database) as connection:
            connection.execute(sql)  # type: ignore[call-overload]  # it wants a literal
        yield LiveServer(folder, env={"DATABASE_URL": database, "WORKER": "none"})


def test_this_version_has_a_dump_of_each_kind_of_database():
    assert {path.name for path in HERE.glob(f"{the_version()}-*")} == {
        f"{the_version()}-{kind}.sql.gz" for kind in ("sqlite", "postgresql")
    }


def test_a_dump_of_the_next_release_would_fill_every_table(empty_database: Path, tmp_path: Path):
    database = shutil.copy(empty_database, tmp_path)
    fill(f"sqlite:///{database}")


@pytest.fixture(scope="module", params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module", params=RELEASES)
def migrated(
    request: pytest.FixtureRequest, kind: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LiveServer]:
    """The site with an old database, migrated once for all tests because that takes longest."""
    with site_of(request.param, kind, tmp_path_factory.mktemp("site")) as site:
        site.manage("migrate", "--verbosity", "0")
        yield site


async def test_an_old_database_is_migrated_and_games_continue(migrated: LiveServer):
    found = in_django(migrated, LOOKS + MASTER + WHO)
    wrong, *masters, game_as_json = found.stdout.splitlines() or [found.stderr]
    assert wrong == "[]"
    assert masters == ["8 0", "Polaris 8"]
    game = json.loads(game_as_json)
    with migrated as site:
        for path in PAGES:
            assert status(site, path.format(**game), game["seats"][0]["cookies"]) == 200, path
        async with Player(site, game, 0) as ada, Player(site, game, 1) as ben:
            assert ada.version == ben.version == game["version"]
            assert (await (ada if ada.legal else ben).move())["type"] == "done"
        site.manage("worker", "--once", "--minds", "0")
        assert "Traceback" not in site.log()
        assert status(site, "/readyz", {}) == 200


def status(site: LiveServer, path: str, cookies: dict[str, str]) -> int:
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    with urllib.request.urlopen(urllib.request.Request(site.url + path, headers={"Cookie": cookie})) as answer:
        return int(answer.status)


def test_a_half_migrated_database_continues_from_there(migrated: LiveServer):
    done = in_django(migrated, HALF + LOOKS)
    assert done.stdout == "[]\n", done.stderr
