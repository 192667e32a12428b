"""No index of ours is a prefix of another: it would slow down writes and help no query."""

from itertools import groupby, permutations
from typing import NamedTuple

import pytest
from django.apps import apps
from django.db import connection

pytestmark = pytest.mark.both_databases
# One row per column of each index, from the database's own catalogue; an expression has the name of its index.
ASKED = {
    "sqlite": """
        SELECT t.name, i.name, i."unique", i.partial, coalesce(k.name, i.name), k."desc"
        FROM sqlite_master t, pragma_index_list(t.name) i, pragma_index_xinfo(i.name) k
        WHERE t.type = 'table' AND k.key ORDER BY 1, 2, k.seqno
    """,
    "postgresql": """
        SELECT t.relname, i.relname, x.indisunique, x.indpred IS NOT NULL,
            coalesce(a.attname, i.relname), (x.indoption[n] & 1)::bool
        FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
        CROSS JOIN generate_series(0, x.indnkeyatts - 1) n JOIN pg_opclass o ON o.oid = x.indclass[n] AND o.opcdefault
        LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = x.indkey[n]
        WHERE t.relnamespace = 'public'::regnamespace ORDER BY 1, 2, n
    """,
}


class Index(NamedTuple):
    table: str
    name: str
    unique: bool
    partial: bool
    columns: list[tuple[str, bool]]  # and whether it sorts descending


def indexes() -> list[Index]:
    ours = {
        model._meta.db_table for model in apps.get_models() if not model.__module__.startswith(("django.", "allauth."))
    }
    with connection.cursor() as cursor:
        cursor.execute(ASKED[connection.vendor])
        rows = [row for row in cursor.fetchall() if row[0] in ours]
    return [
        Index(table, name, bool(unique), bool(partial), [(column, bool(descends)) for *_, column, descends in columns])
        for (table, name, unique, partial), columns in groupby(rows, key=lambda row: row[:4])
    ]


def is_covered(index: Index, by: Index) -> bool:
    """A unique index is a constraint, and a partial one is smaller; any index can be read backwards."""
    if index.table != by.table or index.unique or index.partial or by.partial:
        return False
    backwards = [(column, not descends) for column, descends in index.columns]
    return by.columns[: len(index.columns)] in (index.columns, backwards)


@pytest.mark.django_db
def test_no_index_is_a_prefix_of_another():
    assert [
        f"{index.name} {index.columns}, as {other.name} is there"
        for index, other in permutations(indexes(), 2)
        if is_covered(index, other)
    ] == []


@pytest.mark.django_db
def test_all_kinds_of_indexes_are_checked():
    found = indexes()
    seats = [(index.columns, index.unique, index.partial) for index in found if index.table == "games_seat"]
    assert ([("game_id", False), ("number", False)], True, False) in seats
    assert ([("player_id", False), ("over_at", True), ("id", True)], False, True) in seats
    assert ("friends_once", False) in [index.columns[0] for index in found]  # an expression


def test_an_index_covered_by_another_is_found():
    def index(*columns: str, unique: bool = False, partial: bool = False) -> Index:
        return Index("moves", "", unique, partial, [(name.lstrip("-"), name[0] == "-") for name in columns])

    assert is_covered(index("game"), by=index("game", "version"))
    assert is_covered(index("-game"), by=index("game", "version", unique=True))
    assert is_covered(index("game", "-at"), by=index("-game", "at"))
    assert not is_covered(index("game", "-at"), by=index("game", "at"))
    assert not is_covered(index("version"), by=index("game", "version"))
    assert not is_covered(index("game", unique=True), by=index("game", "version"))
    assert not is_covered(index("game", partial=True), by=index("game", "version"))
    assert not is_covered(index("game"), by=index("game", "version", partial=True))
