"""The series on the result card: the games that the same sides won before this one, by rematches."""

from typing import Any

import pytest
from django.utils import timezone

from games import actions, queries
from games.models import Game, Seat
from history.rematches import Series, earlier_games
from tests.creating import create_game

pytestmark = pytest.mark.django_db


def rematch(game: Game, *players: Any) -> Game:
    for player in players:
        again = actions.offer_rematch(public_id=game.public_id, player=player)
    return again


def lost_by(game: Game, *players: Any) -> Game:
    for player in players:
        actions.resign_game(public_id=game.public_id, player=player)
    return game


def series(game: Game) -> Series | None:
    return earlier_games(queries.seated_game(game.public_id))


@pytest.mark.both_databases
def test_games_before_count_by_the_sides_of_this_game(ada, ben, game_between):
    first = lost_by(game_between(ada, ben), ben)
    assert series(first) is None
    second = lost_by(rematch(first, ada, ben), ada)  # Ben has seat 0 now
    assert series(second) == Series(won=[0, 1], drawn=0)
    third = lost_by(rematch(second, ben, ada), ben)
    assert series(third) == Series(won=[1, 1], drawn=0)  # Ada has seat 0 again
    assert series(rematch(third, ada, ben)) == Series(won=[1, 2], drawn=0)


@pytest.mark.both_databases
def test_partners_stay_one_side(ada, ben, cleo, guest, game_between):
    dan = guest("Dan")
    first = lost_by(game_between(ada, ben, cleo, dan, variant="partnership"), ben)
    second = rematch(first, ada, ben, cleo, dan)
    side = second.seats.get(player=cleo).side
    assert series(second) == Series(won=[int(side == 0), int(side == 1)], drawn=0)


def test_draws_are_counted_and_annulled_games_are_not(ada, ben, game_between):
    first = lost_by(game_between(ada, ben), ben)
    second = lost_by(rematch(first, ada, ben), ben)
    Seat.objects.filter(game=first).update(result="drawn")
    third = rematch(second, ada, ben)
    assert series(third) == Series(won=[1, 0], drawn=1)
    actions.annul_game(public_id=second.public_id, now=timezone.now())
    assert series(third) == Series(won=[0, 0], drawn=1)


@pytest.mark.both_databases
def test_a_series_begins_where_the_players_change(ada, ben, cleo, game_between):
    theirs = lost_by(game_between(ada, cleo), cleo)
    first = game_between(ada, ben)
    Game.objects.filter(pk=first.pk).update(rematch_of=theirs)
    second = rematch(lost_by(first, ben), ada, ben)
    assert series(second) == Series(won=[0, 1], drawn=0)


@pytest.mark.both_databases
def test_a_long_series_needs_one_query_and_a_first_game_none(ada, ben, game_between, django_assert_num_queries):
    game = lost_by(game_between(ada, ben), ben)
    seated = queries.seated_game(game.public_id)
    with django_assert_num_queries(0):
        earlier_games(seated)
    for _ in range(5):
        game = lost_by(rematch(game, ada, ben), ben)
    seated = queries.seated_game(game.public_id)
    with django_assert_num_queries(1):
        assert earlier_games(seated) == Series(won=[0, 5], drawn=0)


def test_the_page_of_a_rematch_carries_the_series_for_its_card(browser_of, ada, ben, game_between):
    first = lost_by(game_between(ada, ben), ben)
    assert "data-series" not in browser_of(ada).get(first.get_absolute_url()).content.decode()
    second = rematch(first, ada, ben)
    page = browser_of(ada).get(second.get_absolute_url()).content.decode()
    assert 'data-series="{&quot;won&quot;: [0, 1], &quot;drawn&quot;: 0}"' in page


def test_other_open_games_are_no_series(ada):
    assert earlier_games(queries.seated_game(create_game(creator=ada, variant="draw").public_id)) is None
