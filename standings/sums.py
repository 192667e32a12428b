"""Sums of finished games: added to as games are settled, and counted again when the past changes.

Each sum is a row. A subclass of `Sums` says which lines games give a player, and in which rows a line counts. Whoever
writes sums first locks one row of each player, so of two games that end at once the second adds to what the first has
written.
"""

from collections.abc import Collection, Hashable, Iterable
from typing import Generic, Protocol, TypeVar

from django.db import transaction
from django.db.models import Model, Q


class HasPlayer(Protocol):
    @property
    def player_id(self) -> int: ...


Row = TypeVar("Row", bound=Model)
Line = TypeVar("Line", bound=HasPlayer)
Key = tuple[Hashable, ...]  # the values that name a row
BATCH = 1_000  # rows written at once


class Sums(Generic[Row, Line]):
    """Describe one kind of sum in a subclass. Rows and lines both have a *player*."""

    model: type[Row]
    key: tuple[str, ...]  # the columns that name a row

    def lines(self, which: Q) -> Iterable[Line]:
        """The lines of settled games, the oldest first."""
        raise NotImplementedError

    def keys(self, line: Line) -> Iterable[Key]:
        """The rows in which a line counts."""
        raise NotImplementedError

    def first(self, player: int) -> Key:
        """The row to lock, which may have no games."""
        raise NotImplementedError

    def blank(self, key: Key) -> Row:
        return self.model(**dict(zip(self.key, key, strict=True)))

    def count(self, row: Row, line: Line) -> None:
        """Add the line, which is newer than all others in this row."""
        raise NotImplementedError

    def late(self, row: Row, line: Line) -> Q | None:
        """What to count again if a line is too late to be added; None if it isn't, or if the order doesn't matter."""

    def add(self, lines: Iterable[Line]) -> None:
        """Count a game that is being settled; *lines* are all its lines."""
        counted = [(key, line) for line in lines for key in self.keys(line)]
        if not counted:
            return
        self._hold({line.player_id for _key, line in counted})
        rows = self._stored([key for key, _line in counted])
        again: set[tuple[int, Q]] = set()
        for key, line in counted:
            if key not in rows:
                rows[key] = self.blank(key)
            if late := self.late(rows[key], line):
                again.add((line.player_id, late))
            else:
                self.count(rows[key], line)
        self._store(list(rows.values()), self._counted)
        for player, which in again:
            self.recount(player, which)

    @transaction.atomic
    def recount(self, player: int, which: Q = Q()) -> None:  # noqa: B008 - never changed
        """Count the player's sums again, all or some. Rows without games stay, with zeros."""
        which &= Q(player=player)
        self._hold([player])
        rows = {key: self.blank(key) for key in self.model._default_manager.filter(which).values_list(*self.key)}
        for line in self.lines(which):
            for key in self.keys(line):
                if key not in rows:
                    rows[key] = self.blank(key)
                self.count(rows[key], line)
        self._store(list(rows.values()), self._counted)

    @property
    def _counted(self) -> list[str]:
        columns = (field for field in self.model._meta.concrete_fields if not field.primary_key)
        return [field.attname for field in columns if field.attname not in self.key]

    def _hold(self, players: Collection[int]) -> None:
        """Lock the players until the transaction ends, in one order everywhere, so that there are no deadlocks."""
        self._store([self.blank(self.first(player)) for player in sorted(players)], self.key[-1:])

    def _stored(self, keys: Iterable[Key]) -> dict[Key, Row]:
        wanted = {f"{name}__in": set(values) for name, values in zip(self.key, zip(*keys, strict=True), strict=True)}
        columns = [*self.key, *self._counted]
        found = self.model._default_manager.filter(**wanted).values_list(*columns)
        return {row[: len(self.key)]: self.model(**dict(zip(columns, row, strict=True))) for row in found}

    def _store(self, rows: Collection[Row], columns: Collection[str]) -> None:
        """Add rows, or replace these columns in those that exist."""
        self.model._default_manager.bulk_create(
            rows, batch_size=BATCH, update_conflicts=True, unique_fields=self.key, update_fields=columns
        )
