"""The tables and ratings for programs: the same as on the pages, and allowed to be kept for a minute."""

import pytest
from django.utils import timezone

from accounts.models import User
from games import settling
from games.models import Game
from standings import queries
from tests.api.conftest import as_ada, as_ben, nobody, refused
from tests.api.test_schema import fits, schema
from tests.standings.conftest import annul, people
from tests.standings.test_pages import ranked

__all__ = ["as_ada", "as_ben", "fits", "nobody", "schema"]
pytestmark = pytest.mark.django_db


def test_a_table_by_rating(nobody, played, ada, ben, fits):
    played(ada, ben)
    answer = nobody.get("standings/draw/")
    fits("StandingsPage", answer.json())
    assert answer.json() == {
        "next": None,
        "previous": None,
        "results": [
            {
                "place": place, "username": name, "name": name.capitalize(), "games": 1, "won": won, "drawn": 0,
                "points": points, "program": False,
                "rated": {
                    "rating": rating, "deviation": 97, "provisional": True, "games": 1, "won": won, "drawn": 0,
                },
            }
            for place, name, won, points, rating in ((1, "ada", 1, 100, 1523), (2, "ben", 0, 40, 1477))
        ],
    }  # fmt: skip
    assert answer["Cache-Control"] == "public, max-age=60"


def test_a_table_of_a_month_and_of_all_games(nobody, played, ada, ben, fits):
    played(ada, ben)
    played(ben, ada, hours=-24 * 20, rated=False)
    for path, query, first in (
        ("standings/draw/", {"month": "2026-10"}, "ben"),
        ("standings/", {"month": "2026-11"}, "ada"),
        ("standings/draw/", {"by": "won"}, "ada"),
    ):
        page = nobody.get(path, **query).json()
        fits("StandingsPage", page)
        assert page["results"][0]["username"] == first
    assert nobody.get("standings/").json()["results"][0]["rated"] is None


def test_pages_follow_each_other_to_the_end(nobody, monkeypatch):
    monkeypatch.setattr(queries, "ON_PAGE", 7)
    ranked(people(30))
    for path in ("standings/draw/", "standings/draw/?by=won", "standings/?month=2026-11"):
        places, address = [], f"/api/v1/{path}"
        while address:
            page = nobody.client.get(address).json()
            places += [line["place"] for line in page["results"]]
            address = page["next"]
        assert places == list(range(1, 31))


def test_what_isnt_there_is_refused(nobody):
    refused(nobody.get("standings/chess/"), 404, "unknown_variant")
    refused(nobody.get("standings/draw/", month="2099-01"), 404, "unknown_month")
    refused(nobody.get("standings/draw/", month="soon"), 400, "invalid")
    refused(nobody.get("standings/draw/", by="luck"), 400, "invalid")
    refused(nobody.get("standings/draw/", after="x"), 404, "not_found")
    refused(nobody.get("standings/draw/", page="2"), 400, "invalid")
    refused(nobody.get("people/nobody/ratings/"), 404, "unknown_person")


def test_the_ratings_of_a_player(nobody, played, ada, ben, guest, fits):
    played(ada, ben)
    played(ada, ben, hours=1)
    played(ada, ben, hours=2, variant="muggins")
    answer = nobody.get("people/ada/ratings/")
    fits("PlayerRatings", answer.json())
    ratings = answer.json()["ratings"]
    assert [(each["variant"], each["games"], each["streak"]) for each in ratings] == [("draw", 2, 2), ("muggins", 1, 1)]
    assert answer["Cache-Control"] == "public, max-age=60"
    assert nobody.get("people/ben/ratings/").json()["ratings"][0]["best_streak"] == 0
    refused(nobody.get(f"people/{guest('Dora').username}/ratings/"), 404, "unknown_person")


def test_the_ratings_at_a_table_before_and_after(nobody, played, ada, ben, fits, django_assert_num_queries):
    played(ada, ben)
    game = played(ada, ben, hours=1, settled=False)
    address = f"games/{game.public_id}/ratings/"
    with django_assert_num_queries(3):
        before = nobody.get(address).json()
    fits("GameRatings", before)
    assert before == {
        "rated": True,
        "seats": [
            {"seat": 0, "rating": 1523, "provisional": True, "change": None},
            {"seat": 1, "rating": 1477, "provisional": True, "change": None},
        ],
    }
    assert settling.settle(game.pk, game.finished_at)
    with django_assert_num_queries(3):
        after = nobody.get(address).json()["seats"]
    assert [(each["rating"] - each["change"], each["change"] > 0) for each in after] == [(1523, True), (1477, False)]
    annul(Game.objects.get(pk=game.pk))
    assert nobody.get(address).json() == {"rated": False, "seats": []}


def test_who_has_no_rating_yet_begins_at_1500(nobody, as_ada, as_ben):
    game = as_ada.post("games/", variant="draw", rated=True).json()["id"]
    address = f"games/{game}/ratings/"
    ada, ben = ({"seat": seat, "rating": 1500, "provisional": True, "change": None} for seat in (0, 1))
    assert nobody.get(address).json() == {"rated": True, "seats": [ada]}, "the other seat is free"
    as_ben.post(f"games/{game}/join/")
    assert nobody.get(address).json() == {"rated": True, "seats": [ada, ben]}


def test_a_game_that_somebody_has_left_for_good_changes_no_rating(nobody, as_ada, as_ben, ben):
    game = as_ada.post("games/", variant="draw", rated=True, seats=3).json()["id"]
    as_ben.post(f"games/{game}/join/")
    User.objects.filter(pk=ben.pk).update(deleted_at=timezone.now(), skeleton=None)
    assert nobody.get(f"games/{game}/ratings/").json() == {"rated": False, "seats": []}


def test_a_table_without_ratings(nobody, played, ada, ben, guest):
    nothing = {"rated": False, "seats": []}
    for game in (played(ada, ben, rated=False), played(ada, guest("Dora")), played(ada, ben, moves=1)):
        assert nobody.get(f"games/{game.public_id}/ratings/").json() == nothing
    refused(nobody.get("games/nowhere/ratings/"), 404, "unknown_game")


@pytest.mark.parametrize("number", [2, 30])
def test_it_costs_the_same_with_two_players_and_with_thirty(nobody, django_assert_num_queries, number):
    ranked(people(number))
    for path in ("standings/", "standings/draw/", "standings/draw/?by=won", "standings/?month=2026-11"):
        with django_assert_num_queries(1 if path.startswith("standings/?") or path == "standings/" else 2):
            nobody.client.get(f"/api/v1/{path}")
    with django_assert_num_queries(2):
        nobody.get("people/p1/ratings/")
