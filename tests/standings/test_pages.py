"""The tables as people read them: places, pages, my own line, months, and a player's own page."""

import re

import pytest
from django.urls import reverse

from standings import queries
from standings.models import Rating, Tally
from standings.strength import Strength
from tests.pages import conftest
from tests.standings.conftest import START, annul, people


def words(response):
    """The page as it is read where there is room: without what stands for the column of games on a phone."""
    return re.sub(r" of \d+(?= \d)", "", conftest.words(response))


def ranked(players, variant="draw", settled=True, base=1900):
    """Ratings and tallies written straight into the tables: the first player stands on top."""
    sigma, games = (80, 40) if settled else (190, 3)
    Rating.objects.bulk_create(
        Rating(
            player=player, variant=variant, mu=base - n, sigma=sigma, games=games, won=games - n % 5, drawn=0, streak=0,
            best_streak=2, order=Strength(mu=base - n, sigma=sigma, games=games).order, updated=START,
        )
        for n, player in enumerate(players)
    )  # fmt: skip
    Tally.objects.bulk_create(
        Tally(player=player, variant=v, month=m, games=1000, won=900 - n, drawn=0, points=70)
        for n, player in enumerate(players)
        for v in ("", variant)
        for m in ("", "2026-11")
    )


def test_who_has_won_most_stands_on_top(stranger, played, ada, ben):
    for n in range(3):
        played(ada, ben, hours=n)
    played(ben, ada, hours=5)
    page = words(stranger.get("/standings/"))
    assert "# Player Won Games 1 Ada 3 4 2 Ben 1 4" in page


def test_a_game_has_ratings_points_and_what_they_mean(stranger, played, ada, ben):
    played(ada, ben, variant="muggins", totals=(200, 81))
    page = words(stranger.get("/standings/muggins/"))
    assert "1 Ada 1523 ? 1 1 200 200.0 2 Ben 1477 ? 0 1 81 81.0" in page
    assert "many for each game is good" in page
    assert "few for each game is good" in words(stranger.get("/standings/brettspielnetz/"))
    assert "Nobody has a rating in this game yet" in words(stranger.get("/standings/goat/"))


def test_a_game_can_be_ordered_by_wins_too(stranger, played, ada, ben, cleo):
    for n in range(2):
        played(ada, ben, hours=n, rated=False)
    played(cleo, ben, hours=3)
    assert re.search(r"1 Cleo 1523.*2 Ben", words(stranger.get("/standings/draw/")))
    assert re.search(r"1 Ada – no rating 2 2.*2 Cleo 1523", words(stranger.get("/standings/draw/?by=won")))


@pytest.mark.django_db
def test_provisional_ratings_stand_below_the_settled_ones_and_are_marked(stranger):
    settled, lucky = people(1, "settled"), people(1, "lucky")
    ranked(settled, base=1600)
    ranked(lucky, base=1900, settled=False)
    assert re.search(r"1 Settled0 1600 \d+ .*2 Lucky0 1900 \?", words(stranger.get("/standings/draw/")))


def test_the_month_has_a_table_of_its_own(stranger, played, ada, ben):
    played(ada, ben)
    played(ben, ada, hours=-24 * 10)
    assert re.search(r"1 Ada 1 1 .*2 Ben 0 1", words(stranger.get("/standings/draw/2026-11/")))
    assert re.search(r"1 Ben 1 1 .*2 Ada 0 1", words(stranger.get("/standings/draw/2026-10/")))
    assert "1 Ben 1 1 2 Ada 0 1" in words(stranger.get("/standings/2026-10/"))
    assert "1 Ada 1 2 1 Ben 1 2" in words(stranger.get("/standings/")), "equals share a place"
    assert "by UTC" in words(stranger.get("/standings/2026-10/"))


def test_months_that_arent_and_games_that_arent_have_no_table(stranger, db):
    for address in ("/standings/2026-13/", "/standings/2099-01/", "/standings/chess/", "/standings/draw/2099-01/"):
        assert stranger.get(address).status_code == 404
    assert stranger.get("/standings/draw/2020-01/").status_code == 200


def test_the_form_leads_to_each_table(stranger):
    assert stranger.get("/standings/?variant=goat")["Location"] == reverse("standings_variant", args=["goat"])
    assert stranger.get("/standings/?variant=goat&month=2026-10")["Location"] == "/standings/goat/2026-10/"
    assert stranger.get("/standings/?variant=&month=2026-10")["Location"] == "/standings/2026-10/"
    assert stranger.get("/standings/?variant=")["Location"] == "/standings/"
    assert stranger.get("/standings/goat/?variant=chess&month=soon")["Location"] == "/standings/"


def test_guests_arent_ranked(stranger, played, ada, guest):
    played(guest("Dora"), ada)
    page = words(stranger.get("/standings/"))
    assert "Dora" not in page
    assert "1 Ada 0 1" in page


def test_i_see_which_line_is_mine(browser_of, played, ada, ben):
    played(ada, ben)
    assert "Ben you" in words(browser_of(ben).get("/standings/"))


@pytest.mark.django_db
def test_my_place_and_my_neighbours_are_shown_even_far_down(browser_of, stranger):
    players = people(130)
    ranked(players)
    page = words(browser_of(players[119]).get("/standings/draw/"))
    assert re.search(
        r"Where you stand .* 118 P117 \d+ .* 119 P118 \d+ .* 120 P119 you \d+ .* 121 P120 .* 122 P121 .* 1 P0 ", page
    )
    assert "Where you stand" not in words(browser_of(players[3]).get("/standings/draw/"))
    assert "Where you stand" not in words(stranger.get("/standings/draw/"))


@pytest.mark.django_db
def test_a_long_table_is_read_in_pages_and_every_place_once(stranger):
    players = people(130)
    ranked(players)
    for address in ("/standings/draw/", "/standings/draw/?by=won", "/standings/", "/standings/draw/2026-11/"):
        places, here = [], address
        while here:
            page = stranger.get(here).content.decode()
            places += [int(place) for place in re.findall(r'class="num muted place">(\d+)<', page)]
            found = re.search(r'rel="next" href="(\?[^"]*after=[^"]*)"', page)
            here = address.split("?")[0] + found.group(1).replace("&amp;", "&") if found else ""
        assert places == list(range(1, 131)), address


@pytest.mark.django_db
def test_ties_share_a_place_over_the_edge_of_a_page(stranger, monkeypatch):
    monkeypatch.setattr(queries, "ON_PAGE", 2)
    players = people(5)
    ranked(players)
    Tally.objects.filter(player__in=players[1:4], variant="").update(won=500)
    first = queries.standings("", "", by_rating=False)
    second = queries.standings("", "", by_rating=False, cursor=first.page.next)
    third = queries.standings("", "", by_rating=False, cursor=second.page.next)
    everybody = [line for found in (first, second, third) for line in found.page.rows]
    assert [line.place for line in everybody] == [1, 2, 3, 3, 3]
    assert third.page.next == ""


@pytest.mark.parametrize("after", ["x", "1", "1,2,3,4", "9" * 40, "-1,2", "1,2,", "1.5,2"])
def test_a_place_that_isnt_one_is_the_top(stranger, played, ada, ben, after):
    played(ada, ben)
    for address in ("/standings/", "/standings/draw/", "/standings/draw/2026-11/", "/standings/draw/of/ada/"):
        assert stranger.get(address, {"after": after}).status_code == 200


@pytest.mark.parametrize("number", [2, 30])
@pytest.mark.django_db
def test_tables_cost_the_same_with_two_players_and_with_thirty(
    stranger, browser_of, django_assert_num_queries, monkeypatch, number
):
    monkeypatch.setattr(queries, "ON_PAGE", 1)
    players = people(number)
    ranked(players)
    me = browser_of(players[-1])
    for address, plain in {
        "/standings/": 2, "/standings/2026-11/": 2, "/standings/draw/": 3, "/standings/draw/?by=won": 3,
        "/standings/draw/2026-11/": 3,
    }.items():  # fmt: skip
        with django_assert_num_queries(plain):
            stranger.get(address)
        with django_assert_num_queries(plain + 4 + queries_of_header(me)):
            me.get(address)


def queries_of_header(browser):
    """What every page asks about who reads it."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as asked:
        browser.get("/rules/draw/")
    return len(asked)


# ---- One player -----------------------------------------------------------------------------------------------------
def test_a_player_has_a_page_with_chart_streaks_and_best_win(stranger, played, ada, ben, cleo):
    played(ben, cleo)
    for n in range(1, 4):
        played(ada, ben, hours=24 * n)
    played(ben, ada, hours=24 * 5)
    response = stranger.get("/standings/draw/of/ada/")
    page = words(response)
    assert re.search(r"4 games: 3 won, 0 drawn, 1 lost", page)
    assert "0 now, 3 at best" in page
    assert "against Ben (1523)" in page
    content = response.content.decode()
    assert 'role="img" aria-label="Rating over the last 4 rated games: from 1500 to' in content
    assert "<style" not in content
    assert "style=" not in content
    svg = content[content.index('<svg class="rating-chart"') :]
    assert "<script" not in svg[: svg.index("</svg>")]
    assert len(re.findall(r"Ben \d+ Nov", page)) == 4


def test_link_games_are_listed_without_their_address_but_for_who_played(stranger, browser_of, played, ada, ben, cleo):
    secret = played(ada, ben)
    public = played(ada, ben, hours=1, visibility="public")
    for browser, sees in ((stranger, False), (browser_of(cleo), False), (browser_of(ben), True)):
        page = browser.get("/standings/draw/of/ada/").content.decode()
        assert (secret.public_id in page) is sees
        assert public.public_id in page


def test_there_is_no_page_of_guests_of_the_deleted_and_of_games_that_arent(stranger, played, ada, ben, guest):
    dora = guest("Dora")
    played(ada, ben)
    assert stranger.get(f"/standings/draw/of/{dora.username}/").status_code == 404
    assert stranger.get("/standings/draw/of/nobody/").status_code == 404
    assert stranger.get("/standings/chess/of/ada/").status_code == 404
    assert "no rating in Muggins" in words(stranger.get("/standings/muggins/of/ada/")).replace("’", "'")
    ben.deleted_at = START
    ben.save(update_fields=["deleted_at"])
    assert stranger.get("/standings/draw/of/ben/").status_code == 404


@pytest.mark.parametrize("number", [2, 30])
def test_a_players_page_costs_the_same_with_two_games_and_with_thirty(
    stranger, played, ada, ben, django_assert_num_queries, number
):
    for n in range(number):
        played(ada, ben, hours=n)
    with django_assert_num_queries(9 if number == 2 else 10):  # a settled rating has a place
        stranger.get("/standings/draw/of/ada/")


def test_rated_games_are_read_in_pages(stranger, played, ada, ben, monkeypatch):
    monkeypatch.setattr(queries, "GAMES_ON_PAGE", 3)
    for n in range(8):
        played(ada, ben, hours=n // 2)  # two end in the same instant
    page = queries.rated_games(ada, "draw")
    seen = [row.game_id for row in page]
    while page.next:
        page = queries.rated_games(ada, "draw", page.next)
        seen += [row.game_id for row in page]
    assert len(seen) == len(set(seen)) == 8


def test_the_profile_has_a_section_of_ratings(stranger, played, ada, ben):
    played(ada, ben)
    played(ada, ben, variant="muggins", hours=1)
    played(ada, ben, variant="muggins", hours=2)
    page = words(stranger.get("/people/ada/"))
    assert re.search(r"Ratings .* Muggins.* 15\d\d \? 2 of 2 Draw Dominoes 1523 \? 1 of 1", page)


# ---- A game ---------------------------------------------------------------------------------------------------------
def test_a_finished_game_says_what_it_changed(stranger, played, ada, ben, cleo, guest):
    def said(game):
        return words(stranger.get(f"/g/{game.public_id}/ratings/"))

    game = played(ada, ben)
    assert "Ada 1523 ? +23 Ben 1477 ? −23" in said(game)
    assert "Not rated: this game changes no rating" in said(played(ada, ben, rated=False))
    assert "changed no rating: it ended before" in said(played(ada, ben, moves=1))
    assert "changed no rating" in said(played(ada, guest("Dora")))
    annul(game)
    assert "annulled" in said(game)


def test_the_panel_is_a_bare_fragment(stranger, played, ada, ben):
    game = played(ada, ben)
    answer = stranger.get(f"/g/{game.public_id}/ratings/", headers={"X-Panel": "1"})
    assert "<html" not in answer.content.decode()
    assert "+23" in answer.content.decode()
