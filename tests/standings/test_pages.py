"""Standings pages: places, the reader's line, months, and a player's page."""

import html
import re
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.http import HttpResponse
from django.urls import reverse

from people.models import Friendship
from standings import queries
from standings.models import Rating, RatingChange, Tally
from standings.queries import Table
from standings.strength import Strength
from tests.conftest import a_minute_later
from tests.pages import conftest
from tests.standings.conftest import START, annul, have_met_many, people


def words_of(response):
    """The page as on a wide screen, without the lines below names on a phone."""
    page = re.sub(r'<span class="under">.*?</th>', "", conftest.html_of(response))
    page = re.sub(r'<span class="narrow-result">.*? · </span>', "", page)
    return conftest.words_of(HttpResponse(page))


def ranked(players, variant="draw", settled=True, base=1900):
    """Ratings, including overall ones, and tallies written straight to the database: the first player is on top."""
    sigma, games, opponents = (80, 40, 5) if settled else (190, 3, 1)
    Rating.objects.bulk_create(
        Rating(
            player=player, variant=v, mu=base - n, sigma=sigma, games=games, won=games - n % 3, drawn=0, streak=0,
            best_streak=0, order=Strength(mu=base - n, sigma=sigma, games=games).order, updated=START,
            opponents=opponents,
        )
        for n, player in enumerate(players)
        for v in ("", variant)
    )  # fmt: skip
    Tally.objects.bulk_create(
        Tally(player=player, variant=v, month=m, games=1000, won=900 - n, drawn=0, points=70)
        for n, player in enumerate(players)
        for v in ("", variant)
        for m in ("", "2026-11")
    )


@pytest.fixture
def long_after(monkeypatch):
    """The start of 31 December: nobody has played within thirty days."""
    monkeypatch.setattr(queries, "timezone", SimpleNamespace(now=lambda: START + timedelta(days=60)))


@pytest.fixture
def soon_after(monkeypatch):
    monkeypatch.setattr(queries, "timezone", SimpleNamespace(now=lambda: START + timedelta(days=10)))


@pytest.mark.both_databases
@pytest.mark.django_db
def test_overall_standings_show_rating_margin_games_and_wins(stranger, long_after):
    ranked(people(2), base=1612)
    page = words_of(stranger.get("/standings/"))
    assert "# Player Rating 30 days Games Won 1 P0 1612 ± 80 – no rated game 40 100 % 2 P1 1611 ± 80" in page
    assert "by games won" in page.lower()


@pytest.mark.both_databases
def test_sorting_by_wins_puts_most_wins_first(stranger, played, ada, ben):
    for n in range(3):
        played(ada, ben, hours=n)
    played(ben, ada, hours=5)
    page = words_of(stranger.get("/standings/?by=won"))
    assert re.search(r"# Player Won Games Won % Rating 1 Ada 3 4 75 % 15\d\d \? 2 Ben 1 4 25 % 14\d\d \?", page)


def test_standings_of_a_game_show_points_with_an_explanation(stranger, played, ada, ben):
    played(ada, ben, variant="muggins", totals=(200, 81))
    page = words_of(stranger.get("/standings/muggins/?by=won"))
    assert "1 Ada 1 1 100 % 200 200.0 1523 ? 2 Ben 0 1 0 % 81 81.0 1477 ?" in page
    assert "More per game is better" in page
    assert "fewer per game is better" in words_of(stranger.get("/standings/brettspielnetz/?by=won"))
    assert "No ratings here yet" in words_of(stranger.get("/standings/goat/"))


def test_players_without_a_rating_are_listed_only_by_wins(stranger, played, ada, ben, cleo):
    for n in range(2):
        played(ada, ben, hours=n, rated=False)
    played(cleo, ben, hours=3)
    page = words_of(stranger.get("/standings/draw/"))
    assert re.search(r"Cleo 1523 \?.*Ben 1477 \?", page)
    assert "Ada" not in page
    assert re.search(r"1 Ada 2 2 100 %.*– no rating 2 Cleo 1 1", words_of(stranger.get("/standings/draw/?by=won")))


@pytest.mark.both_databases
@pytest.mark.django_db
def test_provisional_ratings_are_listed_apart_without_a_place(stranger, long_after):
    settled, lucky = people(1, "settled"), people(7, "lucky")
    ranked(settled, base=1600)
    ranked(lucky, base=1900, settled=False)
    page = words_of(stranger.get("/standings/draw/"))
    apart = r"1 Settled0 1600 ± 80 .* Provisional All provisional ratings .* Player Rating .* Lucky0 1900 \? ± 190"
    assert re.search(apart, page)
    assert "Lucky5" not in page, "five are shown"
    everybody = words_of(stranger.get("/standings/draw/?by=provisional"))
    assert "Lucky6 1894 ?" in everybody
    assert "Settled0" not in everybody


@pytest.mark.both_databases
def test_the_change_of_thirty_days_has_a_sign(stranger, played, ada, ben, soon_after):
    for n in range(12):  # settled long ago
        played(ada, ben, hours=-24 * 60 + n, winners=(n % 2,), totals=(100, 40) if n % 2 == 0 else (40, 100))
    played(ada, ben)
    have_met_many(ada, ben)
    before = RatingChange.objects.get(game__finished_at=START, player=ada)
    for address in ("/standings/draw/", "/standings/"):
        page = words_of(stranger.get(address))
        assert f"1 Ada {before.shown} ± {before.doubt} +{before.difference} 13 54 %" in page
        assert f"\N{MINUS SIGN}{before.difference} 13 46 %" in page


@pytest.mark.both_databases
@pytest.mark.django_db
def test_friends_have_standings_of_their_own(browser_of, stranger, long_after):
    ada, ben, cleo, dan, *others = players = people(60)
    ranked(players)
    Friendship.objects.create(asker=others[0], asked=dan, at=START, since=START)
    Friendship.objects.create(asker=dan, asked=ben, at=START, since=START)
    Friendship.objects.create(asker=dan, asked=cleo, at=START)  # a pending request
    for address, one, two, three in (
        ("/standings/draw/?who=friends", "1 P1 1899", "2 P3 you 1897", "3 P4 1896"),
        ("/standings/?who=friends&by=won", "1 P1 899", "2 P3 you 897", "3 P4 896"),
        ("/standings/2026-11/?who=friends", "1 P1 899", "2 P3 you 897", "3 P4 896"),
    ):
        page = words_of(browser_of(dan).get(address))
        assert re.search(f"{one} .*{two} .*{three} ", page)
        assert not re.search("P0 |P2 |P5 ", page)
    assert "Neither you nor your friends" in words_of(browser_of(ada).get("/standings/muggins/?who=friends"))
    assert "1 P0 1900" in words_of(stranger.get("/standings/draw/?who=friends")), "who has none sees everybody"
    assert "My friends" not in words_of(stranger.get("/standings/draw/"))


def test_the_leader_of_each_game_is_named(stranger, played, ada, ben, cleo):
    played(ada, ben)
    played(cleo, ben, variant="muggins")
    annul(played(ben, cleo, variant="goat"))
    page = words_of(stranger.get("/standings/"))
    assert "Game by game Draw Dominoes Ada 1523 ? Muggins (All Fives) Cleo 1523 ? Only rated games count" in page


@pytest.mark.both_databases
def test_each_month_has_its_own_standings(stranger, played, ada, ben):
    played(ada, ben)
    played(ben, ada, hours=-24 * 10)
    assert re.search(r"1 Ada 1 1 .*2 Ben 0 1", words_of(stranger.get("/standings/draw/2026-11/")))
    assert re.search(r"1 Ben 1 1 .*2 Ada 0 1", words_of(stranger.get("/standings/draw/2026-10/")))
    assert "1 Ben 1 1 100 % 2 Ada 0 1 0 %" in words_of(stranger.get("/standings/2026-10/"))
    assert re.search(r"1 Ada 1 2 .*1 Ben 1 2", words_of(stranger.get("/standings/?by=won"))), "equals share a place"
    assert "Months follow UTC" in words_of(stranger.get("/standings/2026-10/"))


def test_unknown_months_and_games_have_no_standings(stranger, db):
    for address in ("/standings/2026-13/", "/standings/2099-01/", "/standings/chess/", "/standings/draw/2099-01/"):
        assert stranger.get(address).status_code == 404
    assert stranger.get("/standings/draw/2020-01/").status_code == 200


def test_the_form_leads_to_all_standings(stranger):
    assert stranger.get("/standings/?variant=goat")["Location"] == reverse("standings_variant", args=["goat"])
    assert stranger.get("/standings/?variant=goat&month=2026-10")["Location"] == "/standings/goat/2026-10/"
    assert stranger.get("/standings/?variant=&month=2026-10")["Location"] == "/standings/2026-10/"
    assert stranger.get("/standings/?variant=")["Location"] == "/standings/"
    assert stranger.get("/standings/goat/?variant=chess&month=soon")["Location"] == "/standings/"
    chosen = "/standings/?variant=goat&month=&who=friends&by=won"
    assert stranger.get(chosen)["Location"] == "/standings/goat/?who=friends&by=won"
    assert stranger.get(f"{chosen}&month=2026-10")["Location"] == "/standings/goat/2026-10/?who=friends"


def test_guests_arent_ranked(stranger, played, ada, guest):
    played(guest("Dora"), ada)
    page = words_of(stranger.get("/standings/?by=won"))
    assert "Dora" not in page
    assert "1 Ada 0 1" in page


def test_the_readers_line_is_marked(browser_of, played, ada, ben):
    played(ada, ben)
    assert "Ben you" in words_of(browser_of(ben).get("/standings/"))


@pytest.mark.both_databases
@pytest.mark.django_db
def test_the_readers_place_and_neighbours_are_shown_even_far_down(browser_of, stranger, long_after):
    players = people(130)
    ranked(players)
    me = browser_of(players[119])
    page = me.get("/standings/draw/")
    assert re.search(
        r"Your rank .* 118 P117 \d+ .* 119 P118 \d+ .* 120 P119 you \d+ .* 121 P120 .* 122 P121 .* 1 P0 ",
        words_of(page),
    )
    there = re.search(r'href="([^"]*)">Show my rank', page.content.decode())
    assert "120 P119 you" in words_of(me.get(f"/standings/draw/{html.unescape(there[1])}"))
    assert there[1].endswith("#me")
    fourth = words_of(browser_of(players[3]).get("/standings/draw/"))
    assert "You are number 4 " in fourth
    for others in (fourth, words_of(stranger.get("/standings/draw/"))):
        assert "Your rank" not in others


@pytest.mark.django_db
def test_readers_with_a_provisional_rating_are_told_so(browser_of, long_after):
    me, *others = people(60)
    ranked(others)
    ranked([me], settled=False)
    page = words_of(browser_of(me).get("/standings/draw/"))
    assert re.search(r"Your rank # .* – no rank yet P0 you 1900 \? .* is provisional", page)
    assert "Show my rank" not in page


@pytest.mark.django_db
def test_long_standings_have_pages_with_every_place_once(stranger):
    players = people(130)
    ranked(players)
    for address in ("/standings/draw/", "/standings/draw/?by=won", "/standings/", "/standings/draw/2026-11/"):
        places, here = [], address
        while here:
            page = conftest.html_of(stranger.get(here))
            places += [int(place) for place in re.findall(r'class="num muted place"> ?(\d+) ?<', page)]
            found = re.search(r'rel="next" href="(\?[^"]*after=[^"]*)"', page)
            here = address.split("?")[0] + found.group(1).replace("&amp;", "&") if found else ""
        assert places == list(range(1, 131)), address


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_player_has_places_which_ties_share_and_provisional_ratings_lack(long_after):
    players, lucky = people(4), people(1, "lucky")
    ranked(players)
    ranked(lucky, base=2900, settled=False)
    Rating.objects.filter(player=players[2], variant="").update(order=Strength(mu=1899, sigma=80, games=40).order)
    found = [[(own.rating.variant, own.place) for own in queries.own_ratings(each)] for each in (*players, *lucky)]
    assert [[variant for variant, _place in own] for own in found] == [["", "draw"]] * 5
    assert [[place for _variant, place in own] for own in found] == [[1, 1], [2, 2], [2, 3], [4, 4], [None, None]]


@pytest.mark.both_databases
@pytest.mark.django_db
def test_ties_share_a_place_across_pages(stranger, monkeypatch):
    monkeypatch.setattr(queries, "ON_PAGE", 2)
    players = people(5)
    ranked(players)
    Tally.objects.filter(player__in=players[1:4], variant="").update(won=500)
    table = Table(order="won")
    first = queries.standings(table)
    second = queries.standings(table, cursor=first.page.next)
    third = queries.standings(table, cursor=second.page.next)
    everybody = [line for found in (first, second, third) for line in found.page.rows]
    assert [line.place for line in everybody] == [1, 2, 3, 3, 3]
    assert third.page.next == ""


@pytest.mark.parametrize("after", ["x", "1", "1,2,3,4", "9" * 40, "-1,2", "1,2,", "1.5,2"])
def test_an_invalid_place_shows_the_top(stranger, played, ada, ben, after):
    played(ada, ben)
    for address in ("/standings/", "/standings/draw/", "/standings/draw/2026-11/", "/standings/draw/of/ada/"):
        assert stranger.get(address, {"after": after}).status_code == 200


TABLES = {  # queries of a page that nobody has asked for, and those of the reader's own line
    "/standings/": (5, 5), "/standings/2026-11/": (2, 5), "/standings/draw/": (4, 5), "/standings/draw/?by=won": (2, 5),
    "/standings/draw/?by=provisional": (1, 1), "/standings/draw/2026-11/": (2, 5),
}  # fmt: skip


@pytest.mark.parametrize("number", [2, 30])
@pytest.mark.django_db
def test_standings_need_the_same_queries_with_two_and_with_thirty_players(
    stranger, browser_of, django_assert_num_queries, monkeypatch, long_after, number
):
    monkeypatch.setattr(queries, "ON_PAGE", 1)
    players = people(number)
    ranked(players)
    me = browser_of(players[-1])
    header = queries_of_header(me)
    for address, (plain, own) in TABLES.items():
        with django_assert_num_queries(plain):
            stranger.get(address)
        with django_assert_num_queries(own + header):  # the rest is kept for a minute
            me.get(address)


def test_standings_are_a_minute_old_at_most_and_the_readers_own_line_is_new(stranger, browser_of, ada, ben, long_after):
    def won(person, games):
        Tally.objects.filter(player=person, variant="draw", month="").update(won=games, games=90)

    def first(browser):
        page = conftest.html_of(browser.get("/standings/draw/?by=won"))
        return min((ada, ben), key=lambda person: page.index(f'named-name">{person.name}<'))

    ranked([ada, ben])
    won(ada, 50)
    won(ben, 40)
    assert first(stranger) == ada
    won(ben, 60)
    assert first(stranger) == first(browser_of(ben)) == ada
    a_minute_later()
    assert first(stranger) == ben


@pytest.mark.both_databases
@pytest.mark.parametrize("number", [2, 12])
def test_recent_changes_need_one_query(stranger, played, django_assert_num_queries, soon_after, number):
    players = people(number)
    for n in range(12):
        for one, other in zip(players[::2], players[1::2], strict=True):
            played(one, other, winners=(n % 2,), hours=n, variant="draw" if n < 11 else "muggins")
    for address, plain in {"/standings/draw/": 4 + 1, "/standings/": 5 + 1}.items():
        with django_assert_num_queries(plain):
            stranger.get(address)


def queries_of_header(browser):
    """The queries of every page about its reader."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as asked:
        browser.get("/rules/draw/")
    return len(asked)


# ---- One player -----------------------------------------------------------------------------------------------------
@pytest.mark.both_databases
def test_a_player_has_a_page_with_chart_streaks_and_best_win(stranger, played, ada, ben, cleo):
    played(ben, cleo)
    for n in range(1, 4):
        played(ada, ben, hours=24 * n)
    played(ben, ada, hours=24 * 5)
    response = stranger.get("/standings/draw/of/ada/")
    page = words_of(response)
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


def test_private_games_are_listed_with_their_address_only_for_their_players(
    stranger, browser_of, played, ada, ben, cleo
):
    secret = played(ada, ben)
    public = played(ada, ben, hours=1, visibility="public")
    for browser, sees in ((stranger, False), (browser_of(cleo), False), (browser_of(ben), True)):
        page = browser.get("/standings/draw/of/ada/").content.decode()
        assert (secret.public_id in page) is sees
        assert public.public_id in page


def test_guests_deleted_accounts_and_unknown_games_have_no_page(stranger, played, ada, ben, guest):
    dora = guest("Dora")
    played(ada, ben)
    assert stranger.get(f"/standings/draw/of/{dora.username}/").status_code == 404
    assert stranger.get("/standings/draw/of/nobody/").status_code == 404
    assert stranger.get("/standings/chess/of/ada/").status_code == 404
    assert "no rating in Muggins" in words_of(stranger.get("/standings/muggins/of/ada/")).replace("’", "'")
    ben.deleted_at = START
    ben.save(update_fields=["deleted_at"])
    assert stranger.get("/standings/draw/of/ben/").status_code == 404


@pytest.mark.parametrize("number", [2, 30])
def test_a_players_page_needs_the_same_queries_with_two_and_with_thirty_games(
    stranger, played, ada, ben, django_assert_num_queries, long_after, number
):
    for n in range(number):
        played(ada, ben, hours=n)
    have_met_many(ada, ben)
    with django_assert_num_queries(7):
        stranger.get("/standings/draw/of/ada/")
    with django_assert_num_queries(6):
        stranger.get("/standings/of/ada/")


def test_rated_games_have_pages(stranger, played, ada, ben, monkeypatch):
    monkeypatch.setattr(queries, "GAMES_ON_PAGE", 3)
    for n in range(8):
        played(ada, ben, hours=n // 2)  # two end simultaneously
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
    page = words_of(stranger.get("/people/ada/"))
    assert re.search(
        r"Ratings .* All games 15\d\d \? .* Muggins.* 15\d\d \? .* 2 100 % .* Draw Dominoes 1523 \? .* 1 100 %",
        page,
    )


def test_a_player_has_a_page_of_all_their_ratings(stranger, played, ada, ben, cleo):
    played(ben, cleo, variant="muggins", visibility="public")
    for n in range(11):
        played(ada, ben, hours=24 * n)
    for n in range(2):
        played(ada, ben, hours=24 * n + 1, variant="muggins")
    have_met_many(ada)
    page = words_of(stranger.get("/standings/of/ada/"))
    one, two = (Rating.objects.get(player=ada, variant=variant).shown for variant in ("draw", "muggins"))
    assert re.search(r"Ada \d+ ± \d+ · rank 1 .* 13 games: 13 won, 0 drawn, 0 lost", page)
    assert re.search(rf"Game by game .* Draw Dominoes {one} .* 11 100 % {one} 1 Muggins.* {two} \? ", page)
    assert len(re.findall(r"Ben Draw Dominoes · \d+ Nov", page)) == 11
    assert len(re.findall(r"Ben Muggins \(All Fives\) · \d+ Nov", page)) == 2
    assert "Cleo has no rating in Draw" in words_of(stranger.get("/standings/draw/of/cleo/"))
    assert stranger.get("/standings/of/nobody/").status_code == 404


def test_players_without_a_rated_game_have_an_empty_page(stranger, ada):
    assert "Ada has no rating yet." in words_of(stranger.get("/standings/of/ada/"))


# ---- A game ---------------------------------------------------------------------------------------------------------
def test_a_finished_game_shows_its_rating_changes(stranger, played, ada, ben, cleo, guest):
    def said(game):
        return words_of(stranger.get(f"/g/{game.public_id}/ratings/"))

    game = played(ada, ben)
    assert "Ada 1523 ? +23 Ben 1477 ? −23" in said(game)
    assert "This game is unrated" in said(played(ada, ben, rated=False, clock="turn", turn_seconds=60))
    assert "Games without a clock are unrated" in said(played(ada, ben, rated=False))
    assert "No ratings changed: one side made no move" in said(played(ada, ben, moves=1))
    assert "Games with guests are unrated" in said(played(ada, guest("Dora")))
    annul(game)
    assert "annulled" in said(game)


def test_the_panel_is_an_html_fragment(stranger, played, ada, ben):
    game = played(ada, ben)
    answer = stranger.get(f"/g/{game.public_id}/ratings/", headers={"X-Panel": "1"})
    assert "<html" not in answer.content.decode()
    assert "+23" in answer.content.decode()
