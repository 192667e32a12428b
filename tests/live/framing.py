"""The same bodies to a real server with their length and in chunks (`Transfer-Encoding: chunked`)."""

import http.client
import json
import re
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.live.server import ROOT, LiveServer

CSRF = "c" * 32
JSON, FORM = "application/json", "application/x-www-form-urlencoded"
UPLOAD = "multipart/form-data; boundary=part"
RECORD = (ROOT / "tests/rules/examples/muggins-1.json").read_text()
FILE = f'--part\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n{RECORD}\r\n--part--\r\n'
LARGE = 60  # megabytes

Answer = tuple[int, str, bytes]  # status, Location, body


def post(url: str, path: str, who: dict[str, Any], kind: str, body: str, *, in_chunks: bool) -> Answer:
    cookies = "; ".join(f"{name}={value}" for name, value in {**who["cookies"], "csrftoken": CSRF}.items())
    headers = {"Content-Type": kind, "Cookie": cookies, "X-CSRFToken": CSRF}
    sent = body.encode()
    pieces = [sent[begins : begins + 1000] for begins in range(0, len(sent), 1000)]
    with closing(http.client.HTTPConnection(str(urlsplit(url).netloc), timeout=30)) as connection:
        connection.request("POST", path, pieces if in_chunks else sent, headers, encode_chunked=in_chunks)
        answer = connection.getresponse()
        return answer.status, answer.headers.get("Location", ""), answer.read()


def check_framing(server: LiveServer, url: str = "") -> None:
    """API, form and upload get the same answer from *server* in both ways. *url*: of a proxy in front of it."""
    url = url or server.url
    ada, ben = server.guests("Ada", "Ben")
    new = json.dumps({"variant": "draw", "seats": 4})
    for in_chunks in (False, True):
        status, _to, body = post(url, "/api/v1/games/", ada, JSON, new, in_chunks=in_chunks)
        assert status == 201, body
        joined = f"/api/v1/games/{json.loads(body)['id']}/join/"
        status, _to, body = post(url, joined, ben, JSON, '{"seat": 3}', in_chunks=in_chunks)
        assert (status, json.loads(body)["you"]) == (200, 3)
        language = urlencode({"language": "de", "next": "/rules/", "csrfmiddlewaretoken": CSRF})
        assert post(url, "/i18n/setlang/", ada, FORM, language, in_chunks=in_chunks)[:2] == (302, "/rules/")
        status, to, _body = post(url, "/study/", ada, UPLOAD, FILE, in_chunks=in_chunks)
        assert (status, re.sub(r"\w{10}", "ID", to)) == (302, "/study/ID/")


def check_large(url: str) -> None:
    """A large body in chunks is refused before all of it has come."""
    came = 0

    def pieces() -> Iterator[bytes]:
        nonlocal came
        for _megabyte in range(LARGE):
            came += 1
            yield bytes(1024 * 1024)

    connection = http.client.HTTPConnection(str(urlsplit(url).netloc), timeout=30)
    with closing(connection), suppress(ConnectionError):
        connection.request("POST", "/study/", pieces(), {"Content-Type": UPLOAD}, encode_chunked=True)
        assert connection.getresponse().status == 413
    assert came < LARGE / 2
