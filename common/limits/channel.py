"""Limits HTTP connections per address, and the time of each request.

Twisted restarts its timer with every byte, so slow senders could hold connections, and with them file descriptors,
forever. `dominoes_site.bodies` gives Daphne this channel instead.
"""

from typing import Any

from django.conf import settings
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.web.http import HTTPChannel

from common import address
from common.limits.sockets import Connections

HEADERS = 10  # seconds from the first byte of a request to the end of its headers
LONGEST = 60  # seconds for the body, and between an answer and the next request

connections = Connections("CONNECTIONS_PER_ADDRESS")


class BoundedChannel(HTTPChannel):
    _place = ""  # the client's address, while we count it
    _begun = False  # the next request has begun
    behind = False  # the client reads more slowly than we write

    def connectionMade(self) -> None:
        super().connectionMade()
        transport: Any = self.transport
        peer = getattr(transport.getPeer(), "host", "")
        if not peer or settings.PROXIES:  # with a proxy, all connections come from its address
            return
        self._place = address.believed("", peer)
        if not connections.enter(self._place):
            transport.abortConnection()

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        self.leave()
        super().connectionLost(reason)

    def leave(self) -> None:
        """Stop counting the connection: it has closed, or became a websocket."""
        if self._place:
            connections.leave(self._place)
            self._place = ""

    def pauseProducing(self) -> None:
        self.behind = True
        super().pauseProducing()

    def resumeProducing(self) -> None:
        self.behind = False
        super().resumeProducing()

    def dataReceived(self, data: bytes) -> None:
        if not self._begun:
            self._begun = True
            self.setTimeout(HEADERS)
        super().dataReceived(data)

    def resetTimeout(self) -> None:
        """Single bytes don't extend the time."""

    def allHeadersReceived(self) -> None:
        super().allHeadersReceived()
        self.setTimeout(LONGEST)

    def requestDone(self, request: object) -> None:
        self._begun = False
        super().requestDone(request)
