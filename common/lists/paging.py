"""Pages of long lists. Each page starts at the end of another one, so new rows don't shift it, and nothing is counted.

Rows are ordered by unique, non-null columns: ("-over_at", "-game_id"). A cursor has these columns' values of the row
next to the page, as text for addresses: "1763812800000000,17". Datetimes are microseconds since 1970. A leading "n"
means the page before that row.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Generic, Protocol, TypeVar

from django.db.models import DateTimeField, Model, Q, QuerySet
from django.utils.translation import gettext as _

from common.numbers import whole
from common.refusals import NotFound

Row = TypeVar("Row")
Made = TypeVar("Made")
Part = TypeVar("Part", covariant=True)
ModelRow = TypeVar("ModelRow", bound=Model)
Key = tuple[int | datetime, ...]  # the columns' values

CURSOR = re.compile(r"n?-?\d{1,19}(,-?\d{1,19}){0,3}", re.ASCII)
LARGEST = 2**63  # all numbers must be smaller
MOST_SKIPPED = 100_000  # rows
START = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """The rows of a page (a sequence), and the cursors of its neighbours: "" if there is none.

    *first*: this is the start of the list; *lost*: because the cursor was invalid.
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
        """The same page with the rows converted by *make*."""
        return Page(make(self.rows), self.previous, self.next, self.first, self.lost)


class Sliced(Protocol[Part]):
    """A list or a QuerySet: anything with slices."""

    def __getitem__(self, part: slice, /) -> Iterable[Part]: ...


def page(rows: QuerySet[ModelRow], cursor: str, size: int) -> Page[ModelRow]:
    """The page at *cursor* of ordered rows. For an invalid cursor, the first page, marked as lost.

    A page back that reaches the start shows the full first page.
    """
    columns, key, back = columns_of(rows), read_cursor(rows, cursor), cursor.startswith("n")
    if key is not None and back:
        before = list(rows.filter(beyond(columns, key, back=True)).reverse()[: size + 1])[::-1]
        if len(before) > size:
            on_page = before[1:]
            return Page(on_page, f"n{_cursor(columns, on_page[0])}", _cursor(columns, on_page[-1]), first=False)
    onward = key if not back else None
    fetched = list((rows if onward is None else rows.filter(beyond(columns, onward)))[: size + 1])
    on_page = fetched[:size]
    return Page(
        on_page,
        previous=f"n{_cursor(columns, on_page[0])}" if onward and on_page else "",
        next=_cursor(columns, on_page[-1]) if len(fetched) > size else "",
        first=onward is None,
        lost=bool(cursor) and key is None,
    )


def numbered_page(rows: Sliced[Row], cursor: str, size: int) -> Page[Row]:
    """A page by its offset, for lists whose rows constantly change places."""
    skipped = whole(cursor, MOST_SKIPPED)
    begins = skipped or 0
    fetched = list(rows[begins : begins + size + 1])
    return Page(
        fetched[:size],
        previous=str(max(0, begins - size)) if begins else "",
        next=str(begins + size) if len(fetched) > size else "",
        first=not begins,
        lost=bool(cursor) and skipped is None,
    )


def rows_after(rows: QuerySet[ModelRow], cursor: str) -> QuerySet[ModelRow]:
    """All rows from *cursor* on, for callers that take only some; all rows if it is invalid."""
    key = read_cursor(rows, cursor)
    return rows if key is None else rows.filter(beyond(columns_of(rows), key))


def write_cursor(key: Key) -> str:
    return ",".join(str((each - START) // MICROSECOND if isinstance(each, datetime) else each) for each in key)


def read_cursor(rows: QuerySet[Model], cursor: str) -> Key | None:
    """The values of the row next to the page, or None if the cursor doesn't fit such rows."""
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


def columns_of(rows: QuerySet[Model]) -> list[str]:
    return [str(column) for column in rows.query.order_by]


def key_of(columns: Sequence[str], row: object) -> Key:
    return tuple(getattr(row, column.lstrip("-")) for column in columns)


def beyond(columns: Sequence[str], key: Key, *, back: bool = False) -> Q:
    """The rows after the key, or before it with *back*: equal in some columns, beyond it in the next.

    A key of only the first columns stands for all rows that are equal there.
    """
    condition, equal = Q(pk__in=[]), Q()
    for column, value in zip(columns, key, strict=False):
        name, falling = column.lstrip("-"), column.startswith("-") != back
        condition |= equal & Q(**{f"{name}__{'lt' if falling else 'gt'}": value})
        equal &= Q(**{name: value})
    # Repeat the first column alone, so that the database can start in its index.
    name, falling = columns[0].lstrip("-"), columns[0].startswith("-") != back
    return condition & Q(**{f"{name}__{'lte' if falling else 'gte'}": key[0]})


def no_such_page() -> NotFound:
    """The refusal of an invalid cursor, where the first page wouldn't help."""
    return NotFound("not_found", _("Page not found. Start again without a cursor."))


def _cursor(columns: Sequence[str], row: object) -> str:
    return write_cursor(key_of(columns, row))


def _is_moment(model: type[Model], name: str) -> bool:
    return name != "pk" and isinstance(model._meta.get_field(name), DateTimeField)
