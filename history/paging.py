"""Pages of a list that grows at its top: each begins where another one stopped, and nothing is counted."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet

# Which way, the moment of the row next to the page in microseconds since 1970, and its id.
PATTERN = r"^[on]\d{1,17}\.\d{1,18}$"
START = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Page:
    """Rows, the newest first; *newer* and *older* are cursors of the pages beside it, empty where there is none."""

    rows: list[Any]
    newer: str = ""
    older: str = ""


def page(rows: QuerySet[Any], cursor: str, size: int, *, when: str, key: str) -> Page:
    """The page at *cursor* of what is ordered by (when, key); a cursor that can't be read is the first page's."""
    way, moment, pk = _read(cursor)
    newest_first, oldest_first = (f"-{when}", f"-{key}"), (when, key)
    if way == "n":
        # The first comparison alone would do for an index, the second is for rows of the same moment.
        newer = rows.filter(Q(**{f"{when}__gt": moment}) | Q(**{f"{key}__gt": pk}), **{f"{when}__gte": moment})
        found = list(newer.order_by(*oldest_first)[: size + 1])[::-1]
        if len(found) > size:
            return Page(found[1:], _cursor("n", found[1], when, key), _cursor("o", found[-1], when, key))
        way = ""  # the first page, whole
    if way == "o":
        rows = rows.filter(Q(**{f"{when}__lt": moment}) | Q(**{f"{key}__lt": pk}), **{f"{when}__lte": moment})
    found = list(rows.order_by(*newest_first)[: size + 1])
    shown = found[:size]
    return Page(
        shown,
        newer=_cursor("n", shown[0], when, key) if way and shown else "",
        older=_cursor("o", shown[-1], when, key) if len(found) > size else "",
    )


def _cursor(way: str, row: Any, when: str, key: str) -> str:
    return f"{way}{(getattr(row, when) - START) // MICROSECOND}.{getattr(row, key)}"


def _read(cursor: str) -> tuple[str, datetime, int]:
    if not re.fullmatch(PATTERN, cursor, re.ASCII):
        return "", START, 0
    moment, _dot, pk = cursor[1:].partition(".")
    return cursor[0], START + int(moment) * MICROSECOND, int(pk)
