"""A client that sends far too much, by one socket.

It uses no websocket library, which would be slower than the server: frames are built once and written again and again.
"""

import json
import select
import socket
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

TEXT, PING = 0x1, 0x9
CHUNK = 64 * 1024  # bytes per write
SEVEN_BITS, TWO_BYTES, EIGHT_BYTES = 125, 126, 127


@dataclass
class Told:
    """The result of an attack."""

    messages: int = 0
    endings: Counter[str] = field(default_factory=Counter)  # "4429", "HTTP 429", "cut" … → how often
    first_closed: float | None = None  # seconds

    def ended(self, how: str, after: float) -> None:
        self.endings[how] += 1
        if self.first_closed is None:
            self.first_closed = after


def frame(payload: bytes, opcode: int = TEXT, *, whole: bool = True) -> bytes:
    """A frame in the form of a client: masked, with a mask of zeros."""
    length = len(payload)
    if length <= SEVEN_BITS:
        size = bytes([0x80 | length])
    elif length < 2**16:
        size = bytes([0x80 | TWO_BYTES]) + length.to_bytes(2, "big")
    else:
        size = bytes([0x80 | EIGHT_BYTES]) + length.to_bytes(8, "big")
    return bytes([(0x80 if whole else 0) | opcode]) + size + bytes(4) + payload


def text(**message: Any) -> bytes:
    return frame(json.dumps(message).encode())


# The repeated messages; each causes another kind of work in the server.
SAID: dict[str, bytes] = {
    "pings": text(type="ping", version=10**6),
    "huge": frame(b'"' + b"6" * 900_000 + b'"'),
    "frames": frame(b"", PING),  # the protocol's own pings
    "deaf": text(type="ping", version=0),  # requests the whole view and doesn't read it
}


def opened(source: str, port: int, path: str, cookie: str) -> tuple[socket.socket, str]:
    """A new socket, and the status of the server's answer."""
    wire = socket.create_connection(("127.0.0.1", port), timeout=5, source_address=(source, 0))
    wire.sendall(
        f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nCookie: {cookie}\r\n\r\n".encode()
    )
    return wire, wire.recv(4096).split(b" ", 2)[1].decode()


def say(kind: str, wire: socket.socket, told: Told, began: float, end: float) -> None:
    """Send until the socket is closed or the time is up."""
    said = SAID[kind]
    many = max(1, CHUNK // len(said))
    chunk, sent = memoryview(said * many), 0
    wire.setblocking(False)
    reads: list[Any] = [] if kind == "deaf" else [wire]
    while time.monotonic() < end:
        readable, writable, _ = select.select(reads, [wire], [], 0.1)
        try:
            if readable and (how := ending(wire.recv)):
                told.ended(how, time.monotonic() - began)
                return
            if writable:
                sent += wire.send(chunk[sent:])
                if sent == len(chunk):
                    told.messages, sent = told.messages + many, 0
        except BlockingIOError:
            continue
        except OSError:
            told.ended("cut", time.monotonic() - began)
            return


def ending(recv: Callable[[int], bytes]) -> str:
    """How the socket ended, or "" if it is open: a close frame would be the last thing received."""
    came = recv(1 << 20)
    if not came:
        return "cut"
    return str(int.from_bytes(came[-2:], "big")) if came[-4:-2] == b"\x88\x02" else ""
