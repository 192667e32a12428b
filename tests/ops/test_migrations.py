"""Migrations don't depend on today's code, and leave databases from before 0.3.0 alone."""

import ast
import re

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from deploy.migrations import released
from dominoes_site import schema
from tests.rooms import PACKAGES

STABLE = {"common.chances", "notices.choices"}  # functions for defaults, which are stable


def test_migrations_import_only_stable_modules():
    needed = set()
    for path in (path for room in PACKAGES.values() for path in room.glob("migrations/*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                needed |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                needed.add(node.module or "")
    assert {name for name in needed if name.partition(".")[0] in PACKAGES} <= STABLE


def test_the_release_before_can_still_write_while_processes_restart():
    """It doesn't know new columns, so the database fills them."""
    known = {name for files in released().values() for name in files}
    lacking = []
    for path in (path for room in PACKAGES.values() for path in room.glob("migrations/0*.py")):
        if path.relative_to(path.parents[2]).as_posix() in known:
            continue
        text = path.read_text()
        created = {name.lower() for name in re.findall(r"CreateModel\(\s+name='(\w+)'", text)}
        added = re.findall(r"AddField\(\s+model_name='(\w+)',\s+name='(\w+)',\s+field=(.+),\n", text)
        lacking += [
            f"{model}.{name}"
            for model, name, field in added
            if model not in created and "null=True" not in field and "db_default" not in field
        ]
    assert lacking == []


OLDER = "ALTER TABLE games_game RENAME COLUMN annulled_at TO struck_at"  # as one of an earlier state


def execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def applied() -> set[tuple[str, str]]:
    return set(MigrationRecorder(connection).applied_migrations())


BANNER = ("0002_banner", "0003_banner_until")


def without_banner() -> None:
    """Two migrations behind."""
    for name in BANNER:
        MigrationRecorder(connection).record_unapplied("common", name)
    execute("DROP TABLE common_banner")


@pytest.mark.both_databases
@pytest.mark.django_db
def test_the_database_matches_models_and_migrations():
    assert schema.differences(connection) == []
    assert schema.differences(connection, schema.promised(connection)) == []
    assert schema.missing(connection) == set()
    assert schema.refusal(connection) is None


@pytest.mark.both_databases
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (OLDER, ["games_game.annulled_at is missing", "games_game.struck_at isn't known"]),
        ("ALTER TABLE talk_message ADD COLUMN mood integer", ["talk_message.mood isn't known"]),
        ("DROP TABLE common_heartbeat", ["common_heartbeat is missing"]),
        ("DROP INDEX game_overdue", ["games_game: game_overdue is missing"]),
    ],
)
def test_differences_are_named(change, said):
    execute(change)
    assert sorted(schema.differences(connection)) == said


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("games_game DROP CONSTRAINT game_annulled_was_played", "games_game: game_annulled_was_played is missing"),
        ("games_game ALTER COLUMN variant DROP NOT NULL", "games_game.variant may be empty"),
        ("games_game ALTER COLUMN deadline SET NOT NULL", "games_game.deadline may not be empty"),
        ("games_move ALTER COLUMN by DROP DEFAULT", "games_move.by has no default"),
    ],
)
def test_different_constraints_and_defaults_are_named(change, said):
    execute(f"ALTER TABLE {change}")
    assert schema.differences(connection) == [said]


@pytest.mark.both_databases
@pytest.mark.django_db
def test_an_incompatible_database_is_refused_before_any_change():
    without_banner()
    execute(OLDER)
    before = applied()
    with pytest.raises(CommandError, match=r"before 0\.3\.0.*annulled_at is missing.*to an empty database"):
        call_command("migrate")
    assert applied() == before
    assert "common_banner" not in connection.introspection.table_names()


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_database_that_only_lacks_migrations_is_accepted():
    without_banner()
    assert schema.refusal(connection) is None
    assert schema.missing(connection) == {("common", name) for name in BANNER}


@pytest.mark.both_databases
@pytest.mark.django_db
@pytest.mark.parametrize("name", ["0002_correspondence", "9999_of_a_newer_version"])
def test_a_database_with_unknown_migrations_is_refused(name):
    MigrationRecorder(connection).record_applied("games", name)
    with pytest.raises(CommandError, match=f"another version: .*games.{name}.*Go back.*Nothing was changed"):
        call_command("migrate")


@pytest.mark.both_databases
@pytest.mark.django_db
def test_applied_migrations_that_a_package_has_dropped_are_accepted():
    MigrationRecorder(connection).record_applied("account", "0001_squashed_long_ago")
    assert schema.refusal(connection) is None


@pytest.mark.both_databases
@pytest.mark.django_db
def test_incomplete_migrations_are_reported():
    without_banner()
    with pytest.raises(CommandError, match="doesn't match its migrations: common_banner is missing"):
        call_command("migrate", "common", fake=True, verbosity=0)
