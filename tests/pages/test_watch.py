"""Public running games to watch."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games.models import Game
from games.sockets import open_sockets
from people import actions as people
from tests.pages.conftest import words_of

WATCH = "/watch/"


@pytest.fixture
def watched(monkeypatch):
    """`watched(game=3)`: simulates so many watchers."""

    def by(counts):
        monkeypatch.setattr(open_sockets.hub.looking, "_watched", {game.public_id: n for game, n in counts.items()})

    return by


@pytest.fixture
def public(game_between, ada, ben):
    """`public(minutes=5)`: a public game of Ada and Ben, moved last so long ago."""

    def make(minutes=0, people=(ada, ben), **settings):
        game = game_between(*people, variant="draw", visibility="public", **settings)
        Game.objects.filter(pk=game.pk).update(moved_at=timezone.now() - timedelta(minutes=minutes))
        return game

    return make


def shown(client, **query):
    return [row.game.pk for row in client.get(WATCH, query).context["page"]]


def test_only_public_running_games_are_listed(stranger, public, game_between, offer, finished, ada, ben):
    game = public()
    game_between(ada, ben)
    offer(ada, visibility="public")
    Game.objects.filter(pk=finished(ada, ben)[0].pk).update(visibility="public")
    assert shown(stranger) == [game.pk]
    page = words_of(stranger.get(WATCH))
    assert "Draw Dominoes" in page
    assert "Ada, Ben" in page


@pytest.mark.both_databases
def test_most_watched_games_come_first_then_those_with_the_latest_move(stranger, public, watched):
    old, newer, newest = public(30), public(20), public(10)
    assert shown(stranger) == [newest.pk, newer.pk, old.pk]
    watched({old: 2, newer: 1})
    assert shown(stranger) == [old.pk, newer.pk, newest.pk]
    page = words_of(stranger.get(WATCH))
    assert "2 watch" in page
    assert "1 watching" in page


@pytest.mark.both_databases
def test_games_with_computers_come_after_those_of_people(stranger, public, watched, ada, ben, cleo):
    bot = type(ada).objects.create_user(username="bot", nickname="Bot")
    type(ada).objects.filter(pk=bot.pk).update(bot_level="good")
    alone, people = public(1, people=(ada, bot)), public(50)
    watched({alone: 9})
    assert shown(stranger) == [people.pk, alone.pk]


@pytest.mark.both_databases
def test_own_games_and_games_of_blocked_people_are_not_listed(browser_of, public, ada, cleo):
    game = public()
    assert shown(browser_of(ada)) == []
    assert shown(browser_of(cleo)) == [game.pk]
    people.block(user=cleo, person=ada, now=timezone.now())
    assert shown(browser_of(cleo)) == []


@pytest.mark.both_databases
def test_a_long_list_has_pages(stranger, public):
    games = [public(minutes).pk for minutes in range(26)]
    first = stranger.get(WATCH).context["page"]
    assert [row.game.pk for row in first] == games[:24]
    assert shown(stranger, skip=first.next) == games[24:]
    assert shown(stranger, skip="x") == games[:24]


@pytest.mark.both_databases
@pytest.mark.parametrize("number", [2, 9])
def test_the_page_needs_the_same_queries_for_any_number_of_games(
    stranger, public, watched, number, django_assert_num_queries
):
    watched({public(): 1 for _game in range(number)})
    with django_assert_num_queries(4):  # newest, watched, how many people, games with what their rows say
        stranger.get(WATCH)


def test_the_api_lists_them_with_their_watchers(stranger, public, watched):
    game, other = public(9), public(1)
    watched({game: 4})
    answer = stranger.get("/api/v1/watch/").json()
    assert [(line["id"], line["watchers"]) for line in answer["results"]] == [(game.public_id, 4), (other.public_id, 0)]
    assert answer["next"] is None
    assert stranger.get("/api/v1/watch/?cursor=nowhere").status_code == 404


@pytest.mark.both_databases
@pytest.mark.django_db
@pytest.mark.postgres
def test_the_list_is_read_from_its_index_on_postgresql():
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    rows = Game.objects.filter(visibility="public", status="playing").order_by("-moved_at", "-pk")
    assert "game_in_play" in rows.values_list("pk", "public_id")[:400].explain()
