"""Server-Sent Events: the messages of a socket over plain HTTP, for programs that can't or won't open a WebSocket.

A stream runs the consumer of the socket itself. So it shows the same to the same people, has the same limits, and ends
when a socket would. While it waits it holds neither a thread nor a database connection.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import orjson
from asgiref.sync import sync_to_async
from django.http import HttpRequest, StreamingHttpResponse

from common import address
from common.database import let_go
from common.limits.frames import MOST_UNSENT
from common.limits.sockets import connections, floods, openings
from common.numbers import whole
from common.refusals import TooMany
from games.sockets import open_sockets
from games.sockets.base import TOO_MANY, Socket

CONTENT_TYPE = "text/event-stream"
HEARTBEAT = 20.0  # seconds of silence until we ask the socket for news, as pages do; proxies close silent connections
LISTS = 15  # heartbeats between two lists of all games, because we may lose an event
RETRY = 3_000  # milliseconds until a browser connects again
CROWDED = 60  # seconds to wait if the address has the maximum of sockets
QUIET = {"pong", "refused"}  # answers to a heartbeat that aren't news


def response(consumer: type[Socket], request: HttpRequest, **route: str) -> StreamingHttpResponse:
    """The stream of what *consumer* sends to the reader of *request*; *route* are the parts of its address.

    Raises `TooMany` as sockets do.
    """
    scope: Any = {
        "type": "websocket",
        "headers": [(name.lower().encode(), value.encode("latin1")) for name, value in request.headers.items()],
        "client": (request.META.get("REMOTE_ADDR", ""), 0),
        "url_route": {"kwargs": route},
        "after": whole(request.headers.get("Last-Event-ID", "")),
    }
    place = address.of_socket(scope)
    if wait := floods.wait(place) or openings.too_many(place, place) or (connections.full(place) and CROWDED):
        raise TooMany(wait)
    answer = StreamingHttpResponse(_events(consumer(), scope), content_type=CONTENT_TYPE)
    answer["Cache-Control"] = "no-store, no-transform"  # proxies, don't compress it
    answer["X-Accel-Buffering"] = "no"  # nginx, pass on each event at once
    return answer


async def _events(socket: Socket, scope: dict[str, Any]) -> AsyncIterator[bytes]:
    """The events of *socket* until it closes, its client is gone, or too much waits for the client."""
    messages: asyncio.Queue[Any] = asyncio.Queue()
    asked: asyncio.Queue[Any] = asyncio.Queue()
    asked.put_nowait({"type": "websocket.connect"})
    waiting, version, silences = 0, scope["after"], 0

    async def tell(message: Any) -> None:
        nonlocal waiting
        waiting += len(message.get("text", ""))
        if waiting <= MOST_UNSENT:
            messages.put_nowait(message)
        elif not running.done():  # also while the server waits for a client that doesn't read
            messages.put_nowait({"type": "websocket.close", "code": TOO_MANY})
            running.cancel()

    await sync_to_async(let_go)()  # the view's connection
    running = open_sockets.spawn(socket(scope, asked.get, tell))
    running.add_done_callback(lambda _task: messages.put_nowait({"type": "websocket.close", "code": 1011}))
    yield b"retry: %d\n\n" % RETRY
    try:
        while True:
            try:
                async with asyncio.timeout(HEARTBEAT):
                    message = await messages.get()
            except TimeoutError:
                silences += 1
                again = version is None and silences % LISTS == 0
                question = {"type": "games"} if again else {"type": "ping", "version": version}
                asked.put_nowait({"type": "websocket.receive", "text": orjson.dumps(question).decode()})
                yield b":\n\n"
                continue
            if message["type"] == "websocket.send":
                waiting -= len(message["text"])
                content = orjson.loads(message["text"])
                if content["type"] == "view":
                    version = content["version"]
                if content["type"] not in QUIET:
                    yield _event(content, message["text"])
            elif message["type"] == "websocket.close":
                yield b'event: closed\ndata: {"code":%d}\n\n' % message.get("code", 1000)
                return
    finally:
        asked.put_nowait({"type": "websocket.disconnect", "code": 1001})


def _event(message: dict[str, object], text: str) -> bytes:
    """A message as an event: its type is the event's name. A view's version is the id, from which a stream resumes."""
    number = f"id: {message['version']}\n" if message["type"] == "view" else ""
    return f"{number}event: {message['type']}\ndata: {text}\n\n".encode()
