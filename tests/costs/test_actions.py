"""Moves, ends, sockets and letters cost the statements and calls that numbers.py names."""

import random
from collections import Counter, defaultdict
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import actions, settling
from games.models import Game
from games.positions import memory
from notices import outside
from notices.models import Device, Notice, Wishes
from tests import queued
from tests.costs.counting import calls, check_calls, statements
from tests.costs.numbers import ACTIONS
from tests.creating import create_game
from tests.games.playing import legal, socket_of
from tests.notices.push_service import Browser

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
GAMES, FEW, MORE = 4, 2, 6  # the first game fills what processes keep, and isn't counted


def new_game(ada: User, ben: User, tiles: int) -> Game:
    game = create_game(creator=ada, variant="brettspielnetz", shuffle_seed=str(tiles))
    actions.join_game(public_id=game.public_id, player=ben)
    return game


def kind_of_move(before: Any, after: Any) -> str | None:
    if after.status != Game.Status.PLAYING:
        return "a game's end"
    if after.running.index > before.running.index:
        return "a round's end"
    return {1: "a plain move", 2: "a move and a forced one"}.get(after.version - before.version)


def test_every_kind_of_move_costs_its_number_of_statements_and_calls(ada, ben, monkeypatch):
    """Nothing that follows a game's end belongs to its last move."""
    monkeypatch.setattr(settling, "soon", lambda game: None)
    found: defaultdict[str | None, set[int]] = defaultdict(set)
    called: defaultdict[str | None, list[Counter[str]]] = defaultdict(list)
    followed, chance = [], random.Random(1)
    for tiles in range(GAMES):
        game = new_game(ada, ben, tiles)
        while (table := memory.current(game.public_id)).status == Game.Status.PLAYING:
            move = {"seat": table.turn, "text": chance.choice(legal(table)), "version": table.version}
            with statements() as sent, calls() as counted:
                actions.play_move(public_id=game.public_id, **move)
            kind = kind_of_move(table, memory.current(game.public_id)) if tiles else None
            found[kind].add(len(sent))
            called[kind].append(counted)
        with statements() as sent:
            settling.settle(game.pk)
        followed.append(len(sent))  # unrated games need fewer
    del found[None]  # the first game, and moves with several forced ones
    assert found == {kind: {ACTIONS[kind]} for kind in found}
    assert len(found) == 4
    assert max(followed) == ACTIONS["what follows a game's end, at most"]
    for kind in found:
        check_calls(kind, sorted(called[kind], key=Counter.total)[len(called[kind]) // 2])


def board_of(user: User, game: Game) -> Any:
    client = Client()
    client.force_login(user)
    return socket_of(client, f"/ws/games/{game.public_id}/")


async def test_sockets_and_their_moves_cost_their_number_of_statements(ada, ben):
    game = await sync_to_async(new_game)(ada, ben, 1)
    boards = [await sync_to_async(board_of)(user, game) for user in (ada, ben)]
    for board in boards:
        with statements() as sent:
            await board.connect()
            await board.receive_json_from(timeout=5)
        assert len(sent) == ACTIONS["opening a socket"], sent
    table = await sync_to_async(memory.current)(game.public_id)
    move = await sync_to_async(legal)(table)
    asked = {"type": "move", "version": table.version, "move": move[0], "key": ""}
    with statements() as sent:
        await boards[table.turn].send_json_to(asked)
        for board in boards:
            await board.receive_json_from(timeout=5)
    assert len(sent) == ACTIONS["a move by socket, two boards"], sent
    for board in boards:
        await board.disconnect()


@pytest.mark.parametrize("channel", ["mail", "push"])
def test_each_letter_costs_its_number_of_statements_and_calls(ada, ben, monkeypatch, channel):
    """However many there are, preparing them costs the same: what one more adds is its own."""
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    browser = Browser("https://push.example/ada")
    keys = {"p256dh": browser.p256dh, "auth": browser.auth, "name": "Firefox", "created_at": timezone.now()}
    Device.objects.create(player=ada, endpoint=browser.endpoint, **keys)
    Wishes.objects.update_or_create(user=ada, defaults={"channels": {"mail": [], "push": [], channel: ["turn"]}})
    monkeypatch.setattr(outside, "post", lambda *_args, **_kwargs: outside.Answer(201))
    costs, called = [], []
    for number in (1, FEW, MORE):  # after the first one, the server has its keys
        Notice.objects.all().delete()
        for tiles in range(number):
            new_game(ada, ben, tiles)
        now = timezone.now()
        Notice.objects.filter(player=ada, event="turn").update(stage=0, due=now, at=now)
        with statements() as sent, calls() as counted:
            assert queued.sweep(now) == 2 * number  # prepared, sent
        costs.append(len(sent))
        called.append(counted)
    assert (costs[2] - costs[1]) / (MORE - FEW) == ACTIONS[f"one more {channel}"], sent
    check_calls(f"one more {channel}", called[2] - called[1], MORE - FEW)
