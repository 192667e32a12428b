"""The floor: the cost of a move on this stack if a server only stores a row and forwards a text.

One thread hop, one INSERT, then a text as long as a real view goes straight to the game's sockets. There are no rules,
sessions or secrets: no real domino server on this stack can be faster.
"""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmarks.floor.settings")

from django.core.asgi import get_asgi_application

http = get_asgi_application()

from collections import defaultdict
from typing import Any

import orjson
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.db import connection
from django.urls import path

LEGAL = ["5-3>6-5", "5-1>6-5", "4-4>4-2"]
CREATE = """
CREATE TABLE IF NOT EXISTS floor_move (game varchar(16), version integer, text varchar(80), UNIQUE (game, version))
"""


boards: "defaultdict[str, dict[int, Floor]]" = defaultdict(dict)  # by game and seat
versions: "defaultdict[str, int]" = defaultdict(int)


class Floor(AsyncWebsocketConsumer):
    async def connect(self) -> None:
        self.game: str = self.scope["url_route"]["kwargs"]["game"]
        self.seat = int(dict(self.scope["headers"])[b"cookie"].partition(b"=")[2])
        boards[self.game][self.seat] = self
        await self.accept()
        await self.send(view(versions[self.game]))

    async def disconnect(self, code: int) -> None:
        boards[self.game].pop(self.seat, None)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        message: dict[str, Any] = orjson.loads(text_data or "{}")
        version = await database_sync_to_async(self.store)(message["version"] + 1, message["move"])
        text = view(version)
        for board in tuple(boards[self.game].values()):
            await board.send(text)
        await self.send(orjson.dumps({"type": "done", "key": message["key"], "version": version}).decode())

    def store(self, version: int, text: str) -> int:
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO floor_move VALUES (%s, %s, %s)", [self.game, version, text])
        versions[self.game] = version
        return version


def view(version: int) -> str:
    """Seats move in turn; the text is as long as an average view."""
    fields = {"status": "playing", "round": {"turn": version % 2, "legal": LEGAL}, "pad": "x" * settings.VIEW_BYTES}  # type: ignore[misc]  # of benchmarks/floor/settings.py
    return orjson.dumps({"type": "view", "version": version, "view": fields}).decode()


def create_table() -> None:
    with connection.cursor() as cursor:
        cursor.execute(CREATE)


create_table()
connection.close()
application = ProtocolTypeRouter(
    {"http": http, "websocket": URLRouter([path("ws/games/<str:game>/", Floor.as_asgi())])}
)
