"""What programs at the event stream hear of the games that they look for."""

from datetime import datetime, timedelta

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.models import Game
from matching import actions
from matching.models import Gathering
from matching.pools import Pace
from tests.games.test_stream import hears, make_token, opened
from tests.matching.conftest import NOW, find

pytestmark = pytest.mark.django_db(transaction=True)
look_for = sync_to_async(find)
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
DEADLINE = "2026-11-27T12:01:01Z"  # a minute after both were there


async def state(socket) -> tuple[str, str | None, str | None]:
    event = await hears(socket, "seek")
    assert event.keys() == {"type", "id", "state", "game", "deadline"}
    return event["state"], event["game"], event["deadline"]


async def call(ada: User, ben: User) -> None:
    """Ada and Ben look for a live game, and are called to one."""
    await look_for(ada, NOW, pace=Pace.LIVE)
    await look_for(ben, NOW + SECOND, pace=Pace.LIVE)


async def come(player: User, now: datetime) -> None:
    wish = await player.wishes.aget()
    await sync_to_async(actions.come)(player=player, wish_id=wish.pk, now=now)


@pytest.mark.both_databases
async def test_both_players_hear_that_their_game_has_begun(ada, ben):
    async with opened(token=await make_token(ada)) as hers, opened(token=await make_token(ben)) as his:
        for socket in (hers, his):
            await hears(socket, "games")
        wish = await look_for(ada)
        assert await hears(hers, "seek") == {
            "type": "seek", "id": wish.pk, "state": "waiting", "game": None, "deadline": None,
        }  # fmt: skip
        await look_for(ben)
        game = await Game.objects.aget()
        assert await state(hers) == ("found", game.public_id, None)
        assert [await state(his) for _ in range(2)] == [("waiting", None, None), ("found", game.public_id, None)]


async def test_a_gathering_has_its_deadline_and_the_game_begins_when_both_are_there(ada, ben):
    async with opened(token=await make_token(ada)) as hers:
        await hears(hers, "games")
        await call(ada, ben)
        assert [await state(hers) for _ in range(2)] == [("waiting", None, None), ("gathering", None, DEADLINE)]
        for player in (ada, ben):
            await come(player, NOW + 5 * SECOND)
        game = await Game.objects.aget()
        assert await state(hers) == ("found", game.public_id, None)


async def test_a_program_that_connects_hears_of_the_gathering_that_waits_for_it(ada, ben):
    await call(ada, ben)
    async with opened(token=await make_token(ada)) as hers:
        await hears(hers, "games")
        assert await state(hers) == ("gathering", None, DEADLINE)


async def test_whoever_came_waits_on_and_whoever_did_not_hears_that_the_seek_has_ended(ada, ben):
    await call(ada, ben)
    await come(ada, NOW + 5 * SECOND)
    async with opened(token=await make_token(ada)) as hers, opened(token=await make_token(ben)) as his:
        for socket in (hers, his):
            await hears(socket, "seek")  # the gathering
        gathering = await Gathering.objects.aget()
        await sync_to_async(actions.give_up)(gathering, NOW + 2 * MINUTE)
        assert await state(hers) == ("waiting", None, None)
        assert await state(his) == ("ended", None, None)
