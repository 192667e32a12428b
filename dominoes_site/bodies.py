"""Bounds the bodies of requests by a limit per address, and sends no body in answers that can't have one. Also delays
clients that are refused or far too fast by a second.

Daphne reads a body completely, into a file if it is large, before our code runs. We cut it off at the first possible
moment: when the headers arrive, or, for bodies of unknown length, when the limit is passed. Other servers hand us a
body piece by piece; `bounded` stops at the same limit.
"""

import logging
import os
from collections.abc import Awaitable, Callable, Mapping
from typing import IO, Any, cast

import daphne.http_protocol
import twisted.web.http
from daphne.http_protocol import WebRequest
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, parse_cookie
from django.utils import translation
from django.utils.translation import gettext as _
from twisted.internet import reactor
from twisted.web.http import NO_BODY_CODES

from common import address
from common.answers.outside_views import answer
from common.limits.channel import BoundedChannel
from common.limits.frames import MOST_UNSENT
from common.limits.leaks import Leaks
from common.refusals import Refused, TooMany

logger = logging.getLogger(__name__)
PATIENCE = 3.0  # seconds for a browser to finish sending and to read the refusal
HELD_FOR = 1.0  # seconds; slows down clients that try again and again
MOST_HELD = 200  # delayed requests; further ones aren't delayed
THROWN_AWAY = 8 * 1024 * 1024  # bytes of a refused body; then we hang up


Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]


class TooLarge(Refused):
    """The body exceeds the limit of its address."""

    status = 413


class TooLong(Exception):
    """A body has passed the limit of its address."""


class WithLength(ASGIRequest):
    """A request whose body has a length, however it came: forms, uploads and the API's parsers read only so much of
    it. A body in chunks (`Transfer-Encoding: chunked`) doesn't say its length.
    """

    def __init__(self, scope: Scope, body_file: IO[bytes]) -> None:
        super().__init__(scope, body_file)
        length = body_file.seek(0, os.SEEK_END)
        body_file.seek(0)
        if length:
            self.META["CONTENT_LENGTH"] = str(length)


held: set["Request"] = set()  # delayed requests of this process
requests = Leaks("request")


def install() -> None:
    """Replace Daphne's request and channel classes. Called while the application is created, before clients can
    connect.
    """
    daphne.http_protocol.WebRequest = Request
    twisted.web.http.HTTPChannel = BoundedChannel  # type: ignore[misc]


def largest(path: str) -> int:
    """The largest body, in bytes, that this address accepts."""
    return next((most for begins, most in settings.LARGEST_BODIES.items() if path.startswith(begins)), 0)


def bounded(scope: Scope, receive: Receive) -> Receive:
    """*receive* for a request, which raises `TooLong` at the piece that passes the limit of its address."""
    left = largest(scope["path"])

    async def piece() -> Mapping[str, Any]:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise TooLong
        return message

    return piece


def refusal(path: str, cookies: str, languages: str) -> HttpResponse:
    """The answer to a body that is too large, in the client's language."""
    asked = HttpRequest()  # only the parts that decide the language
    asked.COOKIES = parse_cookie(cookies)
    asked.META["HTTP_ACCEPT_LANGUAGE"] = languages
    most = largest(path)
    logger.info("A body of more than %d bytes for %s was not read.", most, path)
    with translation.override(translation.get_language_from_request(asked)):
        message = _("This address accepts no data.")
        if most:
            message = _("This is too large. The limit is %(n)d kB.") % {"n": most // 1024}
        return answer(path, TooLarge("too_large", message), "413.html")


class Request(WebRequest):
    """A request with a limited body. Its answer has no body where HTTP forbids one, and may be delayed."""

    _path = ""
    _most = 0
    _come = 0
    _refused = False
    _answered: list[dict[str, object]]  # the answer, while it is delayed
    _unsent = 0  # bytes of a stream that wait for a client that doesn't read

    def gotLength(self, length: int | None) -> None:
        self._path = self.channel._path.partition(b"?")[0].decode("latin1")
        self._most = largest(self._path)
        super().gotLength(self._most if length is None else min(length, self._most))  # in memory, if that is little
        if length is not None and length > self._most:
            self._refuse()

    def handleContentChunk(self, data: bytes) -> None:
        self._come += len(data)
        if not self._refused and self._come > self._most:
            self._refuse()
        if not self._refused:
            super().handleContentChunk(data)
        elif self._come > self._most + THROWN_AWAY:
            self.transport.abortConnection()

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:
        if self._refused:  # the body was read completely, so the client gets the answer
            self.channel.loseConnection()
        else:
            super().requestReceived(command, path, version)

    def process(self) -> None:
        forwarded = b",".join(self.requestHeaders.getRawHeaders(b"x-forwarded-for", []))
        place = address.believed(forwarded.decode("latin1"), getattr(self.client, "host", ""))
        if not (requests.too_many("", place) and self._hold(self._process)):
            self._process()

    def _process(self) -> None:
        if self.channel is None:  # the client has gone
            return
        super().process()
        if self.transport is None:  # it became a websocket, which is counted elsewhere
            self.channel.leave()

    def _hold(self, go_on: Callable[[], None]) -> bool:
        """Whether to delay this request. The number of delayed requests is bounded."""
        if len(held) >= MOST_HELD:
            return False
        held.add(self)

        def let_go() -> None:
            held.remove(self)
            go_on()

        reactor.callLater(HELD_FOR, let_go)  # type: ignore[arg-type]  # an interface, to mypy
        return True

    def handle_reply(self, message: dict[str, object]) -> None:
        """Twisted drops the body of an answer to HEAD, and of a 204 or 304, but only its first piece."""
        if message["type"] == "http.response.body" and (self.method == b"HEAD" or self.code in NO_BODY_CODES):
            message = {**message, "body": b""}
        if message.get("status") == TooMany.status and self._hold(self._reply):
            self._answered = []
        if self in held:
            self._answered.append(message)
        else:
            super().handle_reply(message)
            self._bound_stream(message)

    def _bound_stream(self, message: dict[str, object]) -> None:
        """Hang up on a client that doesn't read its stream. Other answers end by themselves."""
        channel = getattr(self, "channel", None)  # Twisted deletes it when the client has gone or the answer ends
        if channel is None or not channel.behind:
            self._unsent = 0
        elif self.responseHeaders.getRawHeaders(b"content-type") == [b"text/event-stream"]:
            self._unsent += len(cast(bytes, message.get("body", b"")))
            if self._unsent > MOST_UNSENT:
                self.transport.abortConnection()

    def _reply(self) -> None:
        for message in self._answered:
            super().handle_reply(message)

    def _refuse(self) -> None:
        """Answer that the body is too large. Discard what still arrives for a while, then hang up."""
        self._refused = True
        self.content.close()
        self.requestHeaders.removeHeader(b"Expect")  # or Twisted would ask for the body
        self.transport.write(self._too_large())
        reactor.callLater(PATIENCE, self.transport.abortConnection)  # type: ignore[arg-type]  # an interface, to mypy

    def _too_large(self) -> bytes:
        refused = refusal(self._path, self._header(b"cookie"), self._header(b"accept-language"))
        body = refused.content
        head = (
            f"HTTP/1.1 413 Content Too Large\r\nContent-Type: {refused['Content-Type']}\r\n"
            f"Content-Length: {len(body)}\r\n"
            "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
        )
        return head.encode() + (b"" if self.channel._command == b"HEAD" else body)

    def _header(self, name: bytes) -> str:
        values: list[bytes] = self.requestHeaders.getRawHeaders(name) or [b""]
        return values[0].decode("latin1")
