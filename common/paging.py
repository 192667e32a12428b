"""Pages of long lists: each begins where another one stopped, whatever comes meanwhile, and nothing is counted.

The rows are ordered by columns that tell all of them apart and are never null: ("-over_at", "-game_id"). A cursor is
what stands in these columns of the row next to the page, as text for addresses: "1763812800000000,17"; moments are
microseconds since 1970. With an "n" before it, it leads back: to the rows before that one.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, Protocol, TypeVar

from django.db.models import DateTimeField, Model, Q, QuerySet
from django.utils.translation import gettext as _

from common.refusals import NotFound

Row = TypeVar("Row")
Made = TypeVar("Made")
Part = TypeVar("Part", covariant=True)
ModelRow = TypeVar("ModelRow", bound=Model)
Key = tuple[Any, ...]  # what stands in the columns: whole numbers and moments

CURSOR = re.compile(r"n?-?\d{1,19}(,-?\d{1,19}){0,3}", re.ASCII)
LARGEST = 2**63  # numbers are smaller
MOST_SKIPPED = 100_000  # rows
START = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """Rows, which it is as long as and goes through, and the cursors of the pages beside it: "" where there is none.

    *first*: it is the beginning of the list; *lost*: because its cursor leads nowhere.
    """

    rows: list[Row]
    previous: str = ""
    next: str = ""
    first: bool = True
    lost: bool = False

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def of(self, make: Callable[[list[Row]], list[Made]]) -> "Page[Made]":
        """The same page of what is made of the rows."""
        return Page(make(self.rows), self.previous, self.next, self.first, self.lost)


class Sliced(Protocol[Part]):
    """A list or a QuerySet, of which a slice is taken."""

    def __getitem__(self, part: slice, /) -> Iterable[Part]: ...


def page(rows: QuerySet[ModelRow], cursor: str, size: int) -> Page[ModelRow]:
    """The page at *cursor* of ordered rows; of one that leads nowhere the first page, which says so.

    A way back that ends within the first page shows that page whole.
    """
    columns, key, back = columns_of(rows), read_cursor(rows, cursor), cursor.startswith("n")
    if key is not None and back:
        before = list(rows.filter(beyond(columns, key, back=True)).reverse()[: size + 1])[::-1]
        if len(before) > size:
            shown = before[1:]
            return Page(shown, f"n{_cursor(columns, shown[0])}", _cursor(columns, shown[-1]), first=False)
    onward = key if not back else None
    found = list((rows if onward is None else rows.filter(beyond(columns, onward)))[: size + 1])
    shown = found[:size]
    return Page(
        shown,
        previous=f"n{_cursor(columns, shown[0])}" if onward and shown else "",
        next=_cursor(columns, shown[-1]) if len(found) > size else "",
        first=onward is None,
        lost=bool(cursor) and key is None,
    )


def numbered_page(rows: Sliced[Row], cursor: str, size: int) -> Page[Row]:
    """The page behind so many rows: for a list in which rows change their places all the time."""
    skipped = int(cursor) if re.fullmatch(r"\d{1,6}", cursor, re.ASCII) and int(cursor) <= MOST_SKIPPED else None
    begins = skipped or 0
    found = list(rows[begins : begins + size + 1])
    return Page(
        found[:size],
        previous=str(max(0, begins - size)) if begins else "",
        next=str(begins + size) if len(found) > size else "",
        first=not begins,
        lost=bool(cursor) and skipped is None,
    )


def rows_after(rows: QuerySet[ModelRow], cursor: str) -> QuerySet[ModelRow]:
    """All that a page at *cursor* would begin with, for who takes only some of them; all rows, if it leads nowhere."""
    key = read_cursor(rows, cursor)
    return rows if key is None else rows.filter(beyond(columns_of(rows), key))


def write_cursor(key: Key) -> str:
    return ",".join(str((each - START) // MICROSECOND if isinstance(each, datetime) else each) for each in key)


def read_cursor(rows: QuerySet[Any], cursor: str) -> Key | None:
    """What it says about the row that the page lies next to; None if it is no cursor of such rows."""
    columns = columns_of(rows)
    if not CURSOR.fullmatch(cursor):
        return None
    numbers = [int(part) for part in cursor.removeprefix("n").split(",")]
    if len(numbers) != len(columns) or any(abs(number) >= LARGEST for number in numbers):
        return None
    try:
        return tuple(
            START + number * MICROSECOND if _is_moment(rows.model, column.lstrip("-")) else number
            for column, number in zip(columns, numbers, strict=True)
        )
    except OverflowError:
        return None


def columns_of(rows: QuerySet[Any]) -> list[str]:
    return [str(column) for column in rows.query.order_by]


def key_of(columns: Sequence[str], row: Any) -> Key:
    return tuple(getattr(row, column.lstrip("-")) for column in columns)


def beyond(columns: Sequence[str], key: Key, *, back: bool = False) -> Q:
    """The rows that come after the key, or *back* before it: equal in some columns, beyond it in the next.

    A key of the first columns alone is one of all rows that are equal there.
    """
    found, equal = Q(pk__in=[]), Q()
    for column, value in zip(columns, key, strict=False):
        name, falling = column.lstrip("-"), column.startswith("-") != back
        found |= equal & Q(**{f"{name}__{'lt' if falling else 'gt'}": value})
        equal &= Q(**{name: value})
    # The first column stands alone besides, for the index to begin there.
    name, falling = columns[0].lstrip("-"), columns[0].startswith("-") != back
    return found & Q(**{f"{name}__{'lte' if falling else 'gte'}": key[0]})


def no_such_page() -> NotFound:
    """What is told of a cursor that leads nowhere, where the first page won't do."""
    return NotFound("not_found", _("Page not found. Start again without a cursor."))


def _cursor(columns: Sequence[str], row: Any) -> str:
    return write_cursor(key_of(columns, row))


def _is_moment(model: type[Model], name: str) -> bool:
    return name != "pk" and isinstance(model._meta.get_field(name), DateTimeField)
