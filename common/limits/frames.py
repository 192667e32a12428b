"""Flood limits on websockets: counts what comes in before it is parsed, and bounds what waits to go out.

Daphne queues messages and answers without bounds, so a flooding client, or one that never reads, would exhaust time and
memory before the application sees its first message. `dominoes_site.asgi` gives Daphne this protocol instead.
"""

import asyncio
from typing import Any

import autobahn.twisted.websocket
import autobahn.websocket.protocol
from autobahn.websocket.types import ConnectionDeny
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.defer import Deferred

from common import address
from common.limits.sockets import crowds, floods, frames, openings

FLOODED, TOO_LONG = 4429, 1009  # close codes
LONGEST_MESSAGE = 16_000  # bytes; the application answers shorter ones with an error message
FRAME_OF = 2_000  # bytes; a longer frame counts as several
MOST_WAITING = 100  # messages waiting for the application before we stop reading; more than it takes to detect a flood
LOOK_AGAIN = 0.02  # seconds until we check its queue again
MOST_UNSENT = 256 * 1024  # bytes waiting for a client that doesn't read
MOST_BEFORE_OPEN = 16 * 1024  # bytes received before the socket opens
REFUSED_AFTER = 1.0  # seconds; slows down clients that try again and again
MOST_HELD = 200  # sockets waiting to be refused; we refuse further ones at once
SAYS_LITTLE = 0.1  # seconds of the flood rate; a socket below it isn't to blame for a crowd


# Autobahn colours texts for unused log lines at every message. Without that, the server does 4 % less for a move.
for module in (autobahn.twisted.websocket, autobahn.websocket.protocol):
    module.hltype = module.hlval = module.pformat = type  # type: ignore[attr-defined]

held: set["BoundedProtocol"] = set()  # sockets of this process waiting to be refused


class BoundedProtocol(WebSocketProtocol):
    closeHandshakeTimeout = 1  # seconds for the client to confirm the close
    place = "unknown"  # its address
    wait = 0  # seconds before its address may open sockets again
    ended = False  # we ignore everything it sends
    crowded = False  # too many messages wait for the application
    behind = False  # the client doesn't read
    unsent = 0  # bytes sent since then
    message_data: list[bytes] | None  # of the message being received

    # ---- Opening

    def onConnect(self, request: Any) -> object:
        """Refuse over HTTP, before there is a socket to close."""
        forwarded, peer = request.headers.get("x-forwarded-for", ""), self.transport.getPeer()
        self.place = address.believed(forwarded, getattr(peer, "host", ""))
        self.wait = floods.wait(self.place) or openings.too_many(self.place, self.place)
        if self.wait:
            return self.refuse()
        self.transport.unregisterProducer()  # that of the HTTP request
        self.transport.registerProducer(self, True)
        return super().onConnect(request)

    def refuse(self) -> "Deferred[object]":
        refused: Deferred[object] = Deferred()
        denied = ConnectionDeny(429, "Too Many Requests")
        if len(held) < MOST_HELD:
            held.add(self)
            asyncio.get_running_loop().call_later(REFUSED_AFTER, refused.errback, denied)
        else:
            refused.errback(denied)
        return refused

    def failHandshake(self, reason: str, code: int = 400, responseHeaders: object = None) -> None:
        held.discard(self)
        super().failHandshake(reason, code, [("Retry-After", self.wait)] if self.wait else responseHeaders)

    def onClose(self, *how: object) -> None:
        frames.forget(self)
        if not self.wait:  # Daphne doesn't know refused sockets
            super().onClose(*how)

    # ---- Reading

    def dataReceived(self, data: bytes) -> None:
        if self.state == self.STATE_CONNECTING and len(self.data) + len(data) > MOST_BEFORE_OPEN:
            self.dropConnection(abort=True)
        else:
            super().dataReceived(data)

    def processData(self) -> bool:
        """Process the next frame if it is complete; False if there is nothing to do for now."""
        if self.ended:
            self.data = b""
        return self.may_read and super().processData()

    def onFrameBegin(self) -> None:
        """For every kind of frame: messages, fragments and the protocol's pings."""
        amount = 1 + self.current_frame.length // FRAME_OF
        if frames.too_many(self, amount=amount) or (crowds.too_many(self, self.place, amount) and self.says_much):
            floods.begin(self.place)
            self.hang_up(FLOODED)
        super().onFrameBegin()

    def onMessageEnd(self) -> None:
        """Without telling listeners, of whom there are none."""
        if not self.failedByMe:
            self.onMessage(b"".join(self.message_data or ()), self.message_is_binary)
        self.message_data = None

    @property
    def says_much(self) -> bool:
        """Whether this socket causes the crowd. If not, other sockets at its address do."""
        return frames.lately(self) > SAYS_LITTLE

    def onMessageFrameBegin(self, length: int) -> None:
        if self.message_data_total_length + length > LONGEST_MESSAGE:
            self.hang_up(TOO_LONG)
        super().onMessageFrameBegin(length)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        if self.ended:
            return
        super().onMessage(payload, isBinary)
        if self.application_queue.qsize() >= MOST_WAITING:
            self.crowded = True
            self.transport.pauseProducing()
            self.look_again()

    def look_again(self) -> None:
        """Resume reading once the application has caught up."""
        if self.state == self.STATE_CLOSED:
            return
        if self.application_queue.qsize() > MOST_WAITING // 2:
            asyncio.get_running_loop().call_later(LOOK_AGAIN, self.look_again)
            return
        self.crowded = False
        self.read_on()

    @property
    def may_read(self) -> bool:
        return not (self.ended or self.crowded or self.behind)

    def read_on(self) -> None:
        if self.may_read and self.state != self.STATE_CLOSED:
            self.transport.resumeProducing()
            self.consumeData()  # bytes already received

    def hang_up(self, code: int) -> None:
        """Send the reason, read nothing more and drop what waits. The connection closes a second later."""
        self.ended = True
        while not self.application_queue.empty():
            self.application_queue.get_nowait()
        self.sendCloseFrame(code=code)
        self.transport.pauseProducing()

    # ---- Writing: the transport pauses us when the network is slower than we write

    def pauseProducing(self) -> None:
        self.behind, self.unsent = True, 0
        self.transport.pauseProducing()

    def resumeProducing(self) -> None:
        self.behind = False
        self.read_on()

    def stopProducing(self) -> None:
        """The connection is gone; `onClose` follows."""

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:
        super().serverSend(content, binary)
        if self.behind:
            self.unsent += len(content)
            if self.unsent > MOST_UNSENT:
                self.dropConnection(abort=True)
