"""Whole rows of several models from one handwritten join."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model

from common.database import read_rows


class Joined:
    """*tables* is what follows FROM. *models* are those to read, by the names that their tables have there. *also*:
    expressions, whose values follow the instances in each row.

    For queries of every page. The ORM takes four times as long, because it writes the same SQL anew each time.
    """

    def __init__(self, tables: str, *also: str, **models: type[Model]) -> None:
        self._tables, self._also, self._models = tables, also, models
        self._prepared = cache(lambda: _prepared(models))  # not now: models refer to some that aren't loaded yet

    def rows(self, where: str, params: Sequence[Any]) -> Iterator[list[Any]]:
        """The instances in each row, in the order of the models; None where an outer join found nothing."""
        columns, conversions = self._prepared()
        wanted = ", ".join([columns, *self._also])
        statement = f"SELECT {wanted} FROM {self._tables} WHERE {where}"  # noqa: S608 - our own
        for row in map(list, read_rows(statement, params)):
            for at, convert, column, apart in conversions:
                row[at] = convert(row[at], column, apart)
            values = iter(row)
            yield [*[_instance(model, values) for model in self._models.values()], *values]


def _prepared(models: Mapping[str, type[Model]]) -> tuple[str, list[tuple[int, Any, Any, Any]]]:
    """The columns in SQL, and the functions that convert the driver's values, each with its place in a row."""
    apart = connections.create_connection(DEFAULT_DB_ALIAS)  # never opened; it outlives every thread's own
    columns = [field.get_col(name) for name, model in models.items() for field in model._meta.concrete_fields]
    conversions = [
        (at, convert, column, apart)
        for at, column in enumerate(columns)
        for convert in (*apart.ops.get_db_converters(column), *column.get_db_converters(apart))
    ]
    return ", ".join(f'{column.alias}."{column.target.column}"' for column in columns), conversions


def _instance(model: type[Model], values: Iterator[Any]) -> Model | None:
    fields = model._meta.concrete_fields
    own = list(islice(values, len(fields)))
    if own[fields.index(model._meta.pk)] is None:
        return None
    return model.from_db(DEFAULT_DB_ALIAS, [field.attname for field in fields], own)
