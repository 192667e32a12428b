"""Two web processes with one Redis: moves, chat, logout and account deletion in one are noticed in the other, and the
worker's moves in both.
"""

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.live.client import Player
from tests.live.computers import a_game
from tests.live.server import LiveServer
from tests.ops.processes import PATIENCE, until, worker_of

pytestmark = pytest.mark.redis_server


def board(server: LiveServer, game: str, cookies: dict[str, str]) -> connect:
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    return connect(
        f"{server.ws_url}/ws/games/{game}/",
        additional_headers={"Cookie": cookie},
        origin=server.url,  # type: ignore[arg-type]
    )


def post(server: LiveServer, path: str, cookies: dict[str, str], body: bytes, kind: str) -> None:
    token = "x" * 32
    cookie = "; ".join(f"{name}={value}" for name, value in (cookies | {"csrftoken": token}).items())
    headers = {"Cookie": cookie, "X-CSRFToken": token, "Content-Type": kind, "Origin": server.url}
    request = urllib.request.Request(f"{server.url}{path}", data=body, headers=headers, method="POST")
    urllib.request.urlopen(request, timeout=PATIENCE).close()


async def hears(socket: ClientConnection, kind: str, seconds: float = PATIENCE) -> bool:
    try:
        async with asyncio.timeout(seconds):
            while json.loads(await socket.recv())["type"] != kind:
                pass
    except TimeoutError:
        return False
    return True


async def test_chat_reaches_boards_of_other_processes_and_logging_out_closes_them(
    two_servers: tuple[LiveServer, LiveServer],
):
    one, two = two_servers
    (game,) = one.seed(games=1, variant="draw", clock="none")["games"]
    ada, ben = (seat["cookies"] for seat in game["seats"])
    async with board(two, game["id"], ben) as his, board(two, game["id"], {}) as watching:
        assert await hears(his, "view")
        assert await hears(watching, "view")
        said = json.dumps({"text": "Hello"}).encode()
        post(one, f"/api/v1/games/{game['id']}/talk/", ada, said, "application/json")
        assert await hears(his, "panel")
        assert not await hears(watching, "panel", seconds=1)
        post(one, "/accounts/logout/", ben, b"", "application/x-www-form-urlencoded")
        with pytest.raises(ConnectionClosed) as closed:
            await hears(his, "nothing")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401
        assert not await hears(watching, "nothing", seconds=0.5)


async def test_presence_is_visible_across_processes(two_servers: tuple[LiveServer, LiveServer]):
    one, two = two_servers
    (game,) = one.seed(games=1, variant="draw", clock="none")["games"]
    ada, ben = (seat["cookies"] for seat in game["seats"])
    async with board(one, game["id"], ada) as hers:
        await hers.send(json.dumps({"type": "looking", "looking": True}))
        assert await seats_that_look(hers) == [0]
        async with board(two, game["id"], ben) as his:
            assert await seats_that_look(his) == [0]
            await his.send(json.dumps({"type": "looking", "looking": True}))
            assert await seats_that_look(hers) == [0, 1]
        assert await seats_that_look(hers) == [0]


async def seats_that_look(socket: ClientConnection) -> list[int]:
    """As the next message about it says."""
    async with asyncio.timeout(PATIENCE):
        while (message := json.loads(await socket.recv()))["type"] != "looking":
            pass
    seats: list[int] = message["seats"]
    return seats


# ---- The first connection after a start

FIRST = {
    "a board": "/ws/games/{game}/",
    "a page's header": "/ws/me/",
    "a program's socket": "/ws/events/",
    "the stream of a game": "/api/v1/games/{game}/events/",
    "the stream of all games": "/api/v1/events/",
    "an embedded board, which asks again and again": "/embed/{game}/view.json",
}


@pytest.fixture(scope="module")
def worker(two_servers: tuple[LiveServer, LiveServer]) -> Iterator[None]:
    one, _two = two_servers
    with worker_of(one, log=one.folder / "worker.log"):
        yield


@pytest.mark.parametrize("path", FIRST.values(), ids=FIRST.keys())
async def test_a_process_hears_the_others_whatever_is_opened_first(
    two_servers: tuple[LiveServer, LiveServer], worker: None, path: str
):
    """Also after that connection has ended."""
    other, here = two_servers
    (game,) = other.seed(games=1, variant="draw", clock="none", visibility="public")["games"]
    here.restart()
    await open_and_end(here, path.format(game=game["id"]), game["seats"][1]["cookies"])
    async with Player(other, game, 0) as ada, Player(here, game, 1) as ben:
        await moves_are_seen(ada, ben)
        post(other, "/accounts/logout/", game["seats"][1]["cookies"], b"", "application/x-www-form-urlencoded")
        with pytest.raises(ConnectionError):
            await ben.until(lambda: False, seconds=PATIENCE)
    async with Player(here, a_game(here, {"1": "solid"}), 0) as cleo:
        await the_computer_replies(cleo)
    until(lambda: ready(here), "it is not ready")


async def open_and_end(server: LiveServer, path: str, cookies: dict[str, str]) -> None:
    """Open a connection, wait for what it shows first, and close it."""
    cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
    if path.startswith("/ws/"):
        async with connect(f"{server.ws_url}{path}", additional_headers=cookie, origin=server.url) as socket:  # type: ignore[arg-type]
            await socket.recv()
    else:
        await asyncio.to_thread(first_line, urllib.request.Request(f"{server.url}{path}", headers=cookie))
    await asyncio.to_thread(until, lambda: "\nboneyard_sockets_open 0.0\n" in read(server, "/metrics"), "it goes on")


def first_line(request: urllib.request.Request) -> bytes:
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return next(line for line in answer if b"{" in line)


async def moves_are_seen(ada: Player, ben: Player) -> None:
    """Each player sees a move of the other one without asking for it."""
    seen_by: set[Player] = set()
    while len(seen_by) < 2:
        mover, other = (ada, ben) if ada.legal else (ben, ada)
        answer = await mover.move(seconds=PATIENCE)
        await mover.shows(answer["version"], seconds=PATIENCE)
        await other.shows(answer["version"], seconds=PATIENCE)
        seen_by.add(other)


async def the_computer_replies(player: Player) -> None:
    """A move that the worker plays is seen without asking for it."""
    version = player.version
    while player.version <= version:
        await player.until(lambda: player.legal, seconds=PATIENCE)
        version = (await player.move(seconds=PATIENCE))["version"]
        await player.shows(version, seconds=PATIENCE)
        await player.until(lambda played=version: player.legal or player.version > played, seconds=PATIENCE)


def ready(server: LiveServer) -> bool:
    try:
        return bool(read(server, "/readyz"))
    except urllib.error.HTTPError:
        return False


def read(server: LiveServer, path: str) -> str:
    with urllib.request.urlopen(f"{server.url}{path}", timeout=PATIENCE) as answer:
        page: str = answer.read().decode()
        return page
