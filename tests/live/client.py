"""A player of a live server without a browser: one websocket, used as the page uses it."""

import asyncio
import itertools
import json
import random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.live.server import LiveServer

PATIENCE = 15  # seconds


class Player:
    """The open board of one seat. `async with Player(server, game, seat) as ada: …`"""

    _keys = itertools.count()

    def __init__(self, server: LiveServer, game: dict[str, Any], seat: int, rng: random.Random | None = None) -> None:
        self.game_id, self.seat = game["id"], seat
        self.rng = rng or random.Random(seat)
        self.view: dict[str, Any] = {"version": -1}
        self.answers: dict[str, dict[str, Any]] = {}  # "done" and "refused" answers, by key
        self.acknowledged: list[str] = []  # keys of moves that the server answered with "done"
        self._cookies = "; ".join(f"{name}={value}" for name, value in game["seats"][seat]["cookies"].items())
        self._server = server
        self._changed = asyncio.Condition()
        self._socket: ClientConnection | None = None
        self._listening: asyncio.Task[None] | None = None
        self.cut = False

    async def __aenter__(self) -> "Player":
        self._socket = await connect(
            f"{self._server.ws_url}/ws/games/{self.game_id}/",
            additional_headers={"Cookie": self._cookies},
            origin=self._server.url,  # type: ignore[arg-type]
            ping_interval=None,
        )
        self.cut = False
        self._listening = asyncio.create_task(self._listen(self._socket))
        await self.until(lambda: self.view["version"] >= 0)
        return self

    async def __aexit__(self, *_failure: object) -> None:
        assert self._socket is not None
        assert self._listening is not None
        await self._socket.close()
        await self._listening

    async def _listen(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                message = json.loads(text)
                if message["type"] == "view" and message["version"] >= self.view["version"]:
                    self.view = message["view"]
                elif message["type"] in {"done", "refused"}:
                    self.answers[message["key"]] = message
                    if message["type"] == "done":
                        self.acknowledged.append(message["key"])
                async with self._changed:
                    self._changed.notify_all()
        except ConnectionClosed:
            pass
        self.cut = True
        async with self._changed:
            self._changed.notify_all()

    @property
    def version(self) -> int:
        version: int = self.view["version"]
        return version

    @property
    def legal(self) -> list[str]:
        return (self.view["round"] or {}).get("legal", []) if self.view["status"] == "playing" else []

    async def until(self, met: Any, *, seconds: float = PATIENCE, ask_every: float | None = None) -> None:
        """Wait until `met` is true of the board. *ask_every*: ping at this interval (in seconds), as the page does."""
        async with asyncio.timeout(seconds), self._changed:
            while not met():
                if self.cut:
                    raise ConnectionError("The socket is closed.")
                try:
                    await asyncio.wait_for(self._changed.wait(), ask_every)
                except TimeoutError:
                    await self.ping()

    async def shows(self, version: int, *, seconds: float = PATIENCE, ask_every: float | None = None) -> None:
        """Wait for the view of this version, or a newer one."""
        await self.until(lambda: self.version >= version, seconds=seconds, ask_every=ask_every)

    async def send(self, text: str, version: int | None = None, key: str | None = None) -> str:
        """Send a move; returns the key that its answer will carry."""
        assert self._socket is not None
        key = key or f"{self.game_id}-{self.seat}-{next(self._keys)}"
        message = {"type": "move", "version": self.version if version is None else version, "move": text, "key": key}
        await self._socket.send(json.dumps(message))
        return key

    async def move(self, text: str | None = None, *, seconds: float = PATIENCE) -> dict[str, Any]:
        """Play *text*, or a random legal move; returns the server's answer."""
        key = await self.send(text or self.rng.choice(self.legal))
        await self.until(lambda: key in self.answers, seconds=seconds)
        return self.answers[key]

    async def ping(self) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps({"type": "ping", "version": self.version}))

    async def keep_playing(self, pause: float = 0) -> None:
        """Play random moves on this seat's turns, until the game ends or the connection breaks."""
        try:
            while self.view["status"] == "playing":
                if self.legal:
                    await asyncio.sleep(pause)
                    await self.shows((await self.move())["version"])
                else:
                    await self.until(lambda: self.legal or self.view["status"] != "playing")
        except (ConnectionError, ConnectionClosed):
            pass
