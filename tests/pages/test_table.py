"""The game page: its queries, and each reader's own header."""

import random
import re

import pytest

from games.positions import memory
from notices.models import Notice
from tests.games.playing import play_one
from tests.pages.conftest import words_of

HEADER = re.compile(r"data-(?:waiting|unread)-number>(\d+)<")


def header(page):
    """The numbers of waiting games and of new notifications."""
    return [int(number) for number in HEADER.findall(page.content.decode())[:2]]


def on_turn(game):
    table = memory.current(game.public_id)
    return table.players[table.turn]


@pytest.mark.parametrize("seats", [2, 4])
def test_the_page_needs_four_queries_early_and_late_for_every_viewer(
    browser_of, stranger, game_between, guest, ada, django_assert_num_queries, seats
):
    ben, *others = [guest(name) for name in ("Ben", "Cleo", "Dan")]
    game = game_between(ada, ben, *others[: seats - 2], variant="draw")
    for _ in range(3):
        for who, queries in ((browser_of(ada), 4), (browser_of(guest("Eve")), 3), (stranger, 1)):
            who.get(game.get_absolute_url())  # a visit has marked notifications as read and cached the table
            # game with seats and players; session and user; header; what is new in the talk
            with django_assert_num_queries(queries):
                who.get(game.get_absolute_url())
        play_one(game.public_id, random.Random(1))


def test_a_visit_that_marks_notifications_read_needs_one_more_query(
    browser_of, game_between, ada, ben, django_assert_num_queries
):
    game = game_between(ada, ben, variant="draw")
    player = {ada.pk: ada, ben.pk: ben}[on_turn(game)]
    client = browser_of(player)
    client.get("/rules/")
    with django_assert_num_queries(7):  # and, as the game is rated, the ratings, and whether aborting it is free
        page = client.get(game.get_absolute_url())
    assert header(page) == [0, 0]  # the open game isn't counted
    assert not Notice.objects.filter(player=player, game=game, read_at=None).exists()


def test_only_before_the_second_move_the_page_asks_whether_aborting_is_free(
    browser_of, game_between, ada, ben, django_assert_num_queries
):
    game = game_between(ada, ben, variant="draw")
    for queries in (6, 6, 5):  # before the first move, the second, the third
        client = browser_of(ada)
        client.get(game.get_absolute_url())
        with django_assert_num_queries(queries):
            client.get(game.get_absolute_url())
        play_one(game.public_id, random.Random(1))


def test_the_page_leaves_the_table_in_memory_for_the_socket(browser_of, game_between, ada, ben, monkeypatch):
    game = game_between(ada, ben)
    memory.remembered.forget()
    browser_of(ada).get(game.get_absolute_url())
    monkeypatch.setattr(memory, "load", None)
    assert memory.current(game.public_id).version == game.version


def test_viewers_of_one_game_have_their_own_counts(browser_of, stranger, game_between, ada, ben, cleo):
    games = [game_between(ada, ben) for _ in range(4)]
    waiting = {each.pk: sum(on_turn(game) == each.pk for game in games[1:]) for each in (ada, ben)}
    Notice.objects.all().delete()
    Notice.objects.create(player=ben, event="friend", at=ben.date_joined, due=ben.date_joined)
    table = games[0].get_absolute_url()
    for _ in range(2):
        assert header(browser_of(ada).get(table)) == [waiting[ada.pk], 0]
        assert header(browser_of(ben).get(table)) == [waiting[ben.pk], 1]
        assert header(browser_of(cleo).get(table)) == [0, 0]
        assert set(header(stranger.get(table))) <= {0}


def test_beside_the_check_of_the_shuffle_the_page_says_where_it_proves_less(stranger, game_between, ada, ben):
    page = words_of(stranger.get(game_between(ada, ben, variant="draw").get_absolute_url()))
    assert "In tournaments, and in games that Find a game starts, we draw all numbers." in page
