"""Standings and ratings by API: the same as on the pages, cacheable for a minute."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from accounts.models import User
from games import settling
from games.models import Game
from people.models import Friendship
from standings import queries
from tests.api.conftest import as_ada, as_ben, nobody, refused
from tests.api.test_schema import fits, schema
from tests.standings.conftest import START, annul, people
from tests.standings.test_pages import ranked

__all__ = ["as_ada", "as_ben", "fits", "nobody", "schema"]
RATED = {"unrated": None, "abort_is_loss": False}
pytestmark = pytest.mark.django_db


@pytest.mark.both_databases
def test_the_standings_by_rating_have_the_documented_shape(nobody, fits, monkeypatch):
    monkeypatch.setattr(queries, "timezone", SimpleNamespace(now=lambda: START + timedelta(days=60)))
    ranked(people(2), base=1612)
    answer = nobody.get("standings/draw/")
    fits("StandingsPage", answer.json())
    assert answer.json() == {
        "next": None,
        "previous": None,
        "results": [
            {
                "place": place, "username": name, "name": name.capitalize(), "games": 1000, "won": won, "drawn": 0,
                "won_percent": 90, "points": 70, "program": False, "change": None,
                "rated": {
                    "rating": rating, "deviation": 80, "provisional": False, "games": 40, "won": rated_won, "drawn": 0,
                    "won_percent": percent, "opponents": 5,
                },
            }
            for place, name, won, rating, rated_won, percent in (
                (1, "p0", 900, 1612, 40, 100), (2, "p1", 899, 1611, 39, 98),
            )
        ],
    }  # fmt: skip
    assert answer["Cache-Control"] == "public, max-age=60"
    assert nobody.get("standings/").json()["results"] == answer.json()["results"]


def test_provisional_ratings_have_no_place_and_say_what_has_changed(nobody, played, ada, ben, monkeypatch):
    monkeypatch.setattr(queries, "timezone", SimpleNamespace(now=lambda: START + timedelta(days=1)))
    played(ada, ben)
    assert nobody.get("standings/draw/").json()["results"] == []
    for path in ("standings/draw/", "standings/"):
        found = nobody.get(path, by="provisional").json()["results"]
        assert [(each["place"], each["username"], each["rated"]["rating"], each["change"]) for each in found] == [
            (None, "ada", 1523, 23),
            (None, "ben", 1477, -23),
        ]


def test_friends_have_their_own_places(nobody, as_ada, ada, ben, fits):
    ranked([*people(3), ada, ben])
    Friendship.objects.create(asker=ben, asked=ada, at=START, since=START)
    answer = as_ada.get("standings/draw/", who="friends")
    fits("StandingsPage", answer.json())
    assert [(each["place"], each["username"]) for each in answer.json()["results"]] == [(1, "ada"), (2, "ben")]
    assert answer["Cache-Control"] == "private, no-store"
    refused(nobody.get("standings/draw/", who="friends"), 401, "not_authenticated")


def test_the_leader_of_each_game_can_be_read(nobody, played, ada, ben, fits):
    played(ada, ben, variant="muggins")
    played(ben, ada)
    found = nobody.get("leaders/").json()
    fits("Leaders", found)
    assert [(each["variant"], each["name"], each["username"], each["rated"]["rating"]) for each in found["games"]] == [
        ("draw", "Draw Dominoes", "ben", 1523),
        ("muggins", "Muggins (All Fives)", "ada", 1523),
    ]


def test_standings_of_a_month_and_of_all_games_can_be_read(nobody, played, ada, ben, fits):
    played(ada, ben)
    played(ben, ada, hours=-24 * 20, rated=False)
    for path, query, first in (
        ("standings/draw/", {"month": "2026-10"}, "ben"),
        ("standings/", {"month": "2026-11"}, "ada"),
        ("standings/draw/", {"by": "won"}, "ada"),
        ("standings/", {"by": "won"}, "ada"),
    ):
        page = nobody.get(path, **query).json()
        fits("StandingsPage", page)
        assert page["results"][0]["username"] == first


@pytest.mark.both_databases
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


def test_unknown_things_are_refused(nobody):
    refused(nobody.get("standings/chess/"), 404, "unknown_variant")
    refused(nobody.get("standings/draw/", month="2099-01"), 404, "unknown_month")
    refused(nobody.get("standings/draw/", month="soon"), 400, "invalid")
    refused(nobody.get("standings/draw/", by="luck"), 400, "invalid")
    refused(nobody.get("standings/draw/", who="everyone"), 400, "invalid")
    refused(nobody.get("standings/draw/", after="x"), 404, "not_found")
    refused(nobody.get("standings/draw/", page="2"), 400, "invalid")
    refused(nobody.get("people/nobody/ratings/"), 404, "unknown_person")


def test_the_ratings_of_a_player_can_be_read(nobody, played, ada, ben, guest, fits, monkeypatch):
    monkeypatch.setattr(queries, "timezone", SimpleNamespace(now=lambda: START + timedelta(days=1)))
    played(ada, ben)
    played(ada, ben, hours=1)
    played(ada, ben, hours=2, variant="muggins")
    answer = nobody.get("people/ada/ratings/")
    fits("PlayerRatings", answer.json())
    ratings = answer.json()["ratings"]
    assert [(each["variant"], each["games"], each["streak"]) for each in ratings] == [("draw", 2, 2), ("muggins", 1, 1)]
    assert (ratings[1]["rating"], ratings[1]["change"], ratings[1]["place"]) == (1523, 23, None)
    over_all = answer.json()["overall"]
    assert (over_all["games"], over_all["won_percent"], over_all["provisional"]) == (3, 100, True)
    assert over_all["rating"] - over_all["change"] == 1500
    assert answer["Cache-Control"] == "public, max-age=60"
    assert nobody.get("people/ben/ratings/").json()["ratings"][0]["best_streak"] == 0
    refused(nobody.get(f"people/{guest('Dora').username}/ratings/"), 404, "unknown_person")


def test_the_rated_games_of_a_player_can_be_read(nobody, as_ada, played, ada, ben, fits):
    secret = played(ada, ben)
    public = played(ben, ada, hours=1, variant="muggins", visibility="public")
    answer = nobody.get("people/ada/ratings/games/")
    fits("RatedGames", answer.json())
    assert answer.json()["results"] == [
        {
            "game": game, "variant": variant, "at": at, "against": ["Ben"], "result": result, "place": place,
            "rating": rating, "provisional": True, "change": rating - 1500,
        }
        for game, variant, at, result, place, rating in (
            (public.public_id, "muggins", "2026-11-01T13:00:00Z", "lost", 2, 1477),
            (None, "draw", "2026-11-01T12:00:00Z", "won", 1, 1523),
        )
    ]  # fmt: skip
    assert [each["game"] for each in as_ada.get("people/ada/ratings/games/", variant="draw").json()["results"]] == [
        secret.public_id
    ]
    for path in ("games", "way"):
        refused(nobody.get(f"people/ada/ratings/{path}/", variant="chess"), 404, "unknown_variant")
        refused(nobody.get(f"people/nobody/ratings/{path}/"), 404, "unknown_person")


@pytest.mark.both_databases
def test_the_history_of_a_rating_can_be_read(nobody, played, ada, ben, fits):
    played(ada, ben)
    played(ben, ada, hours=1, variant="muggins")
    way = nobody.get("people/ada/ratings/way/", variant="draw").json()
    fits("Way", way)
    assert way == {"points": [{"at": "2026-11-01T12:00:00Z", "rating": rating} for rating in (1500, 1523)]}
    over_all = nobody.get("people/ada/ratings/way/").json()["points"]
    assert [point["at"][11:13] for point in over_all] == ["12", "12", "13"]
    assert over_all[0]["rating"] == 1500 < over_all[1]["rating"]
    assert over_all[2]["rating"] == 1500, "won as much as lost"


@pytest.mark.both_databases
def test_ratings_before_and_after_a_game_can_be_read(nobody, played, ada, ben, fits, django_assert_num_queries):
    played(ada, ben)
    game = played(ada, ben, hours=1, settled=False)
    address = f"games/{game.public_id}/ratings/"
    with django_assert_num_queries(2):
        before = nobody.get(address).json()
    fits("GameRatings", before)
    assert before == {
        "rated": True,
        "seats": [
            {"seat": 0, "rating": 1523, "provisional": True, "change": None},
            {"seat": 1, "rating": 1477, "provisional": True, "change": None},
        ],
        **RATED,
    }
    assert settling.settle(game.pk)
    with django_assert_num_queries(2):
        after = nobody.get(address).json()["seats"]
    assert [(each["rating"] - each["change"], each["change"] > 0) for each in after] == [(1523, True), (1477, False)]
    annul(Game.objects.get(pk=game.pk))
    assert nobody.get(address).json() == {"rated": False, "seats": [], **RATED}


def test_players_without_a_rating_start_at_1500(nobody, as_ada, as_ben):
    game = as_ada.post("games/", variant="draw", rated=True).json()["id"]
    address = f"games/{game}/ratings/"
    ada, ben = ({"seat": seat, "rating": 1500, "provisional": True, "change": None} for seat in (0, 1))
    assert nobody.get(address).json() == {"rated": True, "seats": [ada], **RATED}, "the other seat is free"
    as_ben.post(f"games/{game}/join/")
    assert nobody.get(address).json() == {"rated": True, "seats": [ada, ben], **RATED}


def test_a_game_with_a_deleted_player_changes_no_rating(nobody, as_ada, as_ben, ben):
    game = as_ada.post("games/", variant="draw", rated=True, seats=3).json()["id"]
    as_ben.post(f"games/{game}/join/")
    User.objects.filter(pk=ben.pk).update(deleted_at=timezone.now(), skeleton=None)
    assert nobody.get(f"games/{game}/ratings/").json() == {"rated": False, "seats": [], **RATED}


def test_a_game_without_ratings_has_an_empty_answer(nobody, played, ada, ben, guest):
    nothing = {"rated": False, "seats": [], "abort_is_loss": False}
    unrated = played(ada, ben, rated=False, clock="turn", turn_seconds=3600)
    with_guest = played(ada, guest("Dora"))
    for game, why in ((unrated, "chosen"), (with_guest, "guest"), (played(ada, ben, moves=1), None)):
        assert nobody.get(f"games/{game.public_id}/ratings/").json() == nothing | {"unrated": why}
    refused(nobody.get("games/nowhere/ratings/"), 404, "unknown_game")


@pytest.mark.parametrize("number", [2, 30])
def test_standings_need_the_same_queries_with_two_and_with_thirty_players(
    nobody, django_assert_num_queries, monkeypatch, number
):
    monkeypatch.setattr(queries, "timezone", SimpleNamespace(now=lambda: START + timedelta(days=60)))
    ranked(people(number))
    for path in ("standings/", "standings/draw/", "standings/draw/?by=won", "standings/?month=2026-11"):
        with django_assert_num_queries(2):
            nobody.client.get(f"/api/v1/{path}")
    with django_assert_num_queries(2):
        nobody.get("people/p1/ratings/")
    with django_assert_num_queries(1):
        nobody.get("leaders/")
