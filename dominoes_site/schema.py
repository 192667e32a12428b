"""Compares a database with its migrations or our models.

Databases of 0.3.0 and later can be upgraded. Before that we edited the first migrations in place, so their names prove
nothing: we recognise such a database by its columns.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from pkgutil import iter_modules

from django.apps import apps
from django.apps.registry import Apps
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from dominoes_site import APPS

Name = tuple[str, str]  # of a migration: its app's, and its own


def differences(connection: BaseDatabaseWrapper, registry: Apps = apps) -> list[str]:
    """Tables, columns, indexes and constraints of the models that the database lacks, and unknown columns.

    Takes a second on SQLite, where constraints are parsed from the table's SQL.
    """
    with connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))
        compared = [
            each for each in registry.get_models(include_auto_created=True) if each._meta.can_migrate(connection)
        ]
        missing = [f"{each._meta.db_table} is missing" for each in compared if each._meta.db_table not in there]
        both = [each for each in compared if each._meta.db_table in there]
        return missing + [line for each in both for line in _of_table(connection, cursor, each)]


def _of_table(connection: BaseDatabaseWrapper, cursor: CursorWrapper, model: type[models.Model]) -> Iterator[str]:
    table, look = model._meta.db_table, connection.introspection
    fields = {field.column: field for field in model._meta.local_concrete_fields}
    columns = {column.name: column for column in look.get_table_description(cursor, table)}
    yield from (f"{table}.{name} is missing" for name in fields.keys() - columns.keys())
    yield from (f"{table}.{name} isn't known" for name in columns.keys() - fields.keys())
    for name in fields.keys() & columns.keys():
        if columns[name].null_ok != fields[name].null:
            yield f"{table}.{name} {'may not' if fields[name].null else 'may'} be empty"
        if fields[name].has_db_default() and columns[name].default is None:
            yield f"{table}.{name} has no default"
    if names := {each.name for each in (*model._meta.constraints, *model._meta.indexes)}:
        yield from (f"{table}: {name} is missing" for name in names - look.get_constraints(cursor, table).keys())


def promised(connection: BaseDatabaseWrapper) -> Apps:
    """The models after the migrations recorded in this database."""
    loader = MigrationLoader(connection)
    state: Apps = loader.project_state([name for name in loader.applied_migrations if name in loader.graph.nodes]).apps
    return state


def missing(connection: BaseDatabaseWrapper) -> set[Name]:
    """This version's migrations that the database hasn't run, with one query."""
    return set(known()) - set(MigrationRecorder(connection).migration_qs.values_list("app", "name"))


@cache
def known() -> frozenset[Name]:
    """All migrations of this version, by file name; loads none."""
    return frozenset(
        (app.label, file.name)
        for app in apps.get_app_configs()
        for file in iter_modules([str(Path(app.path, "migrations"))])
        if file.name[0] not in "_~"
    )


def refusal(connection: BaseDatabaseWrapper) -> str | None:
    """Why this database can't be upgraded and what to do, or None if it can."""
    ours = {app.label for app in apps.get_app_configs() if Path(app.path).parent in (APPS.parent, APPS)}
    names = MigrationRecorder(connection).applied_migrations()
    if newer := sorted(f"{app}.{name}" for app, name in names.keys() - known() if app in ours):
        return (
            f"This database was made by another version: a newer one, or one before 0.3.0. It has {newer[0]}"
            f"{f' and {len(newer) - 1} more migrations' if newer[1:] else ''}, which is unknown here. Start the newer"
            ' version, or go back to a backup (docs/hosting.md, "Go back"). Nothing was changed.'
        )
    if wrong := differences(connection, promised(connection)):
        return (
            f"This database was made by a version before 0.3.0, which can't be upgraded: {first_three(wrong)}. Set"
            " DATABASE_URL to an empty database, or move this one away. Nothing was changed."
        )
    return None


def first_three(wrong: list[str]) -> str:
    """The first three differences, and how many more there are."""
    more = f" and {len(wrong) - 3} more" if wrong[3:] else ""
    return ", ".join(sorted(wrong)[:3]) + more
