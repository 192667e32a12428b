"""Pages of a long table with the place of each row, found by an index without counting earlier pages.

Rows are sorted by columns that decide everything ("-won", "games", "id"). Rows that differ only in their id share a
place.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db.models import Count, Model, QuerySet

from common.lists.paging import Key, Page, beyond, key_of, page

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Placed(Generic[Row]):
    place: int
    row: Row


class Ordered(Generic[Row]):
    def __init__(self, rows: "QuerySet[Row]", columns: Sequence[str]) -> None:
        self._columns = columns
        self.rows = rows.order_by(*columns)

    def page(self, cursor: str, size: int) -> Page[Placed[Row]]:
        unplaced = page(self.rows, cursor, size)
        return unplaced.of(
            lambda rows: self._placed(rows, ahead=(0, 0) if unplaced.first or not rows else self._ahead(rows[0]))
        )

    def around(self, row: Row, neighbours: int) -> list[Placed[Row]]:
        """The row with those next to it."""
        key = self.key(row)
        before = list(self.rows.filter(beyond(self._columns, key, back=True)).reverse()[:neighbours])[::-1]
        behind = list(self.rows.filter(beyond(self._columns, key))[:neighbours])
        first = before[0] if before else row
        return self._placed([*before, row, *behind], ahead=self._ahead(first))

    def place(self, row: Row) -> int:
        return 1 + self._ahead(row)[1]

    def key(self, row: Row) -> Key:
        return key_of(self._columns, row)

    def _placed(self, rows: list[Row], ahead: tuple[int, int]) -> list[Placed[Row]]:
        """*ahead* of the first row: how many rows are above it, and how many of them are better."""
        standing, better = ahead
        placed: list[Placed[Row]] = []
        for n, row in enumerate(rows):
            new = n > 0 and self.key(row)[:-1] != self.key(rows[n - 1])[:-1]
            better = standing + n if new else better
            placed.append(Placed(1 + better, row))
        return placed

    def _ahead(self, row: Row) -> tuple[int, int]:
        key = self.key(row)
        before = self.rows.order_by().filter(beyond(self._columns, key, back=True))
        better = beyond(self._columns, key[:-1], back=True)
        counts: dict[str, int] = before.aggregate(standing=Count("pk"), better=Count("pk", filter=better))
        return counts["standing"], counts["better"]
