"""SQL beside the ORM: the database fills omitted columns, and models name the code that writes them."""

import re
from collections.abc import Iterator
from importlib import import_module
from typing import NamedTuple

import pytest
from django.apps import apps
from django.db import connection

from tests.rooms import django_rooms, file_name

WRITES = re.compile(r"(INSERT INTO|UPDATE) (\w+)(?: \(([\w, \"\n]+)\)| SET)")


class Statement(NamedTuple):
    module: str
    verb: str
    table: str
    columns: frozenset[str]  # named in an INSERT


def statements() -> Iterator[Statement]:
    """Every INSERT and UPDATE in a string of our code."""
    for path in (path for room in django_rooms() for path in room.rglob("*.py") if "migrations" not in path.parts):
        for verb, table, columns in WRITES.findall(path.read_text()):
            module = file_name(path.with_suffix("")).replace("/", ".")
            yield Statement(module, verb, table, frozenset(re.findall(r"\w+", columns)))


STATEMENTS = list(statements())
INSERTS = [each for each in STATEMENTS if each.verb == "INSERT INTO"]
MODELS = {model._meta.db_table: model for model in apps.get_models()}


def left_empty(table: str, named: frozenset[str]) -> set[str]:
    """Columns without a value or default, from the database's own catalogue."""
    with connection.cursor() as cursor:
        described = connection.introspection.get_table_description(cursor, table)
        key = connection.introspection.get_primary_key_column(cursor, table)
    return {
        column.name
        for column in described
        if column.name not in {key, *named} and not column.null_ok and column.default is None
    }


def test_the_handwritten_statements_are_these():
    assert sorted((each.verb, each.table) for each in STATEMENTS) == [
        ("INSERT INTO", "bots_turn"),
        ("INSERT INTO", "games_move"),
        ("INSERT INTO", "games_round"),
        ("INSERT INTO", "games_roundscore"),
        ("INSERT INTO", "notices_notice"),
        ("INSERT INTO", "notices_notice"),
        ("INSERT INTO", "plans_plannedturn"),
        ("INSERT INTO", "standings_ladder"),
        ("INSERT INTO", "standings_rating"),
        ("INSERT INTO", "standings_rating"),
        ("INSERT INTO", "standings_ratingchange"),
        ("UPDATE", "games_game"),
        ("UPDATE", "games_game"),
        ("UPDATE", "games_game"),
        ("UPDATE", "games_game"),
        ("UPDATE", "games_game"),
        ("UPDATE", "games_round"),
        ("UPDATE", "games_seat"),
        ("UPDATE", "games_seat"),
        ("UPDATE", "games_seat"),
        ("UPDATE", "tournaments_entry"),
        ("UPDATE", "tournaments_entry"),
        ("UPDATE", "tournaments_place"),
        ("UPDATE", "tournaments_place"),
        ("UPDATE", "tournaments_place"),
    ]


@pytest.mark.both_databases
@pytest.mark.django_db
@pytest.mark.parametrize("insert", INSERTS, ids=[each.table for each in INSERTS])
def test_omitted_columns_have_a_database_default(insert):
    """A new field with a default needs `db_default`, too, or every move fails."""
    assert left_empty(insert.table, insert.columns) == set()


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_column_without_value_or_default_is_found():
    assert left_empty("games_move", frozenset({"game_id", "round_id", "version", "ply", "seat", "made_at"})) == {
        "text",
        "key",
    }


def test_the_model_names_the_code_that_writes_it():
    nameless = []
    for module, verb, table, _ in STATEMENTS:
        named = re.search(rf"`{module}\.(\w+)`", MODELS[table].__doc__ or "")
        if named is None or not callable(getattr(import_module(module), named[1])):
            nameless.append(f"{verb} {table} in {module}")
    assert nameless == []
