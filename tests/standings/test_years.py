"""A year of a player's games: updated as games end, private until shared, and without private data of others."""

import json
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.farewell import delete_account
from accounts.models import User, new_guest
from people.models import Block
from standings.models import SharedYear
from standings.years import looking_back, sharing
from tests.api.conftest import as_ada, nobody, refused
from tests.api.test_schema import fits, schema
from tests.following import it_happens
from tests.pages.conftest import words_of
from tests.standings.conftest import annul, people

__all__ = ["as_ada", "fits", "nobody", "schema"]
pytestmark = pytest.mark.django_db
DAY = 24


def seen_by(reader, player, year=2026):
    return looking_back.look_back(looking_back.sums_of(player, year), reader)


def longest(player, year=2026):
    return looking_back.sums_of(player, year).longest


def met(player, year=2026):
    """The opponents, each with the number of games, and of those that others see."""
    others = {each.player: each.games for each in seen_by(None, player, year).opponents}
    mine = seen_by(player, player, year).opponents
    return [(each.player.name, each.games, others.get(each.player, 0)) for each in mine]


# ---- What we count


@pytest.mark.both_databases
def test_a_year_adds_up_its_months_and_games(played, ada, ben):
    played(ada, ben)
    played(ben, ada, variant="muggins", hours=DAY)
    played(ada, ben, hours=-DAY * 60)  # early in September
    played(ada, ben, hours=DAY * 90)  # and in January
    sums = looking_back.sums_of(ada, 2026)
    assert (sums.total.games, sums.total.won, sums.total.won_percent) == (3, 2, 67)
    assert [(month.first.month, month.games, month.won) for month in sums.months if month.games] == [
        (9, 1, 1),
        (11, 2, 1),
    ]
    assert [(score.variant, score.games) for score in sums.variants] == [("draw", 2), ("muggins", 1)]
    assert looking_back.sums_of(ada, 2027).total.games == 1
    assert looking_back.years_of(ada) == [2027, 2026]


@pytest.mark.both_databases
def test_a_streak_ends_with_a_draw_a_loss_or_the_year(played, ada, ben):
    for hours, winners in enumerate([(0,), (0,), (0, 1), (0,), (0,), (0,), (1,), (0,)]):
        played(ada, ben, winners=winners, hours=hours)
    assert longest(ada) == 3
    assert longest(ben) == 1
    played(ada, ben, hours=DAY * 61)
    assert longest(ada, 2027) == 1


def test_a_game_settled_late_is_put_in_its_place_in_the_streak(played, ada, ben):
    played(ada, ben, hours=1)
    played(ada, ben, hours=3)
    assert longest(ada) == 2
    played(ben, ada, hours=2)
    assert longest(ada) == 1
    played(ada, ben, hours=4)
    assert longest(ada) == 2


def test_partners_do_not_count_as_opponents(played, ada, ben, cleo):
    (dora,) = people(1)
    played(ada, ben, cleo, dora, variant="partnership", visibility="public")
    played(ada, ben, visibility="link", hours=1)
    assert met(ada) == [("Ben", 2, 1), ("P0", 1, 1)]


def test_games_with_computers_or_of_guests_are_left_out(played, ada, ben):
    dora = new_guest("Dora")
    played(dora, ada)
    assert looking_back.years_of(dora) == met(dora) == []
    assert met(ada) == [("Dora", 1, 0)]


@pytest.mark.both_databases
def test_an_annulled_game_is_subtracted(played, ada, ben):
    played(ada, ben)
    game = played(ada, ben, hours=1)
    sharing.share(ada, 2026)
    annul(game)
    assert longest(ada) == 1
    assert met(ada) == [("Ben", 1, 0)]
    assert looking_back.sums_of(ada, 2026).public_id  # sharing stays on


def test_a_year_whose_only_game_is_annulled_is_no_longer_shared(stranger, played, ada, ben):
    game = played(ada, ben)
    link = f"/year/of/{sharing.share(ada, 2026).public_id}/"
    assert stranger.get(link).status_code == 200
    annul(game)
    assert stranger.get(link).status_code == 404
    assert looking_back.years_of(ada) == []


@pytest.mark.both_databases
def test_a_guest_who_logs_in_moves_the_year_to_the_account(played, ada, ben):
    dora = new_guest("Dora")
    played(dora, ada)
    it_happens("merged", dora, ben)
    assert longest(ben) == 1
    assert met(ada) == [("Ben", 1, 0)]


def test_deleted_accounts_are_in_no_ones_year(played, ada, ben):
    played(ada, ben, visibility="public")
    sharing.share(ben, 2026)
    delete_account(user=ben, now=datetime(2026, 11, 25, tzinfo=UTC))
    assert met(ada) == []
    assert not SharedYear.objects.filter(player=ben).exists()


# ---- Privacy


@pytest.fixture
def link(played, ada, ben, cleo):
    """Ada's year: she won against Ben in a public game, twice against Cleo in private games."""
    played(ada, ben, visibility="public")
    played(ada, cleo, visibility="link", hours=1)
    played(ada, cleo, visibility="link", hours=2)
    return f"/year/of/{sharing.share(ada, 2026).public_id}/"


def test_a_year_is_private_unless_shared(browser_of, stranger, played, ada, ben):
    played(ada, ben)
    mine = browser_of(ada)
    assert "Only you can see it." in words_of(mine.get("/year/2026/"))
    page = mine.post("/year/2026/share/", {"shared": "yes"}, follow=True)
    (public_id,) = SharedYear.objects.filter(player=ada).values_list("public_id", flat=True)
    assert f"http://localhost:8000/year/of/{public_id}/" in page.content.decode()
    assert "Ada in 2026" in words_of(stranger.get(f"/year/of/{public_id}/"))
    mine.post("/year/2026/share/", {"shared": "no"})
    assert stranger.get(f"/year/of/{public_id}/").status_code == 404
    mine.post("/year/2026/share/", {"shared": "yes"})
    assert stranger.get(f"/year/of/{public_id}/").status_code == 404  # a new link
    assert SharedYear.objects.get(player=ada).public_id not in {None, public_id}


def test_sharing_again_keeps_the_link(played, ada, ben):
    played(ada, ben)
    assert sharing.share(ada, 2026).public_id == sharing.share(ada, 2026).public_id


def test_a_year_without_a_game_cannot_be_shared(browser_of, ada):
    page = browser_of(ada).post("/year/2026/share/", {"shared": "yes"}, follow=True)
    assert "there’s nothing to share" in words_of(page)
    assert "You have no games in this year yet." in words_of(page)


def test_a_shared_year_names_nobody_met_only_in_private_games(browser_of, stranger, link, ada):
    mine = words_of(browser_of(ada).get("/year/2026/"))
    assert "Cleo 2 games" in mine
    for reader in (stranger, browser_of(ada)):  # the readers who see the shared version
        page = reader.get(link)
        assert "Ben 1 game" in words_of(page)
        assert "Cleo" not in words_of(page)
        assert "3 games, 100 % won" in words_of(page)  # sums have no names


def test_the_best_win_in_a_private_game_shows_a_rating_without_a_name(browser_of, stranger, played, ada, ben, cleo):
    (dora,) = people(1)
    played(cleo, dora, moves=4)  # so Cleo's rating is above Ben's
    game = played(ada, cleo, visibility="link", hours=1, moves=4)
    played(ada, ben, visibility="public", hours=2, moves=4)
    beat = seen_by(ada, ada).best_win.row.beat
    assert beat > 1500
    public_id = sharing.share(ada, 2026).public_id
    mine, theirs = browser_of(ada).get("/year/2026/"), stranger.get(f"/year/of/{public_id}/")
    assert f"against Cleo ({beat})" in words_of(mine)
    assert game.public_id in mine.content.decode()
    assert f"against a rating of {beat}" in words_of(theirs)
    assert game.public_id not in theirs.content.decode()


def test_neither_guests_nor_blocked_nor_closed_people_are_named_to_others(stranger, played, ada, ben, cleo):
    (dora,) = people(1)
    guest = new_guest("Gus")
    for hours, other in enumerate([ben, cleo, dora, guest]):
        played(ada, other, visibility="public", hours=hours, moves=4)
    Block.objects.create(by=ben, whom=ada, at=datetime(2026, 11, 20, tzinfo=UTC))
    User.objects.filter(pk=cleo.pk).update(is_active=False)
    assert [each.player.name for each in seen_by(None, ada).opponents] == ["P0"]
    assert "Ben" not in [each.player.name for each in seen_by(ada, ada).opponents]


def test_readers_do_not_see_people_they_have_blocked(played, ada, ben, cleo):
    played(ada, ben, visibility="public", moves=4)
    Block.objects.create(by=cleo, whom=ben, at=datetime(2026, 11, 20, tzinfo=UTC))
    assert seen_by(cleo, ada).opponents == ()
    assert not seen_by(cleo, ada).best_win.named


@pytest.mark.both_databases
def test_the_rating_chart_covers_the_games_of_the_year(played, ada, ben):
    played(ada, ben, hours=-DAY * 400, moves=4)
    played(ada, ben, moves=4)
    played(ada, ben, hours=1, moves=4)
    played(ben, ada, hours=DAY * 80, moves=4)  # in the next year
    way = seen_by(ada, ada).sums.variants[0].rating
    changes = list(ada.rating_changes.order_by("at"))
    assert (way.before, way.after) == (changes[0].shown, changes[2].shown)


def test_strangers_and_guests_see_how_to_get_a_year(stranger, browser_of, played, ada):
    dora = new_guest("Dora")
    played(dora, ada)
    assert "With an account, you can look back at your games here" in words_of(stranger.get("/year/"))
    assert "Your guest games are included." in words_of(browser_of(dora).get("/year/2026/"))


@pytest.mark.parametrize("year", [0, 1999, 2999, 10**30])
def test_a_year_in_which_nobody_played_is_not_found(browser_of, ada, year):
    assert browser_of(ada).get(f"/year/{year}/").status_code == 404


def test_closing_an_account_ends_sharing(stranger, link, ada):
    User.objects.filter(pk=ada.pk).update(is_active=False)
    assert stranger.get(link).status_code == 404


# ---- Links to the page


@pytest.mark.parametrize(
    ("now", "year"),
    [((2026, 11, 30), None), ((2026, 12, 1), 2026), ((2027, 1, 31), 2026), ((2027, 2, 1), None)],
)
def test_the_home_page_links_to_the_year_in_december_and_january(now, year):
    assert looking_back.season(datetime(*now, 12, tzinfo=UTC)) == year


def test_the_link_on_the_home_page_needs_no_query(browser_of, ada, monkeypatch, django_assert_num_queries):
    mine = browser_of(ada)
    mine.get("/")
    with CaptureQueriesContext(connection) as plain:
        mine.get("/")
    monkeypatch.setattr(looking_back, "season", lambda _now: 2026)
    with django_assert_num_queries(len(plain)):
        page = mine.get("/")
    assert 'href="/year/2026/"' in page.content.decode()


# ---- Queries


@pytest.mark.both_databases
@pytest.mark.parametrize("games", [2, 9])
def test_the_page_needs_the_same_queries_for_any_number_of_games(
    browser_of, played, ada, ben, cleo, games, django_assert_num_queries
):
    for hours in range(games):
        played(
            ada,
            [ben, cleo][hours % 2],
            hours=hours,
            variant=["draw", "muggins"][hours % 2],
            visibility="public",
            moves=4,
        )
    public_id = sharing.share(ada, 2026).public_id
    mine, reader = browser_of(ada), browser_of(cleo)
    mine.get("/year/2026/")
    reader.get("/rules/")
    with django_assert_num_queries(14):
        mine.get("/year/2026/")
    with django_assert_num_queries(14):
        reader.get(f"/year/of/{public_id}/")


# ---- By the API


def patched(caller, path, **body):
    return caller.client.patch(f"/api/v1/{path}", json.dumps(body), content_type="application/json")


def test_programs_can_read_share_and_unshare_a_year(as_ada, nobody, fits, played, ada, ben):
    played(ada, ben, visibility="link", moves=4)
    played(ada, ben, winners=(1,), hours=1, moves=4)
    answer = as_ada.get("me/years/2026/").json()
    fits("MyYearSeen", answer)
    assert (answer["games"], answer["won"], answer["longest"], answer["id"]) == (2, 1, 1, None)
    assert answer["months"][10] == {"month": "2026-11", "games": 2, "won": 1, "drawn": 0}
    assert answer["opponents"] == [{"username": "ben", "name": "Ben", "games": 2}]
    assert answer["best_win"]["game"]
    public_id = patched(as_ada, "me/years/2026/", shared=True).json()["id"]
    theirs = nobody.get(f"years/{public_id}/").json()
    fits("YearSeen", theirs)
    assert theirs["opponents"] == []
    assert theirs["best_win"]["game"] is None
    assert patched(as_ada, "me/years/2026/", shared=False).json()["id"] is None
    refused(nobody.get(f"years/{public_id}/"), 404, "unknown_year")


def test_impossible_years_are_refused(as_ada, nobody):
    refused(as_ada.get("me/years/1999/"), 404, "unknown_year")
    refused(patched(as_ada, "me/years/2026/", shared=True), 409, "empty_year")
    refused(patched(as_ada, "me/years/2026/"), 400, "invalid")
    refused(patched(as_ada, "me/years/2026/", shared=0), 400, "invalid")
    refused(nobody.get("me/years/2026/"), 401, "not_authenticated")
