"""Sends requests to addresses that users gave us, but never into our own network.

We resolve the name once, check the address and connect to that very address, so a name that resolves differently the
second time gains nothing.
"""

import contextlib
import http.client
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from common.refusals import Unreadable
from notices.connections import OpenConnections

SECONDS = 5  # for the whole request
OWN_PORTS, FIRST_FREE_PORT = {"https": 443, "http": 80}, 1024  # the ports below it belong to other services
SHORT = 4096  # bytes of an answer that we read, so that the connection can be used again
LONGEST = 64 * 1024  # bytes of an answer that a caller may read
# The part of IPv6 in use. Python also counts unassigned and site-local addresses as global.
IN_USE = ipaddress.ip_network("2000::/3")
NOT_OUTSIDE = [  # global to Python, but they wrap other addresses or are for documentation
    ipaddress.ip_network("2002::/16"),
    ipaddress.ip_network("2001::/32"),
    ipaddress.ip_network("3fff::/20"),
]


@dataclass(frozen=True, slots=True)
class Answer:
    """*status* of HTTP; None if there was no answer. *wrong*: why, for the log. *body*: at most `LONGEST` bytes."""

    status: int | None
    wrong: str = ""
    body: bytes = b""

    @property
    def ok(self) -> bool:
        return self.status is not None and 200 <= self.status < 300

    @property
    def gone(self) -> bool:
        return self.status in {404, 410}


def must_be_allowed(url: str) -> None:
    """Raises `Unreadable` if we will never send to this address. Doesn't resolve the name."""
    parts = _read(url)
    if parts is None:
        raise Unreadable("bad_address", _("Enter an address that starts with https:// and names a host."))
    if not _is_open(parts):
        raise Unreadable("bad_address", _("Use port 443 or a port above 1023."))
    with contextlib.suppress(ValueError):
        if not is_outside(ipaddress.ip_address(parts.hostname or "")):
            raise Unreadable("bad_address", _("We can’t send to addresses inside a private network."))


def post(url: str, *, body: bytes, headers: dict[str, str]) -> Answer:
    """One POST without redirects, of which only the status counts."""
    return ask("POST", url, body=body, headers=headers, reads=False)


def ask(
    method: str,
    url: str,
    *,
    body: bytes | None,
    headers: dict[str, str],
    until: float = float("inf"),
    reads: bool = True,
) -> Answer:
    """One request without redirects. Errors become an `Answer`, too. The connection stays open for the next one.

    *until*: when to give up, on the monotonic clock, if that is before `SECONDS` have passed. *reads*: read the body.
    """
    parts = _read(url)
    if parts is None or not _is_open(parts):
        return Answer(None, "not an address")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    limit = min(until, time.monotonic() + SECONDS)

    def send(connection: _Connection) -> Answer:
        with connection.within(limit):
            connection.request(method, path, body=body, headers=headers)
            response, content = connection.getresponse(), b""
            is_short = response.length is not None and response.length <= SHORT
            with contextlib.suppress(OSError, http.client.HTTPException):  # the status has come
                if reads or is_short:
                    content = response.read(LONGEST)
                if not is_short:
                    connection.close()
            return Answer(response.status, body=content)

    try:
        return connections.use((parts.scheme, parts.netloc), lambda: _Connection(parts), send)
    except (OSError, http.client.HTTPException, ValueError) as error:
        return Answer(None, type(error).__name__)


def is_outside(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether we may connect to it: no private, loopback, link-local, reserved or wrapped address."""
    if settings.NOTICES_TO_PRIVATE_ADDRESSES:
        return True
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return is_outside(address.ipv4_mapped)
        if address not in IN_USE or any(address in network for network in NOT_OUTSIDE):
            return False
    return address.is_global and not address.is_multicast


def _read(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        _port = parts.port
    except ValueError:
        return None
    schemes = {"https", "http"} if settings.NOTICES_TO_PRIVATE_ADDRESSES else {"https"}
    printable = url.isascii() and url.isprintable() and " " not in url
    return parts if printable and parts.scheme in schemes and parts.hostname and "@" not in parts.netloc else None


def _port(parts: SplitResult) -> int:
    return OWN_PORTS[parts.scheme] if parts.port is None else parts.port


def _is_open(parts: SplitResult) -> bool:
    """Whether we connect to that port: the web's own, or one above the ports of well-known services."""
    return _port(parts) >= FIRST_FREE_PORT or _port(parts) == OWN_PORTS[parts.scheme]


def _address(parts: SplitResult) -> tuple[str, int]:
    """Where to connect. Raises OSError if the name has no address outside."""
    port = _port(parts)
    for *_kind, address in socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM):
        if is_outside(ipaddress.ip_address(str(address[0]).partition("%")[0])):
            return str(address[0]), port
    raise OSError("no address outside")


@cache
def _trusted() -> ssl.SSLContext:
    """Cached, because loading the certificates takes 24 ms, longer than the rest of a request."""
    return ssl.create_default_context()


class _Connection(http.client.HTTPConnection):
    """Connects to a checked address, under the name that was asked for.

    All steps of connecting share one time limit; only the resolver has its own. If a kept connection turns out to be
    closed, we resolve, check and connect again.
    """

    def __init__(self, parts: SplitResult) -> None:
        super().__init__(parts.netloc)
        self._parts, self._until = parts, 0.0

    @contextlib.contextmanager
    def within(self, until: float) -> Iterator[None]:
        """Connect if need be, and hang up when the time has passed."""
        self._until = until
        if self.sock is None:
            self.connect()
        # A socket's timeout starts again with each byte. `self.sock` is None while the last answer is read.
        timer = threading.Timer(self.left(), self.hang_up, [self.sock])
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def left(self) -> float:
        """Seconds left. Raises TimeoutError if there are none."""
        if (seconds := self._until - time.monotonic()) <= 0:
            raise TimeoutError
        return seconds

    def connect(self) -> None:
        address = _address(self._parts)
        self.sock = socket.create_connection(address, self.left())
        if self._parts.scheme == "https":
            self.sock.settimeout(self.left())  # the handshake has one timeout as a whole
            self.sock = _trusted().wrap_socket(self.sock, server_hostname=self._parts.hostname)

    def hang_up(self, connected: socket.socket) -> None:
        """Called from another thread; the one that waits for an answer gets an error."""
        with contextlib.suppress(OSError):
            connected.shutdown(socket.SHUT_RDWR)


connections = OpenConnections[_Connection]()
