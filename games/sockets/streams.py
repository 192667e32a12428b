"""Server-Sent Events: the messages of a socket over plain HTTP, for programs that can't or won't open a WebSocket.

A stream runs the consumer of the socket itself. So it shows the same to the same people, has the same limits, and ends
when a socket would. While it waits it holds neither a thread nor a database connection.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import orjson
from django.http import HttpRequest, StreamingHttpResponse

from games.sockets import open_sockets
from games.sockets.base import NOT_LOGGED_IN, TOO_MANY, Socket

CONTENT_TYPE = "text/event-stream"
HEARTBEAT = 20.0  # seconds of silence until we send a comment; proxies close silent connections after a minute
RETRY = 3_000  # milliseconds until a browser connects again
MOST_WAITING = 100  # messages for a client that reads too slowly; then we end the stream


def response(consumer: type[Socket], request: HttpRequest, **route: str) -> StreamingHttpResponse:
    """The stream of what *consumer* sends to the reader of *request*; *route* are the parts of its address."""
    scope = {
        "type": "websocket",
        "headers": [(name.lower().encode(), value.encode("latin1")) for name, value in request.headers.items()],
        "client": (request.META.get("REMOTE_ADDR", ""), 0),
        "url_route": {"kwargs": route},
    }
    answer = StreamingHttpResponse(_events(consumer(), scope), content_type=CONTENT_TYPE)
    answer["Cache-Control"] = "no-store"
    answer["X-Accel-Buffering"] = "no"  # nginx, pass on each event at once
    return answer


async def _events(socket: Socket, scope: dict[str, object]) -> AsyncIterator[bytes]:
    """The events of *socket* until it closes, its client is gone, or too many wait for the client."""
    told: asyncio.Queue[Any] = asyncio.Queue()
    asked: asyncio.Queue[Any] = asyncio.Queue()
    asked.put_nowait({"type": "websocket.connect"})

    async def tell(message: Any) -> None:
        told.put_nowait(message)

    running = open_sockets.spawn(socket(scope, asked.get, tell))
    running.add_done_callback(lambda _task: told.put_nowait({"type": "websocket.close", "code": 1011}))
    yield b"retry: %d\n\n" % RETRY
    try:
        while True:
            try:
                async with asyncio.timeout(HEARTBEAT):
                    message = await told.get()
            except TimeoutError:
                message = {"type": "websocket.close", "code": NOT_LOGGED_IN} if socket.is_over else {}
            if told.qsize() > MOST_WAITING:
                message = {"type": "websocket.close", "code": TOO_MANY}
            match message.get("type"):
                case "websocket.send":
                    yield _event(message["text"])
                case "websocket.close":
                    yield b'event: closed\ndata: {"code":%d}\n\n' % message.get("code", 1000)
                    return
                case "websocket.accept":
                    pass
                case _:
                    yield b":\n\n"
    finally:
        asked.put_nowait({"type": "websocket.disconnect", "code": 1001})


def _event(text: str) -> bytes:
    """A message as an event: its type is the event's name, and its version the id."""
    message = orjson.loads(text)
    version = f"id: {message['version']}\n" if "version" in message else ""
    return f"{version}event: {message['type']}\ndata: {text}\n\n".encode()
