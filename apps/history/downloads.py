"""Downloads of many games, one line each. Memory holds one piece, and a caller gets only a few files at once."""

from collections.abc import AsyncIterator, Callable, Iterator
from typing import TypeVar
from weakref import finalize

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse

from common import address, limits
from common.database import let_go
from common.limits.sockets import Connections
from common.refusals import TooMany

WAIT = 10  # seconds for a caller who has too many downloads
Place = TypeVar("Place")
Read = Callable[[Place | None], tuple[bytes, Place | None]]  # the piece at this place, and the place of the next
downloads = Connections("DOWNLOADS_AT_ONCE")


class Download(StreamingHttpResponse):
    """The pieces that *read* gives, from None until it says None. Raises `TooMany`.

    Each way of serving wants its own kind of iterator, or Django collects it whole.
    """

    def __init__(self, request: HttpRequest, read: Read[Place]) -> None:
        limits.check("export", request)
        user = request.user
        caller = f"user {user.pk}" if user.is_authenticated else address.of_request(request)
        if not downloads.enter(caller):
            downloads.leave(caller)
            raise TooMany(WAIT)
        self._leave = finalize(self, downloads.leave, caller)  # runs once, also if nobody ever closes the file
        pieces = _later(_letting_go(read)) if isinstance(request, ASGIRequest) else _now(_letting_go(read))
        super().__init__(pieces, content_type="application/x-ndjson")
        self["Cache-Control"] = "private, no-store"

    def close(self) -> None:
        super().close()
        self._leave()


def _letting_go(read: Read[Place]) -> Read[Place]:
    """As *read*, but without a connection to the database while the caller takes the piece: that may be slow."""

    def read_one(place: Place | None) -> tuple[bytes, Place | None]:
        try:
            return read(place)
        finally:
            let_go()

    return read_one


def _now(read: Read[Place]) -> Iterator[bytes]:
    lines, place = read(None)
    yield lines
    while place is not None:
        lines, place = read(place)
        yield lines


async def _later(read: Read[Place]) -> AsyncIterator[bytes]:
    lines, place = await sync_to_async(read)(None)
    yield lines
    while place is not None:
        lines, place = await sync_to_async(read)(place)
        yield lines
