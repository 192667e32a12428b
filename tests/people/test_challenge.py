"""Challenging a player with the settings of the last game, in two taps."""

import re

import pytest

from games.models import Game
from people import actions
from tests.people.conftest import NOW, state, words_of

NEW = {"variant": "muggins", "seats": "2", "tiles": "offered", "length": "usual", "visibility": "link", "clock": "600"}


def press(browser, page):
    """Send the form as the page has it."""
    form = re.search(
        r'<form action="([^"]+)" method="post" class="card stack">(.*?)</form>', page.content.decode(), re.DOTALL
    )
    sent = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form[2]))
    return browser.post(form[1], sent, follow=True)


@pytest.mark.both_databases
def test_the_last_game_of_the_two_is_offered_and_one_button_sends_it(ada, ben, cleo, game_between, browser_of):
    game_between(ada, ben, variant="draw")
    last = game_between(ben, ada, variant="muggins", options={"end": "target:50"}, turn_seconds=600, rated=False)
    game_between(ada, ben, cleo, variant="draw")  # not theirs alone
    game_between(ada, cleo, variant="block")
    browser = browser_of(ada)
    page = browser.get("/people/ben/challenge/")
    assert "Muggins (All Fives), to 50 points, 10 minutes per move, unrated" in words_of(page)
    assert "/new/?variant=muggins&amp;seats=2&amp;invite=ben" in page.content.decode()
    assert "Invitation sent to Ben." in words_of(press(browser, page))
    game = Game.objects.get(creator=ada, status=Game.Status.OPEN)
    same = ("variant", "options", "turn_seconds", "rated", "seats_number")
    assert [getattr(game, name) for name in same] == [getattr(last, name) for name in same]
    assert state(game, ben) == "pending"


def test_without_a_game_together_the_readers_last_new_game_is_offered(ada, ben, browser_of):
    browser = browser_of(ada)
    browser.post("/new/", NEW | {"rated": "no"})
    page = browser.get("/people/ben/challenge/")
    assert "Muggins (All Fives), to 200 points, 10 minutes per move, unrated" in words_of(page)
    press(browser, page)
    game = Game.objects.latest("pk")
    assert (game.variant, game.turn_seconds, game.rated, game.visibility) == ("muggins", 600, False, "link")
    assert state(game, ben) == "pending"


@pytest.mark.parametrize(
    ("last", "said"),
    [
        ({}, ", 1 day per move, rated"),
        ({"variant": "partnership", "seats": "4"}, ", 1 day per move, rated"),  # a game for four
        ({"seats": "3", "clock": "1200+10/1200"}, "20 minutes, plus 10 seconds per move, up to 20 minutes, rated"),
        ({"clock": "86400", "pauses": "on"}, ", 1 day per move, rated"),
    ],
)
def test_any_last_game_becomes_one_for_two(ada, ben, browser_of, last, said):
    browser = browser_of(ada)
    if last:
        browser.post("/new/", NEW | {"rated": "yes"} | last)
        assert Game.objects.filter(creator=ada).exists()
    page = browser.get("/people/ben/challenge/")
    assert said in words_of(page)
    press(browser, page)
    game = Game.objects.latest("pk")
    assert (game.seats_number, game.rated, state(game, ben)) == (2, True, "pending")
    assert game.pauses == (game.turn_seconds == 86_400)


def test_people_who_cannot_be_invited_are_all_the_same(ada, ben, cleo, browser_of):
    actions.block(user=ben, person=ada, now=NOW)
    actions.save_profile(user=cleo, about="", invites="nobody")
    for person in (ben, cleo):
        page = words_of(browser_of(ada).get(f"/people/{person.username}/challenge/"))
        assert f"You can’t invite {person.name} by name." in page
        assert "Send challenge" not in page


def test_accounts_challenge_others(ada, guest, browser_of, stranger):
    assert browser_of(ada).get("/people/ada/challenge/").status_code == 404
    assert browser_of(ada).get("/people/nobody/challenge/").status_code == 404
    for browser in (stranger, browser_of(guest("Mo"))):
        assert browser.get("/people/ada/challenge/").status_code == 302


def test_lists_and_profiles_lead_to_the_challenge(ada, ben, befriend, browser_of):
    befriend(ada, ben)
    for address in ("/people/", "/people/ben/"):
        assert 'href="/people/ben/challenge/"' in browser_of(ada).get(address).content.decode()


@pytest.mark.both_databases
def test_challenges_count_against_both_limits(ada, ben, game_between, browser_of, rates):
    game_between(ada, ben)
    rates(invite="1/d")
    browser = browser_of(ada)
    page = browser.get("/people/ben/challenge/")
    press(browser, page)
    assert "Try again in" in words_of(press(browser, page))
    assert Game.objects.filter(status=Game.Status.OPEN).count() == 1
