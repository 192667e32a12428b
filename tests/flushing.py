"""After tests that commit, delete rows only where there are some: one statement asks all tables.

Django empties every table and then fills some again, which takes 100 times as long.
"""

from functools import cache

from django.db import connections, transaction
from django.test import TransactionTestCase

# `migrate` fills these, and tests only read them: `tests/left_behind.py` would name one whose rows change.
KEPT = {"django_content_type", "auth_permission", "auth_group", "auth_group_permissions"}


@cache
def which_have_rows(alias: str) -> str:
    """The statement that asks."""
    tables = connections[alias].introspection.django_table_names(only_existing=True, include_views=False)
    return " UNION ALL ".join(f"SELECT '{each}' WHERE EXISTS (SELECT 1 FROM {each})" for each in {*tables} - KEPT)


def flush(alias: str) -> None:
    """Both databases check foreign keys at the end of the transaction, so the order doesn't matter."""
    with transaction.atomic(using=alias), connections[alias].cursor() as cursor:
        cursor.execute(which_have_rows(alias))
        for (table,) in cursor.fetchall():
            cursor.execute(f"DELETE FROM {table}")


def flush_after(test: TransactionTestCase) -> None:
    for alias in test._databases_names(include_mirrors=False):
        flush(alias)


TransactionTestCase._fixture_teardown = flush_after
