"""Past ratings: the change within thirty days and the history of ratings, both exact."""

import re
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.utils import translation

from common.times import dates
from standings import chart, past
from standings.models import ALL, Rating, RatingChange
from standings.past import Point
from standings.strength import overall
from tests.standings.conftest import START, annul, people

pytestmark = pytest.mark.django_db
DAY = 24  # hours
NOW = START + timedelta(days=60)  # so thirty days before was 31 October


def changes_of(*players, variant):
    ratings = list(Rating.objects.filter(player__in=players, variant=variant))
    return [past.changes(ratings, NOW).get((player.pk, variant)) for player in players]


def shown(player, variant):
    return Rating.objects.get(player=player, variant=variant).shown


@pytest.mark.both_databases
def test_the_change_of_a_rating_covers_thirty_days(played, ada, ben):
    played(ada, ben, hours=29 * DAY)
    before = shown(ada, "draw")
    played(ada, ben, hours=31 * DAY)
    played(ada, ben, hours=40 * DAY)
    gained = shown(ada, "draw") - before
    assert 20 < gained < 46
    assert changes_of(ada, ben, variant="draw") == [gained, -gained]


def test_players_who_began_since_then_started_at_1500(played, ada, ben):
    played(ada, ben, hours=50 * DAY)
    assert changes_of(ada, ben, variant="draw") == [23, -23]


def test_without_a_rated_game_no_change_is_shown(played, ada, ben):
    played(ada, ben, hours=10 * DAY)
    assert changes_of(ada, ben, variant="draw") == [None, None]
    assert changes_of(ada, ben, variant=ALL) == [None, None]


def test_the_overall_change_compares_with_the_ratings_of_then(played, ada, ben, cleo):
    played(ada, ben, hours=10 * DAY)
    played(ben, ada, hours=20 * DAY, variant="muggins")
    played(cleo, ada, hours=20 * DAY, variant="muggins")
    was = overall([each.strength for each in Rating.objects.filter(player=ada).exclude(variant=ALL)])
    assert was.shown == shown(ada, ALL)
    played(ada, ben, hours=40 * DAY, variant="muggins")
    played(ada, ben, hours=41 * DAY, variant="goat")  # a new kind of game
    assert changes_of(ada, variant=ALL) == [shown(ada, ALL) - was.shown]
    assert changes_of(cleo, variant=ALL) == [None]


@pytest.mark.both_databases
def test_annulled_games_are_left_out_of_the_change(played, ada, ben, cleo):
    played(ada, ben, hours=10 * DAY)
    played(ada, ben, hours=40 * DAY)
    gained = changes_of(ada, ben, variant=ALL)
    wrong = played(ada, cleo, hours=41 * DAY, variant="muggins")
    assert changes_of(ada, ben, variant=ALL) != gained
    annul(wrong)
    assert changes_of(ada, ben, variant=ALL) == gained


@pytest.mark.both_databases
def test_changes_of_any_number_of_ratings_need_one_query(played, django_assert_num_queries):
    players = people(6)
    for variant in ("draw", "muggins", "goat"):
        for hours in (10 * DAY, 40 * DAY):
            for one, other in zip(players[::2], players[1::2], strict=True):
                played(one, other, variant=variant, hours=hours)
    ratings = list(Rating.objects.all())
    assert len(ratings) == 24
    with django_assert_num_queries(1):
        assert len(past.changes(ratings, NOW)) == 24


# ---- The history of a rating ----------------------------------------------------------------------------------------
@pytest.mark.both_databases
def test_a_rating_history_starts_before_the_first_game_and_includes_each(played, ada, ben):
    for n in range(3):
        played(ada, ben, hours=n * DAY)
    after = [row.shown for row in RatingChange.objects.filter(player=ada).order_by("at")]
    way = past.way(ada, "draw")
    assert [point.rating for point in way] == [1500, *after]
    assert [(point.at - START).days for point in way] == [0, 0, 1, 2]
    assert past.way(ada, "muggins") == []


def test_the_overall_history_ends_at_the_current_rating(played, ada, ben, cleo):
    for n, (other, variant) in enumerate([(ben, "draw"), (cleo, "muggins"), (ben, "muggins"), (cleo, "goat")] * 2):
        played(ada, other, winners=(n % 2,), hours=n, variant=variant)
    way = past.way(ada, ALL)
    assert len(way) == 9
    assert way[0].rating == 1500
    assert way[-1].rating == shown(ada, ALL)
    assert past.way(cleo, ALL)[-1].rating == shown(cleo, ALL)


@pytest.mark.both_databases
def test_a_long_history_has_the_newest_games_with_unchanged_values(played, ada, ben, monkeypatch):
    for n in range(8):
        played(ada, ben, hours=n, variant=("draw", "muggins", "goat")[n % 3])
    whole = past.way(ada, ALL)
    monkeypatch.setattr(past, "ON_WAY", 3)
    assert [point.rating for point in past.way(ada, ALL)] == [point.rating for point in whole[-4:]]


# ---- The chart ------------------------------------------------------------------------------------------------------
def after(*days, rating=1500):
    return [Point(START + timedelta(days=day), rating + n) for n, day in enumerate(days)]


def dots(drawing):
    return [float(x) for x in re.findall(r'<circle cx="([\d.]+)"', drawing.svg)]


def test_every_day_of_the_chart_has_the_same_width():
    one, two, three, four = dots(chart.drawn(after(0, 1, 2, 10)))
    assert two - one == pytest.approx(three - two, abs=0.01)
    assert four - three == pytest.approx(8 * (two - one), abs=0.01)


@pytest.mark.both_databases
def test_dates_are_in_the_readers_time_zone(monkeypatch):
    monkeypatch.setattr(dates, "timezone", SimpleNamespace(localdate=lambda: START.date()))
    week = after(0, 0, 3, 7)
    assert [date for date, _rating in chart.drawn(week).marks] == ["3 Nov", "6 Nov"]
    with translation.override("de"):
        assert [date for date, _rating in chart.drawn(week).marks] == ["3. Nov.", "6. Nov."]
    year = chart.drawn(after(0, 30, 61, 100, 365))
    assert year.marks == [("Feb 2027", 1502), ("Jun 2027", 1503), ("Oct 2027", 1503)]


def test_charts_of_many_games_draw_distinct_points_but_describe_all():
    way = [Point(START + timedelta(hours=n), 1500 + n % 7 + 200 * (n == 250)) for n in range(501)]
    drawing = chart.drawn(way)
    assert drawing.words == ("Rating over the last 500 rated games: from 1500 to 1503, lowest 1500, highest 1705.")
    assert drawing.svg.count(" ", drawing.svg.index('class="series'), drawing.svg.index('class="titles"')) < 320


@pytest.mark.parametrize("days", [(0, 0, 0), (0, 0, 0.01), (0, 0, 3_000)])
def test_charts_can_span_a_moment_or_a_lifetime(days):
    assert len(dots(chart.drawn(after(*days)))) == 3


def test_one_point_has_no_chart():
    assert chart.drawn(after(0, 0)) is None
    assert chart.drawn([]) is None
