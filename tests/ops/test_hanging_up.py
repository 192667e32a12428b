"""Clients disconnect at any moment."""

from typing import Any

from autobahn.exception import Disconnected

from games.sockets.boards import DeskSocket, TableSocket


async def test_answering_a_closed_connection_is_no_error():
    """An exception would be logged as our error."""

    async def gone(message: dict[str, Any]) -> None:
        raise Disconnected("Attempt to send on a closed protocol")  # what Daphne says

    for kind in (TableSocket, DeskSocket):
        socket = kind()
        socket.base_send = gone
        await socket.send('{"type": "pong"}')
