"""With thousands of players PostgreSQL uses an index for every standings and player page, never a whole table."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Game, Seat
from standings import past, queries
from standings.models import Ladder, Rating, RatingChange, Tally
from standings.queries import Table
from standings.strength import Strength
from tests.standings.conftest import START, people

PLAYERS = 4_000
pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def crowd():
    players = people(PLAYERS)
    Rating.objects.bulk_create(
        Rating(
            player=player, variant=variant, mu=1000 + n % 900, sigma=80, games=40, won=20, drawn=0, streak=0,
            best_streak=2, order=Strength(mu=1000 + n % 900, sigma=80, games=40).order, updated=START, opponents=5,
        )
        for n, player in enumerate(players)
        for variant in ("", "draw", "muggins")
    )  # fmt: skip
    Ladder.objects.bulk_create([Ladder(variant="draw"), Ladder(variant="muggins")])
    Tally.objects.bulk_create(
        [
            Tally(player=player, variant=variant, month=month, games=200 + n % 300, won=n % 200, drawn=0, points=7)
            for n, player in enumerate(players)
            for variant in ("", "draw", "muggins")
            for month in ("", "2026-11")
        ],
        batch_size=5_000,
    )
    games = Game.objects.bulk_create(
        Game(
            variant="draw", seats_number=2, clock="none", status="finished", winners=[0], totals=[1, 0],
            started_at=START, finished_at=START,
        )
        for _ in range(3_000)
    )  # fmt: skip
    Seat.objects.bulk_create(
        [
            Seat(game=game, number=seat, side=seat, player=players[(n * 2 + seat) % 400])
            for n, game in enumerate(games)
            for seat in (0, 1)
        ],
        batch_size=5_000,
    )
    RatingChange.objects.bulk_create(
        [
            RatingChange(
                game=game, player=players[(n * 2 + seat) % 400], variant="draw", seat=seat, side=seat, place=1 + seat,
                result=["won", "lost"][seat], mu=1500, sigma=90, mu_before=1490, sigma_before=91, games=3, won=1,
                drawn=0, streak=0, best_streak=1, beat=None if seat else 1490 + n % 50, at=START + timedelta(hours=n),
            )
            for n, game in enumerate(games)
            for seat in (0, 1)
        ],
        batch_size=5_000,
    )  # fmt: skip
    with connection.cursor() as cursor:
        for model in (User, Rating, Tally, RatingChange, Game, Seat):
            cursor.execute(f"VACUUM ANALYZE {model._meta.db_table}")  # as the server does regularly
    return players


def plans(ask):
    """PostgreSQL's plans for the queries of *ask*."""
    with CaptureQueriesContext(connection) as asked:
        ask()
    found = []
    for query in [query["sql"] for query in asked]:
        with connection.cursor() as cursor:
            cursor.execute("EXPLAIN " + query.replace("%", "%%"))
            found.append("\n".join(line for (line,) in cursor.fetchall()))
    return found


def test_no_query_scans_a_whole_table(crowd, monkeypatch):
    monkeypatch.setattr(queries, "timezone", SimpleNamespace(now=lambda: START + timedelta(days=20)))  # large tables
    me = crowd[-5]
    deep = f"{1400},{Rating.objects.filter(order=1400, variant='draw').first().pk}"
    low = Tally.objects.filter(variant="", month="2026-11", won=3).first()
    friends = [each.pk for each in crowd[::40]]
    questions = {
        "by rating": lambda: queries.standings(Table("draw"), reader=me),
        "by rating, far down": lambda: queries.standings(Table("draw"), reader=me, cursor=deep),
        "over all games": lambda: queries.standings(Table(), reader=me),
        "provisional": lambda: queries.standings(Table("draw", "provisional"), reader=me),
        "friends": lambda: queries.standings(Table("draw", players=friends), reader=me),
        "friends of a month": lambda: queries.standings(Table("", "won", "2026-11", friends), reader=me),
        "by wins": lambda: queries.standings(Table("draw", "won"), reader=me),
        "a month of all games, far down": lambda: queries.standings(
            Table("", "won", "2026-11"), reader=me, cursor=f"{low.won},{low.games},{low.pk}"
        ),
        "the months": lambda: queries.months("draw", "2026-11"),
        "the first of each game": queries.leaders,
        "one player": lambda: (
            queries.own_ratings(crowd[3]),
            queries.rated_games(crowd[3], "draw"),
            past.way(crowd[3], "draw"),
            queries.best_win(crowd[3], "draw"),
        ),
        "one player over all games": lambda: (queries.rated_games(crowd[3], ""), past.way(crowd[3], "")),
    }
    for name, ask in questions.items():
        for plan in plans(ask):
            assert "Seq Scan on standings_ladder" in plan or "Seq Scan" not in plan, f"{name}:\n{plan}"
