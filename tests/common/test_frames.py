"""Limits of one websocket, tested against the protocol that Daphne uses."""

import asyncio

import pytest
from daphne.ws_protocol import WebSocketFactory
from twisted.internet.address import IPv4Address
from twisted.internet.error import ConnectionDone
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure

from common.limits import frames, sockets
from common.limits.leaks import Leaks
from common.limits.sockets import Floods
from tests.live.flooding import PING, frame, text

A_PING = text(type="ping", version=1)
HANDSHAKE = (
    b"GET /ws/me/ HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Daphne:
    """The part of a server that the protocol uses."""

    root_path, proxy_forwarded_address_header = "", None

    def __init__(self):
        self.queue = asyncio.Queue()
        self.connected = []

    def protocol_connected(self, protocol):
        self.connected.append(protocol)

    def protocol_disconnected(self, protocol):
        self.connected.remove(protocol)

    def create_application(self, _protocol, _scope):
        return self.queue

    def log_action(self, *_what):
        pass


class Line:
    """A socket opened from *place*."""

    def __init__(self, place="192.0.2.1"):
        self.daphne = Daphne()
        factory = WebSocketFactory(self.daphne, server="")
        factory.protocol = frames.BoundedProtocol
        peer = IPv4Address("TCP", place, 1)
        self.protocol = factory.buildProtocol(peer)
        self.protocol._raw_query_string = b""
        self.wire = StringTransport(peerAddress=peer)
        self.wire.registerProducer(object(), True)  # the HTTP request, which Twisted leaves there
        self.protocol.makeConnection(self.wire)
        self.protocol.dataReceived(HANDSHAKE)
        if self.daphne.connected:
            self.protocol.handle_reply({"type": "websocket.accept"})
            assert self.daphne.queue.get_nowait() == {"type": "websocket.connect"}

    @property
    def answered(self):
        return self.wire.value()

    @property
    def is_read(self):
        return self.wire.producerState == "producing"

    def says(self, *said):
        self.wire.clear()
        self.protocol.dataReceived(b"".join(said))

    def closes_with(self, code):
        return self.answered.endswith(b"\x88\x02" + code.to_bytes(2, "big")) and not self.is_read


async def rounds_of_the_loop(count):
    for _ in range(count):
        await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def counted(settings, monkeypatch):
    settings.LIMITS, settings.FLOOD_PAUSE_SECONDS = True, 5
    settings.RATES = settings.RATES | {"flood": "60/s", "crowd": "100/s/address", "socket": "10/m/address"}
    monkeypatch.setattr(sockets.time, "monotonic", lambda: 100.0)
    for module in (frames, sockets):
        monkeypatch.setattr(module, "floods", Floods())
    monkeypatch.setattr(frames, "frames", Leaks("flood"))
    monkeypatch.setattr(frames, "crowds", Leaks("crowd"))
    monkeypatch.setattr(frames, "MOST_HELD", 0)
    monkeypatch.setattr(frames, "openings", Leaks("socket"))


async def test_messages_reach_the_application():
    line = Line()
    line.says(A_PING, A_PING)
    assert [line.daphne.queue.get_nowait()["type"] for _ in range(2)] == ["websocket.receive"] * 2
    assert line.is_read


@pytest.mark.parametrize(
    "said",
    [A_PING, frame(b""), frame(b"", PING), frame(b"", 0xA), frame(b"6" * 9_000)],
    ids=["message", "empty", "ping", "pong", "long"],
)
async def test_a_flooding_socket_is_closed_and_its_address_waits(said):
    line = Line()
    line.says(said * 4)
    assert line.is_read
    line.says(said * 500)
    assert line.closes_with(4429)
    assert Line().answered.startswith(b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\n")
    assert Line("192.0.2.2").answered.startswith(b"HTTP/1.1 101 ")


async def test_later_messages_of_a_flooding_socket_are_ignored():
    line = Line()
    line.says(frame(b"", PING) * 500)
    line.says(A_PING * 500)
    assert (line.daphne.queue.qsize(), line.answered, line.protocol.data) == (0, b"", b"")


async def test_messages_from_before_a_flood_was_noticed_are_dropped_too():
    line = Line()
    line.says(A_PING * 50)
    assert line.daphne.queue.qsize() == 50
    line.says(A_PING * 50)
    assert line.daphne.queue.empty()


async def test_reading_pauses_while_a_hundred_messages_wait_for_the_application(settings):
    settings.RATES = settings.RATES | {"flood": "1000/s", "crowd": "1000/s/address"}
    line = Line()
    line.says(A_PING * 180)
    assert line.daphne.queue.qsize() == 100
    assert not line.is_read
    for _ in range(50):
        line.daphne.queue.get_nowait()
    line.protocol.look_again()
    assert line.daphne.queue.qsize() == 100  # of those already received
    assert not line.is_read
    for _ in range(50):
        line.daphne.queue.get_nowait()
    line.protocol.look_again()
    assert line.daphne.queue.qsize() == 80
    assert line.is_read


async def test_an_endless_message_closes_the_socket():
    line = Line()
    line.says(frame(b"6" * 500, whole=False), frame(b"6" * 500, 0, whole=False) * 31)
    assert line.is_read
    line.says(frame(b"6" * 500, 0, whole=False))
    assert line.closes_with(1009)
    assert line.daphne.queue.empty()


async def test_clients_that_dont_read_arent_read_and_are_dropped_when_too_much_waits():
    line = Line()
    line.wire.producer.pauseProducing()  # the transport reports a full buffer
    assert not line.is_read
    for _ in range(2):
        line.protocol.serverSend("6" * 100_000)
    line.wire.producer.resumeProducing()
    assert line.is_read
    line.wire.producer.pauseProducing()
    for _ in range(2):
        line.protocol.serverSend("6" * 100_000)
    assert not line.wire.disconnected
    line.protocol.serverSend("6" * 100_000)
    assert line.wire.disconnected


async def test_messages_before_the_socket_is_open_are_limited():
    line = Line()
    line.protocol.state = line.protocol.STATE_CONNECTING
    line.says(b"GET /" + b"6" * 20_000)
    assert line.wire.disconnected


async def test_opening_sockets_is_rate_limited_per_address():
    assert [Line().answered[9:12] for _ in range(11)] == [b"101"] * 10 + [b"429"]
    assert Line("192.0.2.2").answered[9:12] == b"101"


async def test_refusals_are_delayed_by_a_second_unless_too_many_wait(monkeypatch):
    """Otherwise a client that reconnects at once would get a thousand answers a second."""
    now = [100.0]
    monkeypatch.setattr(sockets.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(frames, "MOST_HELD", 2)
    frames.floods.begin("192.0.2.1")
    first, gone, further = Line(), Line(), Line()
    assert [line.answered[9:12] for line in (first, gone, further)] == [b"", b"", b"429"]
    gone.protocol.connectionLost(Failure(ConnectionDone()))
    now[0] += 0.9
    await rounds_of_the_loop(2)
    assert first.answered == b""
    now[0] += 0.2
    await rounds_of_the_loop(2)
    assert first.answered[9:12] == b"429"
    assert not frames.held


async def test_quiet_sockets_stay_open_when_others_at_their_address_flood():
    quiet, *loud = (Line() for _ in range(4))
    for line in loud:
        line.says(A_PING * 33)  # each within its own limit, together close to the limit of all
    quiet.says(A_PING * 5)
    assert quiet.is_read
    assert quiet.daphne.queue.qsize() == 5
    loud[0].says(A_PING)
    assert loud[0].closes_with(4429)
    assert Line().answered[9:12] == b"429"


async def test_daphne_speaks_this_protocol():
    import dominoes_site.asgi  # noqa: F401 - which gives it to every Daphne that serves it

    assert WebSocketFactory.protocol is frames.BoundedProtocol
