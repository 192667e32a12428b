"""A visit as in correspondence costs the calls that numbers.py names: open the board, move, leave."""

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse

from games.positions import memory
from tests.costs.counting import calls, check_calls
from tests.costs.test_actions import board_of, new_game
from tests.games.playing import legal

pytestmark = pytest.mark.django_db(transaction=True)
VISITS = 4  # the first ones load templates and modules


async def test_a_visit_costs_its_number_of_calls(ada, ben):
    game = await sync_to_async(new_game)(ada, ben, 1)
    for _ in range(VISITS):
        table = await sync_to_async(memory.current)(game.public_id)
        reader, client = [ada, ben][table.turn], Client()
        await sync_to_async(client.force_login)(reader)
        board = await sync_to_async(board_of)(reader, game)
        [move, *_others] = await sync_to_async(legal)(table)
        with calls() as called:
            answer = await sync_to_async(client.get)(reverse("table", args=[game.public_id]))
            await board.connect()
            await board.receive_json_from(timeout=5)
            await board.send_json_to({"type": "move", "version": table.version, "move": move, "key": ""})
            said = {(await board.receive_json_from(timeout=5))["type"] for _answer in range(2)}
            await board.disconnect()
        assert (answer.status_code, said) == (200, {"view", "done"})
    check_calls("a visit: page, socket, move", called)
