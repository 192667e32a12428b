"""Ratings are rebuilt in batches: games end and are annulled in between, and pages show the old ratings."""

import sqlite3
from collections.abc import Sequence
from datetime import timedelta
from itertools import product

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import F
from django.db.transaction import Atomic

from games.models import Game
from standings import rating
from standings.models import Rating, RatingChange
from tests.samples import some
from tests.standings.conftest import START, people
from tests.standings.test_rating import books

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
NEXT_PIECE, KEEP_NEWEST = rating._Walk.next_piece, rating._keep_newest
GAMES, PAUSES = 8, 6  # queries of the ladder; at least so many of a rebuild, between batches of games and of people


@pytest.fixture
def games(monkeypatch, played):
    """Games of six people; two of them play only each other, so their games are independent of the rest."""
    monkeypatch.setattr(rating, "PIECE", 2)
    a, b, c, d, e, f = people(6)
    pairs = [(a, b), (e, f), (b, c), (a, c), (c, a), (e, f), (d, b), (a, d)]
    return [played(*pair, hours=n) for n, pair in enumerate(pairs)]


@pytest.fixture
def meanwhile(monkeypatch):
    """`meanwhile(do)`: calls *do* with the number of each pause of a rebuild."""

    def set_it(do):
        pauses = []

        def pausing(work):
            def then(*given, **named):
                result = work(*given, **named)
                assert not connection.in_atomic_block
                do(len(pauses))
                pauses.append(1)
                return result

            return then

        monkeypatch.setattr(rating._Walk, "next_piece", pausing(NEXT_PIECE))
        monkeypatch.setattr(rating, "_keep_newest", pausing(KEEP_NEWEST))
        return pauses

    return set_it


def some_cases(games: Sequence[int]) -> list[tuple[int, int]]:
    """Some of these games with a pause each, including every game and every pause."""
    cases = list(product(games, range(PAUSES)))
    return some(cases, 10, kinds={case: frozenset({("game", str(case[0])), ("pause", str(case[1]))}) for case in cases})


def spoil():
    RatingChange.objects.update(mu=F("mu") + 50, mu_before=F("mu_before") + 30)
    Rating.objects.update(mu=F("mu") + 50)


def test_a_game_settled_during_a_rebuild_is_rated_as_if_before(games, meanwhile):
    right = books()

    def settle(game):
        with transaction.atomic():
            Game.objects.filter(pk=game.pk).update(settle_at=None)
            rating.rate_game(Game.objects.prefetch_related("seats__player").get(pk=game.pk))

    for number, when in some_cases(range(GAMES)):
        game = games[number]
        with transaction.atomic():
            rating.unrate_game(game)
        Game.objects.filter(pk=game.pk).update(settle_at=START)
        spoil()
        pauses = meanwhile(lambda pause: settle(game) if pause == when else None)
        rating.rebuild("draw")
        assert len(pauses) > when
        assert books() == right, (game.finished_at, when)


def test_a_game_annulled_during_a_rebuild_does_not_count(games, meanwhile):
    def annul(game):
        with transaction.atomic():
            Game.objects.filter(pk=game.pk).update(annulled_at=START + timedelta(days=9))
            rating.unrate_game(game)

    for number in (0, 2, 7):
        game = games[number]
        Game.objects.update(annulled_at=None)
        rating.rebuild("draw")
        annul(game)
        right = books()
        for when in some(range(PAUSES), 2, salt=str(number)):
            Game.objects.update(annulled_at=None)
            meanwhile(lambda _pause: None)
            assert rating.rebuild("draw") == GAMES
            spoil()
            pauses = meanwhile(lambda pause: annul(game) if pause == when else None)
            assert rating.rebuild("draw") == GAMES - 1
            assert len(pauses) > when
            assert books() == right, (game.finished_at, when)


def test_during_a_rebuild_pages_show_old_or_new_ratings_only(games, meanwhile):
    new = dict(Rating.objects.values_list("pk", "mu"))
    spoil()
    old = {pk: mu + 50 for pk, mu in new.items()}
    seen = []
    meanwhile(lambda _pause: seen.append(dict(Rating.objects.values_list("pk", "mu"))))
    rating.rebuild("draw")
    for ratings in seen:
        assert ratings.keys() == new.keys()
        assert all(mu in {old[pk], new[pk]} for pk, mu in ratings.items() if Rating.objects.get(pk=pk).variant)
    assert seen[2] == old  # not before all kinds of game are done
    assert dict(Rating.objects.values_list("pk", "mu")) == new


def test_an_interrupted_rebuild_starts_again(games, meanwhile):
    right = books()
    spoil()

    def stop(pause):
        if pause == 2:
            raise KeyboardInterrupt

    meanwhile(stop)
    with pytest.raises(KeyboardInterrupt):
        rating.rebuild("draw")
    meanwhile(lambda _pause: None)
    rating.rebuild("draw")
    assert books() == right


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL lets all write at the same time")
def test_others_can_write_between_the_pieces_of_a_rebuild(games, monkeypatch):
    monkeypatch.setattr("history.management.commands.recount.AT_ONCE", 2)
    another = sqlite3.connect(connection.settings_dict["NAME"], timeout=0, isolation_level=None)
    leave, written = Atomic.__exit__, []

    def leave_and_write(*given):
        leave(*given)
        if not connection.in_atomic_block:
            another.execute("BEGIN IMMEDIATE")
            another.execute("UPDATE accounts_user SET nickname = nickname")
            another.execute("COMMIT")
            written.append(1)

    monkeypatch.setattr(Atomic, "__exit__", leave_and_write)
    call_command("recount")
    another.close()
    assert len(written) >= GAMES // 2 + GAMES // 2 + 6  # two games at a time, rated and written; each of the six people
