"""After a test with transactions of its own the tables are emptied, but for those that migrations fill.

Django empties those, too, and fills them again: nine tenths of what a flush costs.
"""

from django.core.management.color import no_style
from django.db import connections
from django.test import TransactionTestCase

# No test writes there.
FILLED = {"django_content_type", "auth_permission", "auth_group", "auth_group_permissions"}


def empty(test: TransactionTestCase) -> None:
    for alias in test._databases_names(include_mirrors=False):
        connection = connections[alias]
        tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
        others = [table for table in tables if table not in FILLED]
        connection.ops.execute_sql_flush(connection.ops.sql_flush(no_style(), others))


TransactionTestCase._fixture_teardown = empty
