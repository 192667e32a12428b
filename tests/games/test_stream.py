"""The stream of events for programs, and boards opened by token."""

import contextlib
import random
from datetime import timedelta
from types import SimpleNamespace

import orjson
import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts import tokens as stored_tokens
from common.limits.sockets import connections
from dominoes_site.asgi import application
from games import actions
from games.positions import memory
from games.shown import events
from games.sockets import base, programs
from tests.api.conftest import token_of
from tests.creating import create_game
from tests.games.playing import legal, play_one, socket_of

pytestmark = pytest.mark.django_db(transaction=True)
current, legal_for = sync_to_async(memory.current), sync_to_async(legal)
make_token = sync_to_async(token_of)


@contextlib.asynccontextmanager
async def opened(path="/ws/events/", *, token=None, user=None):
    """A socket opened by a program with a token, or by a browser's cookies."""
    if user is not None:
        client = Client()
        await sync_to_async(client.force_login)(user)
        socket = socket_of(client, path)
    else:
        headers = [(b"host", b"testserver"), *([(b"authorization", f"Bearer {token}".encode())] if token else [])]
        socket = WebsocketCommunicator(application, path, headers=headers)
    await socket.connect()
    yield socket
    await socket.disconnect()


async def hears(socket, kind):
    while True:
        message = orjson.loads(await socket.receive_from(timeout=5))
        if message["type"] == kind:
            return message


async def says(socket, **message):
    await socket.send_to(orjson.dumps(message).decode())


async def closes(socket):
    while (sent := await socket.receive_output(timeout=5))["type"] != "websocket.close":
        pass
    return sent["code"]


async def started(game_between, *people, **settings):
    return await sync_to_async(game_between)(*people, **settings)


async def test_the_stream_starts_with_the_running_games_and_their_turns(ada, ben, game_between):
    game = await started(game_between, ada, ben)
    offer = await sync_to_async(create_game)(creator=ada, variant="draw")
    table = await current(game.public_id)
    async with opened(token=await make_token(ada)) as socket:
        said = await hears(socket, "games")
    lines = {line["id"]: line for line in said["games"]}
    assert lines[game.public_id] | {"deadline": 0} == {
        "id": game.public_id, "status": "playing", "version": table.version, "you": 0, "turn": table.turn,
        "deadline": 0,
    }  # fmt: skip
    assert lines[offer.public_id]["status"] == "open"
    assert said["more"] is False


async def test_games_waiting_for_the_player_come_first(ada, ben, game_between):
    games = [await started(game_between, ada, ben) for _ in range(6)]
    said = await sync_to_async(events.running)(ada.pk)
    waiting = [line["turn"] == line["you"] for line in said["games"]]
    assert len(waiting) == len(games)
    assert waiting == sorted(waiting, reverse=True)


async def test_players_get_all_events_of_their_games(ada, ben, game_between):
    async with opened(token=await make_token(ada)) as mine, opened(user=ben) as his:
        assert (await hears(mine, "games"))["games"] == []
        await hears(his, "games")
        game = await started(game_between, ada, ben, options={"end": "rounds:1"})
        kinds = [(await hears(mine, "game"))["kind"] for _ in range(2)]
        assert kinds[0] == "offered"
        table = await current(game.public_id)
        first = await hears(his, "game")
        assert {kinds[1], first["kind"]} == {"started", "your_turn"}
        assert (first["id"], first["you"], first["turn"]) == (game.public_id, 1, table.turn)
        await sync_to_async(actions.resign_game)(public_id=game.public_id, player=ben)
        for socket in (mine, his):
            event = await hears(socket, "game")
            assert (event["kind"], event["turn"]) == ("finished", None)


async def test_a_move_event_has_its_version_and_the_next_player_gets_a_turn_event(ada, ben, game_between):
    game = await started(game_between, ada, ben)
    async with opened(user=ada) as mine, opened(user=ben) as his:
        await hears(mine, "games")
        await hears(his, "games")
        table = await sync_to_async(play_one)(game.public_id, random.Random(1))
        told = [await hears(socket, "game") for socket in (mine, his)]
        assert {event["version"] for event in told} == {table.version}
        assert told[table.turn]["kind"] == "your_turn"
        assert told[table.turn]["deadline"]


async def test_no_event_names_a_tile(ada, ben, game_between):
    game = await started(game_between, ada, ben)
    table = await current(game.public_id)
    async with opened(user=ada) as socket:
        said = [await socket.receive_from(timeout=5)]
        move = (await legal_for(table))[0]
        await sync_to_async(actions.play_move)(
            public_id=game.public_id, seat=table.turn, text=move, version=table.version
        )
        said.append(await socket.receive_from(timeout=5))
    for text in said:
        found = orjson.loads(text)
        assert set(found) <= {"type", "games", "more", "id", "kind", "version", "you", "turn", "deadline"}


async def test_players_get_no_events_of_other_games(ada, ben, cleo, game_between):
    async with opened(user=cleo) as hers:
        await hears(hers, "games")
        await started(game_between, ada, ben)
        assert await hers.receive_nothing(timeout=0.3)


async def test_missed_events_are_in_the_next_list(ada, ben, game_between):
    async with opened(user=ada) as socket:
        await hears(socket, "games")
    game = await started(game_between, ada, ben)
    async with opened(user=ada) as socket:
        assert [line["id"] for line in (await hears(socket, "games"))["games"]] == [game.public_id]
        await says(socket, type="games")
        assert len((await hears(socket, "games"))["games"]) == 1
        await says(socket, type="ping")
        await hears(socket, "pong")


async def test_clients_without_headers_can_authenticate_by_message(ada):
    token = await make_token(ada, "read")
    async with opened() as socket:
        await says(socket, type="auth", token=token)
        await hears(socket, "games")
        await says(socket, type="auth", token=token)
        assert (await hears(socket, "refused"))["code"] == "already_there"


@pytest.mark.parametrize("message", [{"type": "auth", "token": "bone_no"}, {"type": "auth"}, {"type": "games"}])
async def test_invalid_messages_close_the_socket(db, message):
    async with opened() as socket:
        await says(socket, **message)
        assert await closes(socket) == 4401


async def test_silent_sockets_are_closed_after_a_while(db, monkeypatch):
    monkeypatch.setattr(programs, "PATIENCE", 0.05)
    async with opened() as socket:
        assert await closes(socket) == 4401


async def test_a_token_in_the_address_is_ignored(ada):
    """Addresses are logged."""
    token = await make_token(ada)
    async with opened(f"/ws/events/?token={token}") as socket:
        await says(socket, type="games")
        assert await closes(socket) == 4401


async def test_an_invalid_token_or_one_without_read_closes_the_socket(ada):
    async with opened(token="bone_no") as socket:
        assert await closes(socket) == 4401
    token = await make_token(ada)
    await sync_to_async(ada.tokens.update)(scopes=["play"])
    async with opened(token=token) as socket:
        assert await closes(socket) == 4403


async def test_revoking_a_token_closes_its_sockets(ada, ben, game_between):
    game = await started(game_between, ada, ben)
    token = await make_token(ada)
    async with opened(token=token) as listening, opened(f"/ws/games/{game.public_id}/", token=token) as board:
        await hears(listening, "games")
        await hears(board, "view")
        row = await ada.tokens.aget()
        await sync_to_async(stored_tokens.end)(user=ada, token_id=row.pk)
        assert await closes(listening) == 4401
        assert await closes(board) == 4401


async def test_a_board_can_be_opened_and_played_with_a_token(ada, ben, game_between):
    game = await started(game_between, ada, ben)
    table = await current(game.public_id)
    token = await make_token((ada, ben)[table.turn], "play")
    async with opened(f"/ws/games/{game.public_id}/", token=token) as board:
        view = (await hears(board, "view"))["view"]
        assert view["you"] == table.turn
        await says(board, type="move", version=view["version"], move=view["round"]["legal"][0], key="a")
        assert (await hears(board, "done"))["key"] == "a"


async def test_a_board_accepts_a_token_by_message(ada, ben, game_between):
    game = await started(game_between, ada, ben)
    async with opened(f"/ws/games/{game.public_id}/") as board:
        assert (await hears(board, "view"))["view"]["you"] is None
        await says(board, type="auth", token=await make_token(ben))
        assert (await hears(board, "view"))["view"]["you"] == 1


async def test_a_read_only_token_cannot_move(ada, ben, game_between):
    game = await started(game_between, ada, ben)
    table = await current(game.public_id)
    token = await make_token((ada, ben)[table.turn], "read")
    async with opened(f"/ws/games/{game.public_id}/", token=token) as board:
        view = (await hears(board, "view"))["view"]
        await says(board, type="move", version=view["version"], move=view["round"]["legal"][0], key="a")
        assert (await hears(board, "refused"))["code"] == "scope"
    assert (await current(game.public_id)).version == table.version


async def test_flooding_clients_are_slowed_down_and_others_are_not(ada, ben, settings):
    settings.LIMITS, settings.RATES = True, settings.RATES | {"message": "5/m"}
    async with opened(user=ada) as mine, opened(user=ben) as his:
        await hears(mine, "games")
        for _ in range(7):
            await says(mine, type="ping")
        assert (await hears(mine, "refused"))["code"] == "slow_down"
        await says(his, type="ping")
        await hears(his, "pong")


async def test_sockets_per_address_are_limited(ada, settings):
    settings.LIMITS, settings.SOCKETS_PER_ADDRESS = True, 2
    cache.clear()
    async with opened(user=ada) as first, opened(user=ada):
        async with opened(user=ada) as third:
            assert await closes(third) == 4429
        await hears(first, "games")
    async with opened(user=ada) as again:
        await hears(again, "games")
    assert not connections.open


@pytest.mark.parametrize("how_many", [2, 30])
def test_the_list_needs_one_query(ada, ben, game_between, how_many, django_assert_num_queries):
    for _ in range(how_many):
        game_between(ada, ben)
    with django_assert_num_queries(1):
        assert len(events.running(ada.pk)["games"]) == how_many


def expire(monkeypatch):
    """The open sockets are a month older."""
    later = timezone.now() + timedelta(days=31)
    monkeypatch.setattr(base, "timezone", SimpleNamespace(now=lambda: later))


async def test_an_expired_token_closes_its_board_and_makes_no_move(ada, ben, game_between, monkeypatch):
    game = await started(game_between, ada, ben)
    table = await current(game.public_id)
    player = (ada, ben)[table.turn]
    token = await make_token(player, days=30)
    async with opened(f"/ws/games/{game.public_id}/", token=token) as socket:
        await hears(socket, "view")
        expire(monkeypatch)
        move = (await legal_for(table))[0]
        await says(socket, type="move", version=table.version, move=move, key="late")
        assert await closes(socket) == 4401
    assert (await current(game.public_id)).version == table.version


async def test_an_expired_token_is_shown_nothing(ada, ben, game_between, monkeypatch):
    game = await started(game_between, ada, ben)
    token = await make_token(ada, days=30)
    async with opened(f"/ws/games/{game.public_id}/", token=token) as socket:
        await hears(socket, "view")
        expire(monkeypatch)
        await sync_to_async(play_one)(game.public_id, random.Random(1))
        assert (await socket.receive_output(timeout=5))["type"] == "websocket.close"


async def test_a_read_only_token_cannot_mark_versions_as_seen(ada, ben, game_between):
    game = await started(game_between, ada, ben)
    version = (await current(game.public_id)).version
    async with opened(f"/ws/games/{game.public_id}/", token=await make_token(ada, "read")) as socket:
        await hears(socket, "view")
        await says(socket, type="seen", version=version)
        await says(socket, type="ping", version=version)
        await hears(socket, "pong")
    seen = game.seats.filter(player=ada).values_list("seen_version", flat=True)
    assert await sync_to_async(seen.get)() < version
