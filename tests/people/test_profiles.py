"""Profiles, search, and the players of a game."""

from datetime import UTC, datetime

import pytest
from django.utils import translation

from accounts import guests
from accounts.models import User
from games.models import Seat
from history import book
from people import actions
from people.models import Profile
from sharing.subjects import person_card
from tests.people.conftest import words_of


def test_a_profile_shows_name_games_and_bio(ada, ben, stranger):
    actions.save_profile(user=ada, about="Plays slowly and wins late.")
    page = words_of(stranger.get("/people/ada/"))
    assert "Ada ada · joined" in page
    assert "0 finished games" in page
    assert "Plays slowly and wins late." in page
    assert "Challenge" not in page


@pytest.mark.parametrize(
    ("language", "since"),
    [
        ("en", "joined November 2025"),
        ("de", "hier seit November 2025"),
        ("es", "aquí desde noviembre de 2025"),
        ("pt", "aqui desde novembro de 2025"),
        ("ru", "здесь с ноября 2025 г."),
        ("uk", "тут із листопада 2025"),
    ],
)
def test_the_month_of_joining_follows_the_grammar_of_each_language(ada, stranger, language, since):
    User.objects.filter(pk=ada.pk).update(date_joined=datetime(2025, 11, 3, 12, tzinfo=UTC))
    assert since in words_of(stranger.get("/people/ada/", headers={"Accept-Language": language}))
    with translation.override(language):
        assert since in person_card(User.objects.get(pk=ada.pk), 0, []).lines


@pytest.mark.both_databases
def test_a_bio_is_short_and_becomes_one_line(ada, browser_of):
    browser = browser_of(ada)
    browser.post("/people/", {"about": "one\n two", "invites": "friends", "letters": "nobody"})
    assert Profile.objects.get(user=ada).about == "one two"
    too_long = browser.post("/people/", {"about": "a" * 201, "invites": "friends", "letters": "nobody"})
    assert too_long.status_code == 422
    assert b"a" * 201 in too_long.content


def test_markup_in_a_bio_is_escaped(ada, stranger):
    actions.save_profile(user=ada, about="<b>bold</b>")
    assert b"&lt;b&gt;bold" in stranger.get("/people/ada/").content


@pytest.mark.parametrize("name", ["nobody", "guest", "gone", "inactive"])
def test_guests_and_closed_or_unknown_accounts_have_no_profile(ada, ben, guest, stranger, name):
    mo = guest("Mo")
    if name == "inactive":
        ada.is_active = False
        ada.save()
    address = {"nobody": "nobody", "guest": mo.username, "gone": "x@y.z", "inactive": "ada"}[name]
    page = stranger.get(f"/people/{address}/")
    assert page.status_code == 404
    assert f"There’s no player named {address}." in words_of(page)


@pytest.mark.both_databases
def test_user_names_with_punctuation_have_a_profile(db, stranger):
    from accounts.models import User

    User.objects.create_user(username="a.b+c@d-e_f")
    assert stranger.get("/people/a.b+c@d-e_f/").status_code == 200


def test_a_profile_lists_only_games_that_its_reader_may_see(ada, ben, cleo, finished, browser_of, stranger):
    games = finished(ada, ben, 3)
    for game in games:
        Seat.objects.filter(game=game).update(over_at=game.finished_at)
    book.write([game.pk for game in games])
    games[0].visibility = "public"
    games[0].save()
    assert "3 finished games" in words_of(stranger.get("/people/ada/"))
    for browser, number in ((stranger, 1), (browser_of(cleo), 1), (browser_of(ben), 3), (browser_of(ada), 3)):
        assert len(browser.get("/people/ada/").context["recent"]) == number


def test_the_players_of_a_game_link_to_their_profiles(ada, guest, game_between, stranger, browser_of):
    game = game_between(ada, guest("Mo"))
    page = stranger.get(f"/g/{game.public_id}/people/").content.decode()
    assert 'href="/people/ada/"' in page
    assert "/people/guest-" not in page
    mine = browser_of(ada).get(game.get_absolute_url()).content.decode()
    assert f'href="/g/{game.public_id}/people/"' in mine


@pytest.mark.both_databases
def test_search_matches_the_start_of_either_name_without_case_or_accents(ada, people, browser_of):
    from accounts.models import User

    zoe = User.objects.create_user(username="z99", nickname="Zoë Ångström")
    browser = browser_of(ada)
    for typed in ("zoe", "ZOË", "z9", "Zoe an"):
        found = browser.get("/find/", {"q": typed}, headers={"Accept": "application/json"}).json()["people"]
        assert found == [{"username": "z99", "name": "Zoë Ångström"}], typed
    assert browser.get("/find/", {"q": "ngstr"}, headers={"Accept": "application/json"}).json()["people"] == []
    guests.rename(zoe, "Io")
    assert browser.get("/find/", {"q": "zoe"}, headers={"Accept": "application/json"}).json()["people"] == []
    assert "Io" in words_of(browser.get("/find/?q=io"))


@pytest.mark.both_databases
def test_search_shows_eight_accounts_but_no_guests_and_not_the_reader(ada, people, guest, browser_of, stranger):
    people(30)
    guest("Mo 0")
    browser = browser_of(ada)
    found = browser.get("/find/", {"q": "mo"}, headers={"Accept": "application/json"}).json()["people"]
    assert len(found) == 8
    assert all(person["username"].startswith("mo") for person in found)
    assert "No player’s name starts with “ada”." in words_of(browser.get("/find/?q=ada"))
    for typed in ("", "\0", "%", "_", "é" * 100):
        assert browser.get("/find/", {"q": typed}).status_code == 200
    assert "Log in to find players." in words_of(stranger.get("/find/?q=mo"))


def test_search_finds_guests_once_they_have_an_account(ada, guest, browser_of):
    from people import queries

    mo = guest("Mo")
    assert queries.found("mo", ada) == []
    mo.is_guest, mo.username = False, "momo"
    mo.save()
    assert queries.found("mom", ada) == [mo]
