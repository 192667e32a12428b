"""HTTP connections: slow senders are cut off, and nobody can hold so many that others get none."""

import contextlib
import http.client
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport

from common.limits.channel import HEADERS, LONGEST, BoundedChannel, connections
from tests.live.flooding import opened
from tests.live.server import ROOT, LiveServer

HERE, ELSEWHERE = "127.0.0.1", "127.0.0.5"
MOST = 5


class Connection:
    """A channel with its own clock; *open* while the server keeps it."""

    def __init__(self) -> None:
        self.clock, self.transport = Clock(), StringTransport()
        self.channel = BoundedChannel()
        self.channel.callLater = self.clock.callLater
        self.channel.timeOut = LONGEST
        self.channel.makeConnection(self.transport)

    @property
    def open(self) -> bool:
        return not (self.transport.disconnecting or self.transport.disconnected)

    def say(self, said: bytes) -> None:
        self.channel.dataReceived(said)

    def drip(self, drop: bytes, seconds: int, every: int = 2) -> int:
        """How many seconds it has stayed open."""
        for waited in range(0, seconds, every):
            if not self.open:
                return waited
            self.say(drop)
            self.clock.advance(every)
        return seconds

    def answer(self) -> None:
        self.channel.requests[0].finish()


@pytest.fixture
def connection() -> Iterator[Connection]:
    made = Connection()
    yield made
    made.channel.connectionLost(None)


GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n"


def test_slow_headers_share_one_time_limit(connection):
    connection.say(GET)
    assert connection.drip(b"X-a: b\r\n", 200) == HEADERS


def test_a_slow_first_line_has_a_time_limit(connection):
    assert connection.drip(b"G", 200) == HEADERS


@pytest.mark.parametrize(
    ("length", "drop"), [(b"Content-Length: 60000", b" "), (b"Transfer-Encoding: chunked", b"1\r\nx\r\n")]
)
def test_a_slow_body_has_a_time_limit(connection, length, drop):
    connection.say(b"POST / HTTP/1.1\r\nHost: localhost\r\n" + length + b"\r\n\r\n")
    assert connection.drip(drop, 200) == LONGEST


def test_silent_connections_are_closed(connection):
    connection.clock.advance(LONGEST - 1)
    assert connection.open
    connection.clock.advance(1)
    assert not connection.open


def test_answers_have_no_time_limit(connection):
    connection.say(GET + b"\r\n")
    connection.clock.advance(600)
    assert connection.open
    connection.answer()
    assert b"200 OK" in connection.transport.value()


def test_the_next_request_has_its_own_time_limit(connection):
    for _ in range(3):
        connection.clock.advance(LONGEST - 1)
        connection.say(GET)
        connection.clock.advance(HEADERS - 1)
        connection.say(b"\r\n")
        assert connection.open
        connection.answer()
    connection.say(GET)
    assert connection.drip(b"X-a: b\r\n", 200) == HEADERS


def test_a_pipelined_request_gets_its_time_after_the_previous_answer(connection):
    connection.say(GET + b"\r\n" + GET)
    connection.clock.advance(600)
    connection.answer()
    connection.clock.advance(HEADERS - 1)
    assert connection.open
    connection.clock.advance(1)
    assert not connection.open


def test_closed_and_proxied_connections_are_not_counted(settings):
    gone = [Connection() for _ in range(3)]
    assert connections.open == {"192.168.1.1": 3}
    for one in gone:
        one.channel.connectionLost(None)
    assert not connections.open
    settings.PROXIES = 1
    passed_on = Connection()
    assert not connections.open
    passed_on.channel.connectionLost(None)
    assert not connections.open


def test_the_proxy_waits_for_headers_as_long_as_we_do():
    found = re.search(r"^\t\t\tread_header (\d+)s$", (ROOT / "deploy" / "Caddyfile").read_text(), re.MULTILINE)
    assert found is not None
    assert int(found[1]) == HEADERS


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[LiveServer]:
    env = {"LIMITS": "1", "CONNECTIONS_PER_ADDRESS": str(MOST), "RATE_PAGE": "1/d/address"}
    with LiveServer(tmp_path_factory.mktemp("channel"), env=env).migrate(empty_database) as running:
        yield running


def held(server: LiveServer, stack: contextlib.ExitStack) -> socket.socket:
    wire = socket.create_connection(("127.0.0.1", server.port), timeout=20, source_address=(ELSEWHERE, 0))
    stack.callback(wire.close)
    wire.sendall(GET)
    return wire


def status(server: LiveServer, source: str) -> int:
    """0: the server closed the connection instead of answering."""
    asking = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20, source_address=(source, 0))
    with contextlib.closing(asking):
        try:
            asking.request("GET", "/healthz")
            return asking.getresponse().status
        except (ConnectionError, http.client.BadStatusLine):
            return 0


def let_in_again(server: LiveServer) -> bool:
    """The server notices closed connections when it reads them."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if status(server, ELSEWHERE) == 200:
            return True
        time.sleep(0.05)
    return False


def test_connections_per_address_are_limited_and_others_are_answered(server):
    with contextlib.ExitStack() as stack:
        for _ in range(MOST):
            held(server, stack)
        assert status(server, HERE) == 200  # by now the server has noticed
        assert status(server, ELSEWHERE) == 0
        assert status(server, HERE) == 200
    assert let_in_again(server)


def test_sockets_are_counted_as_sockets(server):
    """Open sockets leave room for their pages' requests."""
    with contextlib.ExitStack() as stack:
        for _ in range(2 * MOST):
            wire, answer = opened(ELSEWHERE, server.port, "/ws/events/", "")
            stack.callback(wire.close)
            assert answer == "101"
        assert status(server, ELSEWHERE) == 200
    assert let_in_again(server)


def test_refusals_are_delayed_by_a_second_and_others_dont_wait(server):
    """Refused at once, a client that ignores refusals would keep the server busy."""
    with contextlib.ExitStack() as stack:

        def asked() -> http.client.HTTPConnection:
            asking = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
            stack.callback(asking.close)
            asking.request("GET", "/rules/")
            return asking

        first = asked().getresponse()
        assert (first.status, b"Muggins" in first.read()) == (200, True)
        asked().close()  # disconnects meanwhile
        began = time.monotonic()
        refused = asked()
        assert status(server, HERE) == 200
        answer = refused.getresponse()
        assert (answer.status, b"One moment" in answer.read()) == (429, True)
        assert time.monotonic() - began > 0.9
    assert "Traceback" not in server.log()


def test_requests_far_above_the_rate_are_each_delayed(tmp_path, empty_database):
    with LiveServer(tmp_path, env={"LIMITS": "1", "RATE_REQUEST": "3/d/address"}).migrate(empty_database) as server:
        assert [status(server, ELSEWHERE) for _ in range(3)] == [200] * 3
        for _ in range(2):
            began = time.monotonic()
            assert status(server, ELSEWHERE) == 200
            assert time.monotonic() - began > 0.9
        with socket.create_connection(("127.0.0.1", server.port), source_address=(ELSEWHERE, 0)) as gone:
            gone.sendall(GET + b"\r\n")
        wire, answer = opened(ELSEWHERE, server.port, "/ws/events/", "")
        wire.close()
        assert answer == "101"
        assert "Traceback" not in server.log()
