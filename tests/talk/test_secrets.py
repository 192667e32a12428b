"""No page, API answer, socket or export shows a note or a message to people who may not read it."""

import contextlib

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone

from games import actions, queries
from talk import actions as talk
from tests.games.test_sockets import Board

pytestmark = pytest.mark.django_db(transaction=True)
SAID, WATCHED, NOTED = "xyzzy-seated", "xyzzy-watching", "xyzzy-noted"


def addresses(game: str, name: str) -> list[str]:
    api = f"/api/v1/games/{game}/"
    return [
        "/", "/games/", "/notices/", "/lobby/", f"/people/{name}/", f"/people/{name}/note/", "/history/",
        "/settings/account/data.json",
        f"/g/{game}/", f"/g/{game}/talk/", f"/g/{game}/note/", f"/g/{game}/rules/",
        api, f"{api}talk/", f"{api}note/", f"{api}record/", f"{api}rounds/0/", "/api/v1/games/", "/api/v1/me/",
        f"/g/{game}/text/", "/history/export/", "/api/v1/me/notices/",
        "/api/v1/me/history/", "/api/v1/me/history/export/",
    ]  # fmt: skip


def everything(client: Client, game: str, name: str) -> str:
    texts = []
    for path in addresses(game, name):
        for headers in ({}, {"X-Panel": "1"}):
            answer = client.get(path, headers=headers)
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content
            texts.append(body.decode())
    return "\n".join(texts)


@pytest.mark.parametrize("over", [False, True])
def test_messages_and_notes_reach_only_their_readers(ada, ben, cleo, guest, game_between, browser_of, over):
    game = game_between(ada, ben)
    found = queries.find_game(game.public_id)
    talk.say(game=found, author=ada, text=SAID, now=timezone.now())
    talk.say(game=found, author=cleo, text=WATCHED, now=timezone.now())
    talk.write_note(author=ada, text=NOTED, now=timezone.now(), game=game)
    talk.write_note(author=ada, text=NOTED, now=timezone.now(), person=ben)
    if over:
        actions.resign_game(public_id=game.public_id, player=ada)
    hear = {}
    for name, client in {
        "ada": browser_of(ada), "ben": browser_of(ben), "cleo": browser_of(cleo), "guest": browser_of(guest("Dora")),
        "stranger": Client(),
    }.items():  # fmt: skip
        text = everything(client, game.public_id, "ben")
        hear[name] = {secret for secret in (SAID, WATCHED, NOTED) if secret in text}
    after = {WATCHED} if over else set()
    assert hear == {
        "ada": {SAID, NOTED} | after, "ben": {SAID} | after, "cleo": {WATCHED}, "guest": after, "stranger": after,
    }  # fmt: skip


async def hears_of_talk(board: Board) -> bool:
    told = False
    with contextlib.suppress(TimeoutError):
        while not await board.socket.receive_nothing(timeout=0.15):
            text = await board.socket.receive_from()
            assert "xyzzy" not in text
            told |= '"panel"' in text
    return told


async def test_only_the_boards_of_readers_are_nudged(ada, ben, cleo, game_between):
    game = await sync_to_async(game_between)(ada, ben)
    found = await sync_to_async(queries.find_game)(game.public_id)
    async with Board(game.public_id, ben) as his, Board(game.public_id, cleo) as watching, Board(game.public_id) as out:
        boards = his, watching, out
        for board in boards:
            await board.hears("view")
        say = sync_to_async(talk.say)
        await say(game=found, author=ada, text=SAID, now=timezone.now())
        assert [await hears_of_talk(board) for board in boards] == [True, False, False]
        await say(game=found, author=cleo, text=WATCHED, now=timezone.now())
        assert [await hears_of_talk(board) for board in boards] == [False, True, True]
        await sync_to_async(actions.resign_game)(public_id=game.public_id, player=ada)
        found = await sync_to_async(queries.find_game)(game.public_id)
        await say(game=found, author=cleo, text=WATCHED + " again", now=timezone.now())
        assert [await hears_of_talk(board) for board in boards] == [True, True, True]
