"""Connections that stay open while a worker sends."""

import smtplib
import ssl
from collections import defaultdict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, Protocol, TypeVar

DROPPED = (ConnectionError, ssl.SSLError, smtplib.SMTPServerDisconnected)  # by the other side, perhaps a while ago


class Connection(Protocol):
    def close(self) -> None: ...


Open = TypeVar("Open", bound=Connection)
Answered = TypeVar("Answered")


class OpenConnections(Generic[Open]):
    """Open, idle connections by destination. One thread at a time uses each."""

    def __init__(self) -> None:
        self._free: dict[Hashable, list[Open]] = defaultdict(list)
        self._lock = Lock()

    def use(self, where: Hashable, connect: Callable[[], Open], send: Callable[[Open], Answered]) -> Answered:
        """Send over an idle connection, or over a new one. If the other side has closed the idle one, connect again.
        Raises any other error.
        """
        if (idle := self._take(where)) is not None:
            try:
                return self._send(where, idle, send)
            except DROPPED:
                pass
        return self._send(where, connect(), send)

    def close(self) -> None:
        """Close the idle connections."""
        with self._lock:
            free = [connection for connections in self._free.values() for connection in connections]
            self._free.clear()
        for connection in free:
            connection.close()

    def _send(self, where: Hashable, connection: Open, send: Callable[[Open], Answered]) -> Answered:
        try:
            answer = send(connection)
        except BaseException:
            connection.close()
            raise
        with self._lock:
            self._free[where].append(connection)
        return answer

    def _take(self, where: Hashable) -> Open | None:
        with self._lock:
            return free.pop() if (free := self._free[where]) else None
