"""The server never connects to its own network."""

import ipaddress
import socket
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from common.refusals import Unreadable
from notices import outside

INSIDE = ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
          "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::",
          "ff02::1", "fec0::1", "::127.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b:1::a00:1", "3fff::1"]  # fmt: skip
OUTSIDE = ["1.1.1.1", "93.184.216.34", "2606:4700::1111"]


@pytest.mark.parametrize("address", INSIDE)
def test_private_addresses_are_refused(address):
    assert not outside.is_outside(ipaddress.ip_address(address))
    bracketed = f"[{address}]" if ":" in address else address
    with pytest.raises(Unreadable):
        outside.must_be_allowed(f"https://{bracketed}/hook")


@pytest.mark.parametrize("address", OUTSIDE)
def test_public_addresses_are_allowed(address):
    assert outside.is_outside(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "url",
    ["", "example.org", "http://example.org/", "ftp://example.org/", "https://", "https://a@example.org/", "https://[::1",
     "https://example.org:99999/", "https://example.org/ x", "https://exa\nmple.org/", "javascript:alert(1)"],
)  # fmt: skip
def test_an_invalid_address_is_refused_with_a_sentence(url):
    with pytest.raises(Unreadable) as refused:
        outside.must_be_allowed(url)
    assert refused.value.message.endswith(".")
    assert outside.post(url, body=b"", headers={}).status is None


@pytest.mark.parametrize("port", [0, 22, 25, 80, 389, 444, 1023])
def test_ports_of_other_services_are_refused(port, monkeypatch):
    monkeypatch.setattr(socket, "create_connection", lambda *_where: pytest.fail("connected"))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_what, **_kind: pytest.fail("looked up"))
    with pytest.raises(Unreadable, match="Use port 443"):
        outside.must_be_allowed(f"https://example.org:{port}/hook")
    assert outside.post(f"https://example.org:{port}/hook", body=b"", headers={}).status is None


@pytest.mark.parametrize("port", ["", ":443", ":1024", ":8443", ":65535"])
def test_the_web_port_and_high_ports_are_allowed(port):
    outside.must_be_allowed(f"https://example.org{port}/hook")


@pytest.mark.parametrize("name", ["localhost", "2130706433", "0x7f.1", "127.1"])
def test_a_name_with_a_private_address_is_not_connected_to(name, monkeypatch):
    def connect(*_where):
        raise AssertionError("connected")

    monkeypatch.setattr(socket, "create_connection", connect)
    assert outside.post(f"https://{name}/", body=b"", headers={}) == outside.Answer(None, "OSError") or (
        outside.post(f"https://{name}/", body=b"", headers={}).status is None
    )


def test_a_name_is_resolved_once_and_that_address_is_used(monkeypatch):
    """DNS rebinding: we connect to the address that we checked."""
    asked, connected = [], []

    def resolve(host, port, **_kind):
        asked.append(host)
        return [(0, 0, 0, "", ("10.0.0.1", port)), (0, 0, 0, "", ("1.1.1.1" if len(asked) == 1 else "127.0.0.1", port))]

    def connect(address, _seconds):
        connected.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", connect)
    assert outside.post("https://rebinding.example/", body=b"", headers={}).status is None
    assert (asked, connected) == (["rebinding.example"], [("1.1.1.1", 443)])


@pytest.mark.parametrize("slow", ["", "getaddrinfo", "create_connection"])
def test_a_slow_answer_is_cut_off_however_long_connecting_took(slow, settings, monkeypatch):
    settings.NOTICES_TO_PRIVATE_ADDRESSES = True
    monkeypatch.setattr(outside, "SECONDS", 0.5)
    if slow:
        reach = getattr(socket, slow)
        monkeypatch.setattr(socket, slow, lambda *where, **how: (time.sleep(0.6), reach(*where, **how))[1])
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def drip() -> None:
            connection, _ = listener.accept()
            with connection:
                for _drop in range(100):
                    try:
                        connection.send(b"H")
                    except OSError:
                        return
                    time.sleep(0.1)

        dripping = Thread(target=drip, daemon=True)
        dripping.start()
        begun = time.monotonic()
        answer = outside.post(f"http://127.0.0.1:{listener.getsockname()[1]}/", body=b"", headers={})
        assert answer.status is None
        assert time.monotonic() - begun < 3
        with socket.socket() as knock:  # it may still wait for a connection
            knock.connect(listener.getsockname())
        dripping.join()


def test_a_connection_is_reused_and_replaced_when_the_other_side_drops_it(settings):
    settings.NOTICES_TO_PRIVATE_ADDRESSES = True
    asked: list[int] = []

    class Twice(BaseHTTPRequestHandler):
        """Answers two requests per connection, then drops it without notice."""

        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            asked.append(self.client_address[1])
            self.send_response(201)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"ok")
            self.close_connection = asked.count(self.client_address[1]) == 2

        def log_message(self, *_words: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Twice) as server:
        Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
        where = f"http://127.0.0.1:{server.server_port}/"
        assert [outside.post(where, body=b"x", headers={}).status for _ in range(5)] == [201] * 5
        outside.connections.close()
        server.shutdown()
    assert [asked.count(port) for port in dict.fromkeys(asked)] == [2, 2, 1]
