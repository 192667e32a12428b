"""A test that commits leaves the database as `migrate` makes it."""

from contextlib import nullcontext

import pytest
from django.contrib.auth.models import Permission
from django.core.management.sql import emit_post_migrate_signal

from games.models import Game
from tests.flushing import KEPT, flush
from tests.left_behind import Rows

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def test_rows_that_refer_to_each_other_are_deleted_together(ada, ben, game_between):
    """Games, seats and people."""
    rows = Rows(nullcontext)
    game_between(ada, ben)
    assert Game.objects.exists()
    flush("default")
    kept = {name: number for name, number in rows.now().items() if number}
    assert kept.keys() == {f"rows of {table}" for table in KEPT}
    assert Permission.objects.filter(codename="view_report").exists()


def test_rows_that_migrate_creates_are_kept():
    rows = Rows(nullcontext)
    emit_post_migrate_signal(verbosity=0, interactive=False, db="default")
    assert rows.changes() == set()
