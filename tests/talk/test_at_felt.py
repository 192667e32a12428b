"""The corner of the felt: what it shows to whom, what it costs, and whom the nudges reach."""

import contextlib
import re

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone

from games import actions, queries
from people.actions import block
from talk import actions as talk
from talk import reactions
from tests.games.test_sockets import Board
from tests.pages.conftest import html_of

pytestmark = pytest.mark.django_db(transaction=True)


def corner(client: Client, game: str) -> str:
    return html_of(client.get(f"/g/{game}/at-felt/", headers={"X-Panel": "1"}))


def send(client: Client, game: str, sign: str) -> str:
    answer = client.post(f"/g/{game}/at-felt/", {"sign": sign}, headers={"X-Panel": "1"})
    assert answer.headers["X-Panel"] == "1"
    return html_of(answer)


def enabled(html: str) -> list[str]:
    """The signs whose buttons can be pressed."""
    return re.findall(r'<button name="sign" value="(\w+)">', html)


def test_the_corner_shows_the_last_message_and_how_many_are_new(ada, ben, game, say, browser_of):
    say(game, ada, "First")
    say(game, ada, "I hold nothing high")
    shown = corner(browser_of(ben), game)
    assert "I hold nothing high" in shown
    assert "First" not in shown
    assert '<span class="count">2</span>' in shown
    browser_of(ben).get(f"/g/{game}/talk/")
    assert 'class="count"' not in corner(browser_of(ben), game)


def test_watchers_see_the_spectators_last_message_and_have_no_reactions(ada, cleo, game, say, browser_of):
    say(game, ada, "xyzzy among players")
    say(game, cleo, "Nice game")
    for client in (browser_of(cleo), Client()):
        assert "xyzzy" not in corner(client, game)
        assert "felt-signs" not in corner(client, game)
    assert "Nice game" in corner(browser_of(cleo), game)
    assert "Nice game" not in corner(Client(), game)
    assert "Nice game" not in corner(browser_of(ada), game)


def test_a_sent_reaction_is_in_the_answer_and_its_buttons_wait_for_the_next_move(ada, game, browser_of):
    html = send(browser_of(ada), game, "oops")
    assert "Oops!" in html.split("felt-shown")[1]
    assert enabled(html) == []
    assert "You can react again after the next move." in html


def test_a_refusal_is_a_sentence_in_the_corner(ada, game, browser_of):
    send(browser_of(ada), game, "oops")
    answer = browser_of(ada).post(f"/g/{game}/at-felt/", {"sign": "thanks"}, headers={"X-Panel": "1"})
    assert answer.status_code == 409
    assert "You already reacted. You can react again after the next move." in html_of(answer)


def test_a_guest_reacts_by_the_private_link_of_a_seat(guest, game_between, browser_of):
    ada, ben = guest("Ada"), guest("Ben")
    game = game_between(ada, ben)
    seat = game.seats.get(number=1)
    elsewhere = Client()
    elsewhere.post(f"/g/{game.public_id}/seat/{seat.token}/", follow=True)
    assert "Thanks" in send(elsewhere, game.public_id, "thanks").split("felt-shown")[1]
    assert 'data-seat="1"' in corner(browser_of(ada), game.public_id)


def test_without_scripts_one_returns_to_the_game(ada, game, browser_of):
    answer = browser_of(ada).post(f"/g/{game}/at-felt/", {"sign": "hello"})
    assert (answer.status_code, answer.url) == (302, f"/g/{game}/")


def test_a_page_against_computers_alone_has_no_corner(ada, browser_of):
    from tests.creating import create_game

    game = create_game(creator=ada, variant="draw", seats=2).public_id
    actions.seat_computer(public_id=game, host=ada, seat=1, level="beginner")
    assert 'id="at-felt"' not in html_of(browser_of(ada).get(f"/g/{game}/"))


def test_the_page_says_whether_there_is_more_to_fetch(ada, ben, game, browser_of):
    def is_more() -> bool:
        return "data-more" in html_of(browser_of(ben).get(f"/g/{game}/"))

    assert not is_more()
    reactions.send(game=queries.find_game(game), player=ada, sign="hello", now=timezone.now())
    assert is_more()


@pytest.mark.parametrize("talked", [False, True])
def test_the_corner_costs_the_same_whatever_was_said(
    ada, ben, game, say, browser_of, django_assert_num_queries, talked
):
    if talked:
        for n in range(5):
            say(game, ada, f"Message {n}")
        reactions.send(game=queries.find_game(game), player=ada, sign="hello", now=timezone.now())
    client = browser_of(ben)
    corner(client, game)
    with django_assert_num_queries(11):
        corner(client, game)


async def hears_of_reactions(board: Board) -> bool:
    told = False
    with contextlib.suppress(TimeoutError):
        while not await board.socket.receive_nothing(timeout=0.15):
            told |= '"reactions"' in await board.socket.receive_from()
    return told


async def test_boards_are_nudged_but_not_those_who_muted_or_block(ada, ben, cleo, game_between, guest):
    dora = await sync_to_async(guest)("Dora")
    game = await sync_to_async(game_between)(ada, ben, cleo, dora, variant="draw")
    found = await sync_to_async(queries.find_game)(game.public_id)
    await sync_to_async(block)(user=cleo, person=ada, now=timezone.now())
    await sync_to_async(talk.mute)(game=found, reader=dora, muted=True)
    async with (
        Board(game.public_id, ben) as his, Board(game.public_id) as watching,
        Board(game.public_id, cleo) as blocking, Board(game.public_id, dora) as muting,
    ):  # fmt: skip
        boards = his, watching, blocking, muting
        for board in boards:
            await board.hears("view")
        await sync_to_async(reactions.send)(game=found, player=ada, sign="hello", now=timezone.now())
        assert [await hears_of_reactions(board) for board in boards] == [True, True, False, False]
