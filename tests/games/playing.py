"""Playing games through the actions, for tests."""

import random
from typing import Any

import orjson
from channels.testing import WebsocketCommunicator
from django.test import Client

from dominoes_site.asgi import application
from games import actions, queries
from games.models import Game, Round
from games.positions import memory, tables


def play_one(public_id: str, rng: random.Random) -> tables.Table:
    """One random legal move of the seat on turn."""
    table = memory.current(public_id)
    text = rng.choice(legal(table))
    actions.play_move(public_id=public_id, seat=table.turn, text=text, version=table.version)
    return memory.current(public_id)


def legal(table: tables.Table) -> list[str]:
    """The legal moves of the seat on turn."""
    return [str(move) for move in table.running.position.legal]


def play_out(public_id: str, seed: int = 1, *, most: int = 3_000) -> tables.Table:
    """Random legal moves to the end of the game."""
    rng = random.Random(seed)
    table = memory.current(public_id)
    for _ in range(most):
        if table.status != Game.Status.PLAYING:
            return table
        table = play_one(public_id, rng)
    raise AssertionError(f"the game is not over after {most} moves")


def play_until_deal(public_id: str, deal: int, seed: int = 1) -> tables.Table:
    rng = random.Random(seed)
    table = memory.current(public_id)
    while table.running.index < deal:
        table = play_one(public_id, rng)
    return table


def replay(public_id: str, deal: int) -> dict[str, Any]:
    """A finished deal step by step, as its replay shows it."""
    return orjson.loads(queries.packed_replay(public_id, deal, lambda: None).content)


def socket_of(client: Client, path: str) -> WebsocketCommunicator:
    """The websocket at *path*, opened with the client's cookies."""
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    headers = [(b"cookie", cookies.encode()), (b"host", b"testserver"), (b"origin", b"http://testserver")]
    return WebsocketCommunicator(application, path, headers=headers)


def dealt(game: Game, *hands: str, lead: int, boneyard: str = "") -> tables.Table:
    """Replace the dealt hands of *game* by these, written as text, before the first move."""
    named = [hand.split() for hand in hands]
    used = {tile for hand in named for tile in hand} | set(boneyard.split())
    rest = [str(tile) for tile in game.rules.tiles if str(tile) not in used]
    deal = {"hands": named, "boneyard": [*boneyard.split(), *rest], "lead": lead}
    Round.objects.filter(game=game, index=0).update(deal=deal)
    Game.objects.filter(pk=game.pk).update(turn=lead)
    memory.remembered.forget()
    return memory.current(game.public_id)
