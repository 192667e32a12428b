"""The proxies send everything of a game to one web process, and to another one if that doesn't answer."""

import contextlib
import re
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from django.urls import get_resolver

from common.chances import ID_ALPHABET
from games.sockets.routing import websocket_urlpatterns
from tests.live.server import ROOT, free_port
from tests.ops.processes import PATIENCE, running, until
from tests.pages.test_names import addresses
from tests.services_needed import nginx_path

CADDY, NGINX = ((ROOT / "deploy" / name).read_text() for name in ("Caddyfile", "nginx.conf"))
GAME = ID_ALPHABET[-10:]
ID = "/<slug:public_id>"
OTHERS = ("house-rules", "study", "puzzles", "year/of", "years")  # have such ids, too
SAMPLES = {"public_id": GAME, "language": "de", "deal": "3", "ply": "17", "seat": "2"}
ROUTES = ["/" + route for route in addresses([*get_resolver().url_patterns, *websocket_urlpatterns])]
OF_GAMES = [route for route in ROUTES if ID in route and not any(other + ID in route for other in OTHERS)]


def sample(route: str) -> str:
    """An address of this route."""
    return re.sub(r"<\w+:(\w+)>", lambda parameter: SAMPLES.get(parameter[1], "ada"), route)


@pytest.fixture(params=["Caddy", "nginx"])
def game_of(request):
    """The pattern with which a proxy finds the id of a game; both understand it as Python does."""
    caddy, nginx = re.search(r"path_regexp (\S+)", CADDY), re.search(r"^\t~(\S+) \$id;", NGINX, re.MULTILINE)
    assert caddy
    assert nginx
    return re.compile(caddy[1] if request.param == "Caddy" else nginx[1].replace("?<id>", ""))


@pytest.mark.parametrize("route", OF_GAMES)
def test_a_proxy_finds_the_game_in_each_of_its_addresses(game_of, route):
    found = game_of.search(sample(route))
    assert found is not None
    assert found[1] == GAME


def test_the_addresses_of_a_game_are_pages_sockets_pictures_and_the_api():
    before = {re.split("<|games/|g/|me/|embed/", route)[0] for route in OF_GAMES}
    assert before == {"/", "/ws/", "/pictures/", "/api/v1/"}


def test_other_addresses_go_to_any_process(game_of):
    others = [route for route in ROUTES if route not in OF_GAMES]
    assert {"/", "/games/", "/ws/me/", "/api/v1/games/", "/people/<str:username>/"} <= set(others)
    assert [route for route in others if game_of.search(sample(route))] == []


arrived = threading.Event()  # the first event of a stream


class Site(ThreadingHTTPServer):
    """A web process that answers with its port."""

    daemon_threads = True

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            (self.stream if self.path.endswith("/events/") else self.answer)()

        def answer(self) -> None:
            said = str(self.server.server_address[1]).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def stream(self) -> None:
            """Send an event, and the next one only after the first has arrived."""
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            for said in (b"data: first\n\n", b"data: second\n\n"):
                self.wfile.write(said)
                arrived.wait(PATIENCE)

        def log_message(self, *_line: object) -> None:
            pass


@contextlib.contextmanager
def site(port: int) -> Iterator[None]:
    with Site(("127.0.0.1", port), Site.Answer) as server:
        thread = threading.Thread(target=server.serve_forever, args=[0.01])
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            thread.join()


@contextlib.contextmanager
def nginx(folder: Path, *sites: int) -> Iterator[str]:
    """The address of an nginx with deploy/nginx.conf in front of these ports."""
    port = free_port()
    own = NGINX.replace("listen 80;", f"listen 127.0.0.1:{port};")
    for listed, real in zip(re.findall(r"server 127\.0\.0\.1:(\d+);", NGINX), sites, strict=True):
        own = own.replace(f"127.0.0.1:{listed}", f"127.0.0.1:{real}")
    for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"):
        own += f"{kind}_temp_path {folder}/{kind};\n"
    whole = f"daemon off; pid {folder}/pid; events {{}} http {{ access_log off;\n{own}}}\n"
    (folder / "nginx.conf").write_text(whole)
    program = nginx_path()
    assert program is not None
    command = [program, "-e", str(folder / "log"), "-c", str(folder / "nginx.conf"), "-g", "master_process off;"]
    with running(*command):
        until(lambda: ask(f"http://127.0.0.1:{port}/"), f"nginx did not start: {whole}")
        yield f"http://127.0.0.1:{port}"


def ask(url: str) -> str:
    """The port of the site that answered; "" if the proxy isn't there yet."""
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return answer.read().decode()
    except urllib.error.URLError:
        return ""


@pytest.mark.nginx
def test_a_game_stays_at_one_process_while_that_answers(tmp_path):
    one, two = free_port(), free_port()
    games = [f"game{number}" for number in range(30)]
    with contextlib.ExitStack() as running_sites, contextlib.ExitStack() as the_second:
        running_sites.enter_context(site(one))
        the_second.enter_context(site(two))  # both before nginx, which would take the missing one for dead
        proxy = running_sites.enter_context(nginx(tmp_path, one, two))
        places = {game: ask(f"{proxy}/g/{game}/") for game in games}
        assert set(places.values()) == {str(one), str(two)}
        for game, place in places.items():
            assert {ask(f"{proxy}{way}{game}/") for way in ("/ws/games/", "/api/v1/games/")} == {place}
        assert {ask(f"{proxy}/games/") for _ in range(30)} == {str(one), str(two)}
        the_second.close()
        assert {ask(f"{proxy}/g/{game}/") for game in games} == {str(one)}


@pytest.mark.nginx
@pytest.mark.parametrize("path", ["/api/v1/events/", f"/api/v1/games/{GAME}/events/"])
def test_an_event_of_a_stream_arrives_before_the_next_one_is_sent(tmp_path, path):
    arrived.clear()
    one, two = free_port(), free_port()
    with site(one), site(two), nginx(tmp_path, one, two) as proxy:
        request = urllib.request.Request(proxy + path, headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(request, timeout=10) as stream:
            assert stream.readline() == b"data: first\n"
            arrived.set()
            assert stream.read().endswith(b"data: second\n\n")


def test_caddy_refuses_to_choose_by_a_method_that_keeps_one_process_idle():
    """Before 2.7, which brought `fallback`, it sent 200 of 200 games to the same process."""
    assert re.search(r"lb_policy header Game \{\s+fallback \w+\s+\}", CADDY)
