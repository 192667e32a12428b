"""Playing games through the services, for tests that need one played."""

import random

from channels.testing import WebsocketCommunicator
from django.test import Client

from dominoes_site.asgi import application
from games import services, tables
from games.models import Game


def play_one(public_id: str, rng: random.Random) -> tables.Table:
    """One random legal move of the seat on turn, chosen from what that seat is shown."""
    table = tables.current(public_id)
    text = rng.choice(legal(table))
    services.play_move(public_id=public_id, seat=table.turn, text=text, version=table.version)
    return tables.current(public_id)


def legal(table: tables.Table) -> list[str]:
    from games import wire

    return wire.view(table, table.turn)["round"]["legal"]


def play_out(public_id: str, seed: int = 1, *, most: int = 3_000) -> tables.Table:
    """Random legal moves to the end of the game."""
    rng = random.Random(seed)
    table = tables.current(public_id)
    for _ in range(most):
        if table.status != Game.Status.PLAYING:
            return table
        table = play_one(public_id, rng)
    raise AssertionError(f"the game is not over after {most} moves")


def play_until_deal(public_id: str, deal: int, seed: int = 1) -> tables.Table:
    rng = random.Random(seed)
    table = tables.current(public_id)
    while table.running.index < deal:
        table = play_one(public_id, rng)
    return table


def socket_of(client: Client, path: str) -> WebsocketCommunicator:
    """The websocket at *path* as the browser with the client's cookies opens it."""
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    headers = [(b"cookie", cookies.encode()), (b"host", b"testserver"), (b"origin", b"http://testserver")]
    return WebsocketCommunicator(application, path, headers=headers)
