"""A long table read in pages, with the place of each row, by an index and without counting the pages before.

Rows are ordered by columns that say all ("-won", "games", "id"): a key is what these are in one row, and the next page
begins behind it. Places are shared by rows that differ in nothing but their id.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Count, Model, Q, QuerySet

Row = TypeVar("Row", bound=Model)
Key = tuple[int, ...]
LARGEST = 2**62


@dataclass(frozen=True, slots=True)
class Placed(Generic[Row]):
    place: int
    row: Row


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """*after*: the key the next page begins behind, as text for addresses; "" on the last."""

    rows: list[Placed[Row]]
    after: str


class Ordered(Generic[Row]):
    def __init__(self, rows: "QuerySet[Row]", columns: Sequence[str]) -> None:
        self._columns = columns
        self.rows = rows.order_by(*columns)

    def page(self, after: Key | None, size: int) -> Page[Row]:
        rows = list((self.rows.filter(self._beyond(after)) if after else self.rows)[: size + 1])
        shown = self._placed(rows[:size], ahead=self._ahead(rows[0]) if after and rows else (0, 0))
        return Page(shown, ",".join(map(str, self.key(rows[size - 1]))) if len(rows) > size else "")

    def around(self, row: Row, neighbours: int) -> list[Placed[Row]]:
        """The row with those next to it."""
        key = self.key(row)
        before = list(self.rows.filter(self._beyond(key, back=True)).reverse()[:neighbours])[::-1]
        behind = list(self.rows.filter(self._beyond(key))[:neighbours])
        first = before[0] if before else row
        return self._placed([*before, row, *behind], ahead=self._ahead(first))

    def place(self, row: Row) -> int:
        return 1 + self._ahead(row)[1]

    def key(self, row: Row) -> Key:
        return tuple(int(getattr(row, column.lstrip("-"))) for column in self._columns)

    def read(self, text: str) -> Key | None:
        """A key as `page` wrote it; anything else is the beginning."""
        try:
            key = tuple(int(part) for part in text.split(",", len(self._columns)))
        except ValueError:
            return None
        return key if len(key) == len(self._columns) and all(abs(part) < LARGEST for part in key) else None

    def _placed(self, rows: list[Row], ahead: tuple[int, int]) -> list[Placed[Row]]:
        """*ahead* of the first row: how many rows stand before it, and how many of them are better."""
        standing, better = ahead
        placed: list[Placed[Row]] = []
        for n, row in enumerate(rows):
            new = n > 0 and self.key(row)[:-1] != self.key(rows[n - 1])[:-1]
            better = standing + n if new else better
            placed.append(Placed(1 + better, row))
        return placed

    def _ahead(self, row: Row) -> tuple[int, int]:
        key = self.key(row)
        before = self.rows.order_by().filter(self._beyond(key, back=True))
        better = self._beyond(key[:-1], back=True)
        found: dict[str, Any] = before.aggregate(standing=Count("pk"), better=Count("pk", filter=better))
        return found["standing"], found["better"]

    def _beyond(self, key: Key, *, back: bool = False) -> Q:
        """The rows that come after the key, or *back* before it: equal in some columns, beyond it in the next.

        The first column stands alone besides, for the index to begin there.
        """
        found, equal = Q(pk__in=[]), Q()
        for column, value in zip(self._columns, key, strict=False):
            name, falling = column.lstrip("-"), column.startswith("-") != back
            found |= equal & Q(**{f"{name}__{'lt' if falling else 'gt'}": value})
            equal &= Q(**{name: value})
        first = self._columns[0]
        falling = first.startswith("-") != back
        return found & Q(**{f"{first.lstrip('-')}__{'lte' if falling else 'gte'}": key[0]})
