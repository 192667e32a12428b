"""Simultaneous ends and an annulment: no lost change, no deadlock. Real transactions."""

import random

import pytest
from django.core.management import call_command

from standings.models import Rating, RatingChange, Tally
from tests.games.test_races import at_once
from tests.standings.conftest import annul, finish, people
from tests.standings.test_rating import books

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
TIMES = 4


def sums():
    return list(Tally.objects.order_by("player", "variant", "month").values("games", "won", "drawn", "points"))


def checked():
    """The stored sums and ratings equal those recomputed from the games."""
    found, counted = books(), sums()
    call_command("recount")
    assert books() == found
    assert sums() == counted


def test_parallel_finishes_of_the_same_people_all_count():
    for n in range(TIMES):
        ada, ben, cleo = people(3, prefix=f"r{n}-")
        pairs = [(ada, ben), (ben, ada), (cleo, ben), (ada, cleo), (ben, cleo)]
        at_once(*[lambda pair=pair: finish(*pair, hours=n) for pair in pairs])
        assert Rating.objects.get(player=ben, variant="draw").games == 4
        assert Tally.objects.get(player=ben, variant="", month="").games == 4
    checked()


def test_parallel_finishes_of_two_kinds_of_game_do_not_deadlock():
    ada, ben = people(2)
    for n in range(TIMES):
        at_once(
            lambda: finish(ada, ben, variant="draw", hours=n),
            lambda: finish(ben, ada, variant="muggins", hours=n),
            lambda: finish(ben, ada, variant="draw", hours=n),
            lambda: finish(ada, ben, variant="muggins", hours=n),
        )
        assert Rating.objects.get(player=ada, variant="").games == 4 * (n + 1)
    assert Tally.objects.get(player=ada, variant="", month="").games == 4 * TIMES
    checked()


def test_annulling_while_others_finish_keeps_the_ratings_correct():
    rng = random.Random(7)
    players = people(5)
    old = [finish(*rng.sample(players, 2), hours=n) for n in range(8)]
    for n in range(TIMES):
        new = [rng.sample(players, 3) for _ in range(3)]
        finishes = [lambda who=who: finish(*who, totals=(61, 3, 9), hours=10 + n) for who in new]
        at_once(lambda: annul(old[n]), *finishes)
        assert not RatingChange.objects.filter(game=old[n]).exists()
    checked()
