"""Sums of finished games: added to as games are settled, and counted again when the past changes.

Each sum is a row. A subclass of `Sums` says which lines games give a player, and in which rows a line counts. Whoever
writes sums first locks one row of each player, so of two games that end at once the second adds to what the first has
written.

Sums are read and written in SQL: by the ORM, that took 40 % of the time of settling a game.
"""

from collections.abc import Collection, Hashable, Iterable
from datetime import datetime
from typing import Generic, Protocol, TypeVar

from django.db import transaction
from django.db.models import Model, Q

from common.database import moment, placeholders, read_rows, stored, tried_again, write_rows


class HasPlayer(Protocol):
    @property
    def player_id(self) -> int: ...


Row = TypeVar("Row", bound=Model)
Line = TypeVar("Line", bound=HasPlayer)
Key = tuple[Hashable, ...]  # the values that name a row


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

    @tried_again
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

    @property
    def _columns(self) -> list[str]:
        return [*self.key, *self._counted]

    def _hold(self, players: Collection[int]) -> None:
        """Lock the players until the transaction ends, in one order everywhere, so that there are no deadlocks."""
        self._store([self.blank(self.first(player)) for player in sorted(players)], self.key[-1:])

    def _stored(self, keys: Iterable[Key]) -> dict[Key, Row]:
        """The rows with these keys that exist. The query may find more, but only rows of these players."""
        by_column = [sorted(set(values)) for values in zip(*keys, strict=True)]
        where = " AND ".join(
            f"{name} IN ({placeholders(these)})" for name, these in zip(self.key, by_column, strict=True)
        )
        columns = self._columns
        statement = f"SELECT {', '.join(columns)} FROM {self.model._meta.db_table} WHERE {where}"  # noqa: S608
        by_key = {}
        for values in read_rows(statement, [value for these in by_column for value in these]):
            row = [moment(value) if isinstance(value, datetime) else value for value in values]
            by_key[values[: len(self.key)]] = self.model(**dict(zip(columns, row, strict=True)))
        return by_key

    def _store(self, rows: Collection[Row], columns: Collection[str]) -> None:
        """Add rows, or replace these columns in those that exist."""
        named, replaced = self._columns, ", ".join(f"{column} = excluded.{column}" for column in columns)
        statement = (
            f"INSERT INTO {self.model._meta.db_table} ({', '.join(named)}) VALUES ({placeholders(named)})"  # noqa: S608
            f" ON CONFLICT ({', '.join(self.key)}) DO UPDATE SET {replaced}"
        )
        values = [[getattr(row, column) for column in named] for row in rows]
        write_rows(
            statement, [[stored(each) if isinstance(each, datetime) else each for each in row] for row in values]
        )
