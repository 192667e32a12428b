"""The CPU time of work in this process beside that of a fixed loop, and the number of its statements.

Statements are counted at the database drivers, however the site uses them. Counting costs time, so a meter either
measures time or counts.
"""

import contextlib
import json
import sqlite3
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import psycopg

NOT_COUNTED = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA", "--")  # "--": of a trigger
COUNTED = 6


@dataclass
class Taken:
    result: Any
    us: float = 0
    loop_us: float = 0  # of the fixed loop, right before
    statements: int = 0


class Meter:
    def __init__(self) -> None:
        self.counting = False
        self.timed: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)  # µs of the work, and of the loop
        self.statements: defaultdict[str, list[float]] = defaultdict(list)
        self._counted = 0
        self._connections: list[sqlite3.Connection] = []
        self._listen()

    def count(self) -> None:
        """Start counting."""
        self.counting = True
        for connection in self._connections:
            with contextlib.suppress(sqlite3.ProgrammingError):  # it is closed
                connection.set_trace_callback(self._count)

    def times(self, often: int) -> range:
        """How often to repeat something to measure it; for counting, once is enough."""
        return range(min(often, COUNTED) if self.counting else often)

    def take(self, act: Callable[[], Any]) -> Taken:
        """Measures *act* in all threads of the process."""
        if self.counting:
            self._counted = 0
            return Taken(act(), statements=self._counted)
        loop_us = _us(_loop)
        began = time.process_time_ns()
        result = act()
        return Taken(result, (time.process_time_ns() - began) / 1000, loop_us)

    def keep(self, kind: str, taken: Taken, times: int = 1) -> None:
        """*times*: how often one *taken* did the work."""
        if self.counting:
            self.statements[kind].append(taken.statements / times)
        else:
            self.timed[kind].append((taken.us / times, taken.loop_us))

    def _count(self, sql: Any) -> None:
        self._counted += self.counting and not str(sql).lstrip().upper().startswith(NOT_COUNTED)

    def _listen(self) -> None:
        connect = sqlite3.dbapi2.connect

        def connected(*args: Any, **kwargs: Any) -> sqlite3.Connection:
            connection: sqlite3.Connection = connect(*args, **kwargs)
            self._connections.append(connection)
            if self.counting:
                connection.set_trace_callback(self._count)
            return connection

        sqlite3.dbapi2.connect = connected  # type: ignore[assignment]
        for name in ("execute", "executemany"):
            setattr(psycopg.Cursor, name, self._counted_by(getattr(psycopg.Cursor, name)))

    def _counted_by(self, execute: Callable[..., Any]) -> Callable[..., Any]:
        def counted(cursor: Any, query: Any, *args: Any, **kwargs: Any) -> Any:
            self._count(query)
            return execute(cursor, query, *args, **kwargs)

        return counted


def _us(act: Callable[[], Any]) -> float:
    began = time.process_time_ns()
    act()
    return (time.process_time_ns() - began) / 1000


def _loop() -> int:
    """A bit of everything that Python does for a move. Never change it, or old and new figures don't compare."""
    words = {}
    for number in range(200):
        words[f"{number}-{number % 7}"] = (number, str(number * number).partition("1"))
    return len(json.dumps(sorted(words.items(), key=lambda item: item[1][1])))
