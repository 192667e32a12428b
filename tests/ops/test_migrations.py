"""A database is made by migrations that know nothing of today's code, and one of before 0.2.0 is left alone."""

import ast
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

ROOT = Path(__file__).parents[2]
STABLE = {"common.chances", "notices.choices"}  # makers of defaults, which say that they stay


def test_migrations_need_no_code_that_may_move():
    ours = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    needed = set()
    for path in ROOT.glob("*/migrations/*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                needed |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                needed.add(node.module or "")
    assert {name for name in needed if name.partition(".")[0] in ours} <= STABLE


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_database_of_before_is_refused_in_a_sentence():
    MigrationRecorder(connection).record_applied("games", "0002_correspondence")
    with pytest.raises(CommandError, match=r"made by a version before 0\.2\.0"):
        call_command("migrate", skip_checks=False)
