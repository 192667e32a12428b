"""The next game: the most urgent one that waits for the reader, and the one after it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import actions, queries
from games.models import Game
from games.positions import memory
from tests.pages.conftest import html_of, words_of


@pytest.fixture
def waiting(ada, ben, game_between):
    """`waiting(3, None, 1)`: games in which Ada is on turn, with these hours left."""

    def deal(*hours: float | None) -> list[str]:
        games = []
        for each in hours:
            while True:
                game = game_between(ada, ben, variant="block")
                if game.turn == 0:
                    break
                actions.resign_game(public_id=game.public_id, player=ben)
            if each is None:
                changed = {"clock": "none", "turn_seconds": None, "pauses": False, "deadline": None, "rated": False}
            else:
                changed = {"deadline": timezone.now() + timedelta(hours=each)}
            Game.objects.filter(pk=game.pk).update(**changed)
            games.append(game.public_id)
        return games

    return deal


@pytest.mark.both_databases
def test_the_game_with_the_least_time_left_comes_first(waiting, ada, ben):
    slow, timeless, urgent = waiting(30, None, 2)
    assert queries.next_game(ada.pk) == urgent
    assert queries.next_game(ada.pk, after=urgent) == slow
    assert queries.next_game(ada.pk, after=slow) == timeless
    assert queries.next_game(ada.pk, after=timeless) == urgent  # in a circle
    assert queries.next_game(ada.pk, after="played") == urgent
    assert queries.next_game(ben.pk) is None


def test_the_address_redirects_to_the_next_game_and_the_one_after(browser_of, waiting, ada):
    first, second = waiting(1, 2)
    client = browser_of(ada)
    assert client.get("/next/")["Location"] == f"/g/{first}/"
    assert client.get(f"/next/?after={first}")["Location"] == f"/g/{second}/"
    table = memory.current(first)
    actions.play_move(public_id=first, seat=0, text=str(table.running.position.legal[0]), version=table.version)
    if queries.next_game(ada.pk) == second:  # it isn't her turn again yet
        assert client.get(f"/next/?after={first}")["Location"] == f"/g/{second}/"


def test_my_games_say_that_no_game_waits(browser_of, waiting, stranger, ada, ben):
    (only,) = waiting(1)
    answer = browser_of(ada).get(f"/next/?after={only}", follow=True)
    assert answer.redirect_chain == [("/games/", 302)]
    assert "No other game is waiting for you." in words_of(answer)
    assert "No game is waiting for you now." in words_of(browser_of(ben).get("/next/", follow=True))
    assert stranger.get("/next/")["Location"] == "/games/"


def test_the_address_changes_nothing_and_refuses_posts(browser_of, waiting, ada):
    waiting(1)
    assert browser_of(ada).post("/next/").status_code == 405
    assert browser_of(ada).get("/next/", {"after": "\x00' OR 1"}).status_code == 302


@pytest.mark.both_databases
@pytest.mark.parametrize("games", [2, 12])
def test_the_address_needs_one_query(waiting, ada, games, django_assert_num_queries):
    waiting(*range(1, games + 1))
    with django_assert_num_queries(1):
        queries.next_game(ada.pk)


def test_every_page_title_has_the_number_of_waiting_games(browser_of, waiting, stranger, ada):
    first, _second = waiting(1, 2)
    client = browser_of(ada)
    for path in ("/", "/games/", "/rules/", f"/g/{first}/", "/settings/"):
        page = html_of(client.get(path))
        assert ("<title>(1) " if first in path else "<title>(2) ") in page, path  # a game doesn't count itself
        assert 'favicon-dot.svg" data-plain' in page
    assert "<title>(" not in stranger.get("/").content.decode()


def test_the_board_and_my_games_have_the_button(browser_of, waiting, cleo, ada):
    first, _second = waiting(1, 2)
    assert f'href="/next/?after={first}" data-waiting="1">' in html_of(browser_of(ada).get(f"/g/{first}/"))
    assert 'href="/next/" data-waiting="2">' in html_of(browser_of(ada).get("/games/"))
    assert 'data-waiting="0" hidden>' in html_of(browser_of(cleo).get(f"/g/{first}/"))
