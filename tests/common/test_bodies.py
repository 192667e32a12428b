"""Bodies on a real server: too long ones are cut off, and an answer without a body has none."""

import http.client
import json
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

from tests.live.framing import check_framing
from tests.live.server import LiveServer
from tests.ops.test_proxies import nginx

MEGABYTE = 1024 * 1024
HEALTHY = f"ok {settings.VERSION}\n".encode()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[LiveServer]:
    with LiveServer(tmp_path_factory.mktemp("bodies")).migrate(empty_database) as running:
        yield running


def connected(server: LiveServer) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=20)


@pytest.fixture
def connection(server: LiveServer) -> Iterator[http.client.HTTPConnection]:
    """A connection, kept open as long as the server allows."""
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)) as connection:
        yield connection


def answered(sent: socket.socket) -> tuple[str, bytes]:
    """Status line and body of everything received until the connection ends."""
    came = b""
    try:
        while piece := sent.recv(65536):
            came += piece
    except ConnectionError:
        pass
    head, _, body = came.partition(b"\r\n\r\n")
    return head.partition(b"\r\n")[0].decode(), body


def spooled(server: LiveServer) -> list[str]:
    """Unnamed files that the server has open, as Python's temporary files are."""
    found = []
    for file in Path(f"/proc/{server.pid}/fd").iterdir():
        try:
            target = str(file.readlink())
        except OSError:
            continue
        if "(deleted)" in target and "/memfd:" not in target:
            found.append(target)
    return found


def test_a_body_with_a_too_large_content_length_is_refused_unread(server):
    with connected(server) as sent:
        sent.sendall(b"POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 314572800\r\n\r\n")
        status, body = answered(sent)
    assert status == "HTTP/1.1 413 Content Too Large"
    assert b"This address accepts no data." in body
    assert not spooled(server)


def test_a_body_that_is_too_long_is_not_requested(server):
    with connected(server) as sent:
        sent.sendall(
            b"POST /study/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 314572800\r\nExpect: 100-continue\r\n\r\n"
        )
        status, _body = answered(sent)
    assert status == "HTTP/1.1 413 Content Too Large"


@pytest.mark.parametrize("way", ["with its length", "in chunks"])
def test_clients_that_keep_sending_are_cut_off_and_nothing_is_stored(server, way):
    length = b"Content-Length: 314572800" if way == "with its length" else b"Transfer-Encoding: chunked"
    piece = b"%x\r\n" % MEGABYTE + bytes(MEGABYTE) + b"\r\n" if way == "in chunks" else bytes(MEGABYTE)
    went = 0
    with connected(server) as sent:
        sent.sendall(b"POST /healthz HTTP/1.1\r\nHost: localhost\r\n" + length + b"\r\n\r\n")
        try:
            while went < 300:
                sent.sendall(piece)
                went += 1
                assert not spooled(server)
        except ConnectionError:
            pass
        assert went < 30  # megabytes, most of them in the buffers between the two


def test_a_chunked_body_is_counted_as_it_comes(server):
    """The limit is that of the address: one byte more is refused."""
    for size, status in ((256 * 1024, "403 Forbidden"), (256 * 1024 + 1, "413 Content Too Large")):
        with connected(server) as sent:
            sent.sendall(
                b"POST /i18n/setlang/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                b"Transfer-Encoding: chunked\r\n\r\n" + b"%x\r\n" % size + b"a" * size + b"\r\n0\r\n\r\n"
            )
            assert answered(sent)[0] == f"HTTP/1.1 {status}"


def test_a_body_in_chunks_is_read_like_one_with_its_length(server):
    check_framing(server)


@pytest.mark.nginx
def test_a_body_in_chunks_comes_through_nginx(server, tmp_path):
    with nginx(tmp_path, server.port, server.port) as url:
        check_framing(server, url)


def test_records_may_be_longer_than_forms_and_programs_get_json_errors(connection):
    for path, size, status in (
        ("/api/v1/studies/", MEGABYTE - 2, 400),
        ("/api/v1/studies/", 2 * MEGABYTE, 413),
        ("/api/v1/games/", MEGABYTE, 413),
    ):
        connection.request("POST", path, body=b"{" + b" " * size + b"}", headers={"Content-Type": "application/json"})
        answer = connection.getresponse()
        told = json.loads(answer.read())
        assert answer.status == status, (path, size)
        if status == 413:
            assert told["code"] == "too_large"
            assert "The limit is" in told["message"]


def test_the_refusal_is_a_page_in_the_readers_language(connection):
    connection.request("POST", "/new/", body=bytes(MEGABYTE), headers={"Accept-Language": "de"})
    answer = connection.getresponse()
    page = answer.read().decode()
    assert answer.status == 413
    assert '<html lang="de"' in page
    assert "256 kB" in page


def test_the_next_request_on_the_connection_is_read_normally(connection):
    """Each body is counted alone, not all bodies of a connection."""
    for _ in range(3):
        connection.request("POST", "/i18n/setlang/", body=bytes(200 * 1024))
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 403


def addresses() -> Iterator[str]:
    """Every answer for an unknown address, and some for known ones."""

    def walk(patterns, before):
        for pattern in patterns:
            route = before + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from walk(pattern.url_patterns, route)
            elif isinstance(pattern, URLPattern) and not any(sign in route for sign in "<^$?"):
                yield f"/{route}"

    yield from walk(get_resolver().url_patterns, "")
    yield from ("/house-rules/change/double_nine/", "/rules/muggins/", "/static/css/site.css", "/api/v1/variants/draw/")


def test_a_head_answer_has_no_body_and_the_next_answer_is_intact(server, connection):
    [ada] = server.guests("Ada")
    cookies = {"Cookie": "; ".join(f"{name}={value}" for name, value in ada["cookies"].items())}
    large = []
    for address in addresses():
        if "logout" in address or address.endswith("/events/"):  # streams don't end
            continue
        connection.request("GET", address, headers=cookies)
        whole = connection.getresponse()
        if len(whole.read()) > 65536:
            large.append(address)
        connection.request("HEAD", address, headers=cookies)
        head = connection.getresponse()
        assert head.read() == b""
        sock = connection.sock
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (200, HEALTHY), address
        assert connection.sock is sock, address
        assert head.status in {whole.status, 405}, address
    assert "/api/v1/schema/" in large


def test_not_modified_and_no_content_have_no_body_either(connection):
    connection.request("GET", "/static/css/site.css")
    first = connection.getresponse()
    first.read()
    for method, address, headers, status in (
        ("GET", "/static/css/site.css", {"If-Modified-Since": first.headers["Last-Modified"]}, 304),
        ("OPTIONS", "/api/v1/me/", {}, 204),
    ):
        connection.request(method, address, headers=headers)
        answer = connection.getresponse()
        assert answer.status == status
        assert answer.read() == b""
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (200, HEALTHY)
