"""Logout and account deletion close open sockets; the pages reopen them as the new user."""

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone

from accounts.farewell import delete_account
from tests.games.test_sockets import Board, opened

pytestmark = pytest.mark.django_db(transaction=True)
NOT_LOGGED_IN = 4401
OLD, NEW = "an old one of seven words", "a new one of seven words"


async def closes(board: Board) -> bool:
    while True:
        message = await board.socket.receive_output(timeout=5)
        if message["type"] == "websocket.close":
            return message["code"] == NOT_LOGGED_IN


async def test_a_board_left_open_closes_when_its_player_logs_out_in_another_tab(ada, ben, game_between, browser_of):
    game = await sync_to_async(game_between)(ada, ben)
    client = await sync_to_async(browser_of)(ada)
    async with Board(game.public_id, ada) as mine, Board(game.public_id, ben) as his:
        await mine.hears("view")
        await his.hears("view")
        await sync_to_async(client.post)("/accounts/logout/")
        assert await closes(mine)
        assert await his.socket.receive_nothing(timeout=0.2)


async def test_all_sockets_of_a_deleted_account_close(ada, ben, game_between):
    game = await sync_to_async(game_between)(ada, ben)
    desk = await sync_to_async(opened)("/ws/me/", ada)
    await desk.connect()
    async with Board(game.public_id, ada) as mine:
        await mine.hears("view")
        await sync_to_async(delete_account)(user=ada, now=timezone.now())
        assert await closes(mine)
        while (message := await desk.receive_output(timeout=5))["type"] != "websocket.close":
            pass
        assert message["code"] == NOT_LOGGED_IN


async def test_a_new_password_closes_sockets_opened_with_the_old_one(ada, ben, game_between):
    """A stolen session loses its open board."""
    game = await sync_to_async(game_between)(ada, ben)
    client = Client()

    def log_in() -> None:
        ada.set_password(OLD)
        ada.save()
        client.force_login(ada)

    await sync_to_async(log_in)()
    async with Board(game.public_id, ada) as mine:
        await mine.hears("view")
        sent = {"oldpassword": OLD, "password1": NEW, "password2": NEW}
        answer = await sync_to_async(client.post)("/accounts/password/change/", sent)
        assert answer.status_code == 302
        assert await closes(mine)
