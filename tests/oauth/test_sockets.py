"""Sockets take the tokens of apps, and close when their access ends."""

import pytest
from asgiref.sync import sync_to_async

from tests.games.test_stream import closes, hears, opened

pytestmark = pytest.mark.django_db(transaction=True)
NOT_LOGGED_IN, NO_SCOPE = 4401, 4403


@pytest.mark.parametrize("end", ["revoke", "page", "delete"])
async def test_a_socket_closes_when_the_apps_access_ends(program, hers, browser_of, ben, end):
    got = await sync_to_async(program.signs_in)(hers)
    async with opened(token=got["access_token"]) as socket:
        await hears(socket, "games")
        if end == "revoke":
            await sync_to_async(program.ask)("revoke", token=got["refresh_token"])
        elif end == "page":
            await sync_to_async(hers.post)(f"/settings/access/connected/{program.app.pk}/end/")
        else:
            his = await sync_to_async(browser_of)(ben)
            await sync_to_async(his.post)(f"/settings/access/apps/{program.app.pk}/delete/", {"sure": "on"})
        assert await closes(socket) == NOT_LOGGED_IN
    async with opened(token=got["access_token"]) as again:
        assert await closes(again) == NOT_LOGGED_IN


async def test_a_stolen_refresh_token_closes_sockets(program, hers):
    got = await sync_to_async(program.signs_in)(hers)
    await sync_to_async(program.renew)(got["refresh_token"])
    async with opened(token=got["access_token"]) as socket:
        await hears(socket, "games")
        await sync_to_async(program.renew)(got["refresh_token"])
        assert await closes(socket) == NOT_LOGGED_IN


async def test_an_app_that_only_signs_in_opens_no_socket(program, hers):
    got = await sync_to_async(program.signs_in)(hers, "openid")
    async with opened(token=got["access_token"]) as socket:
        assert await closes(socket) == NO_SCOPE
