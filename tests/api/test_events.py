"""Events besides moves: invitations and chat messages, each sent only to the people concerned."""

import orjson
import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from games import actions, queries
from people import actions as inviting
from talk import actions as talking
from tests.creating import create_game
from tests.games.test_stream import hears, make_token, opened, says

pytestmark = pytest.mark.django_db(transaction=True)
SECRET = "the six is mine"


@pytest.fixture
def table(ada):
    """The id of an open game of Ada's."""
    return create_game(creator=ada, variant="draw", seats=2).public_id


async def hears_all(socket):
    """All messages on the socket so far, except the list of games and moves."""
    await says(socket, type="ping")
    heard = []
    while (message := await hears_next(socket))["type"] != "pong":
        heard.append(message)
    return [message for message in heard if message["type"] not in {"games", "game"}]


async def hears_next(socket):
    return orjson.loads(await socket.receive_from(timeout=5))


async def now(call, **arguments):
    return await sync_to_async(call)(**arguments)


def invitation(table, state):
    return {"type": "invitation", "id": table, "state": state, "by": "ada", "player": "ben"}


async def test_only_host_and_invited_player_get_an_invitations_events(ada, ben, cleo, table):
    async with opened(token=await make_token(ben)) as his, opened(user=ada) as hers, opened(user=cleo) as others:
        for socket in (his, hers, others):
            await hears(socket, "games")
        await now(inviting.invite, public_id=table, by=ada, players=[ben], now=timezone.now())
        assert await hears_all(his) == await hears_all(hers) == [invitation(table, "pending")]
        assert await hears_all(others) == []


@pytest.mark.parametrize("state", ["accepted", "declined", "withdrawn", "cancelled"])
async def test_programs_get_an_event_when_an_invitation_ends(ada, ben, table, state):
    await now(inviting.invite, public_id=table, by=ada, players=[ben], now=timezone.now())
    async with opened(user=ben) as his, opened(user=ada) as hers:
        assert await hears_all(his) == [invitation(table, "pending")]
        assert await hears_all(hers) == []
        match state:
            case "accepted":
                await now(inviting.accept_invitation, public_id=table, player=ben)
            case "declined":
                await now(inviting.decline_invitation, public_id=table, player=ben, now=timezone.now(), words=SECRET)
            case "withdrawn":
                await now(inviting.withdraw, public_id=table, by=ada, player=ben, now=timezone.now())
            case "cancelled":
                await now(actions.cancel_game, public_id=table, player=ada)
        told = invitation(table, "withdrawn" if state == "cancelled" else state)
        assert await hears_all(his) == await hears_all(hers) == [told]


async def test_pending_invitations_follow_the_list_of_games(ada, ben, table):
    other = (await now(create_game, creator=ada, variant="draw", seats=2)).public_id
    for each in (other, table):
        await now(inviting.invite, public_id=each, by=ada, players=[ben], now=timezone.now())
    await now(inviting.decline_invitation, public_id=other, player=ben, now=timezone.now())
    async with opened(token=await make_token(ben)) as his:
        assert (await hears_next(his))["type"] == "games"
        assert await hears_next(his) == invitation(table, "pending")
        await says(his, type="games")
        assert await hears_all(his) == [invitation(table, "pending")]


async def say(game, author, room=""):
    found = await sync_to_async(queries.find_game)(game)
    return await now(talking.say, game=found, author=author, text=SECRET, room=room, now=timezone.now())


async def test_chat_events_go_to_the_other_players_without_the_words(ada, ben, cleo, game_between):
    game = (await sync_to_async(game_between)(ada, ben)).public_id
    async with opened(user=ben) as his, opened(user=ada) as hers, opened(user=cleo) as watching:
        for socket in (his, hers, watching):
            await hears(socket, "games")
        said = await say(game, ada)
        assert await hears_all(his) == [{"type": "talk", "id": game, "room": "seated", "message": said.pk}]
        assert await hears_all(hers) == []  # a program must not answer itself
        assert await hears_all(watching) == []


async def test_players_get_events_of_watchers_chat_only_after_the_game(ada, ben, cleo, game_between):
    game = (await sync_to_async(game_between)(ada, ben)).public_id
    async with opened(user=ben) as his:
        await hears(his, "games")
        await say(game, cleo)
        assert await hears_all(his) == []
        await now(actions.resign_game, public_id=game, player=ada)
        found = await sync_to_async(queries.find_game)(game)
        said = await now(talking.say, game=found, author=cleo, text="And now?", now=timezone.now())
        assert await hears_all(his) == [{"type": "talk", "id": game, "room": "watchers", "message": said.pk}]


async def test_players_who_muted_a_game_get_no_chat_events(ada, ben, game_between):
    game = await sync_to_async(game_between)(ada, ben)
    await now(talking.mute, game=game, reader=ben, muted=True)
    async with opened(user=ben) as his:
        await hears(his, "games")
        await say(game.public_id, ada)
        assert await hears_all(his) == []
