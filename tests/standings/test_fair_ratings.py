"""The migrations to fair ratings, applied to older games and ratings."""

from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import call_command

from games.models import Game, Seat
from standings.models import Rating, RatingChange
from tests.standings.conftest import finish, people
from tests.standings.test_rating import books

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
GAMES = import_module("games.migrations.0004_fair_ratings")
STANDINGS = import_module("standings.migrations.0002_fair_ratings")
PAIRS = {"options": {"pairs": True}}


def test_older_games_of_partners_and_with_computers_keep_their_effects():
    ada, ben, cleo, dora = people(4)
    left = finish(ada, ben, cleo, dora, winners=(1,), left=(0,), when="", **PAIRS)
    helped = finish(ada, ben, cleo, dora, hours=1, settled=False, **PAIRS)
    Seat.objects.filter(game=helped, number=2).update(stood_in=True)
    from games import settling

    assert settling.settle(helped.pk)
    RatingChange.objects.update(effect="all")  # the column's default
    STANDINGS.effects_as_they_were(apps, None)

    def effects(game):
        return list(RatingChange.objects.filter(game=game).order_by("seat").values_list("effect", flat=True))

    assert effects(left) == ["all", "all", "none", "all"]
    assert effects(helped) == ["none"] * 4
    kept = books()
    call_command("recount", verbosity=0)
    assert books() == kept


def test_opponents_are_counted_and_players_with_few_lose_their_place():
    ada, *others = people(6)
    for n in range(12):
        finish(ada, others[n % 5], hours=12 * n)
        finish(others[0], others[1], variant="muggins", hours=12 * n)
    right = list(Rating.objects.order_by("pk").values_list("pk", "order", "opponents"))
    for rating in Rating.objects.all():  # as stored by 0.3.0
        Rating.objects.filter(pk=rating.pk).update(opponents=0, order=rating.strength.order)
    assert Rating.objects.filter(variant="muggins", order__gt=0).count() == 2
    STANDINGS.opponents_counted(apps, None)
    assert list(Rating.objects.order_by("pk").values_list("pk", "order", "opponents")) == right
    assert Rating.objects.get(player=ada, variant="draw").opponents == 5
    assert not Rating.objects.filter(variant="muggins", order__gt=0).exists()


def test_finished_games_without_a_clock_keep_their_ratings(ada, ben, played, game_between):
    over, with_clock = played(ada, ben), game_between(ada, ben)
    GAMES.without_a_clock_unrated(apps, None)
    assert set(Game.objects.filter(rated=True).values_list("pk", flat=True)) == {over.pk, with_clock.pk}
