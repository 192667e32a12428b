"""Two web processes with one Redis: chat, logout and account deletion in one are noticed in the other."""

import asyncio
import json
import urllib.request

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.live.server import LiveServer
from tests.ops.processes import PATIENCE

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
