"""Friend requests and friendships."""

import pytest

from common import refusals
from notices.models import Notice
from people import actions, queries
from people.actions import friends as limits
from people.models import Friendship
from tests.people.conftest import NOW, words_of


@pytest.mark.both_databases
def test_an_accepted_request_makes_both_friends(ada, ben):
    actions.ask_friend(user=ada, person=ben, now=NOW)
    assert (queries.bond(ada, ben), queries.bond(ben, ada)) == ("asked", "asks")
    actions.ask_friend(user=ben, person=ada, now=NOW)
    assert (queries.bond(ada, ben), queries.bond(ben, ada)) == ("friends", "friends")
    assert list(queries.friends(ada)) == [ben]
    assert list(queries.friends(ben)) == [ada]


@pytest.mark.both_databases
def test_a_repeated_request_changes_nothing(ada, ben):
    for _ in range(2):
        actions.ask_friend(user=ada, person=ben, now=NOW)
    assert Friendship.objects.count() == 1
    assert queries.bond(ada, ben) == "asked"


@pytest.mark.parametrize("who", ["asker", "asked"])
def test_either_side_can_end_a_request_or_a_friendship(ada, ben, befriend, who):
    user, person = (ada, ben) if who == "asker" else (ben, ada)
    actions.ask_friend(user=ada, person=ben, now=NOW)
    assert Notice.objects.filter(player=ben, event="friend").exists()
    assert actions.remove_friend(user=user, person=person)
    assert queries.bond(ada, ben) == ""
    assert not Notice.objects.exists()
    befriend(ada, ben)
    assert actions.remove_friend(user=user, person=person)
    assert not actions.remove_friend(user=user, person=person)


def test_players_cannot_befriend_guests_or_themselves(ada, guest):
    mo = guest("Mo")
    for user, person, code in ((ada, mo, "guest"), (mo, ada, "guest"), (ada, ada, "yourself")):
        with pytest.raises(refusals.Refused) as refused:
            actions.ask_friend(user=user, person=person, now=NOW)
        assert refused.value.code == code


def test_unanswered_requests_are_limited(ada, people, monkeypatch):
    monkeypatch.setattr(limits, "MOST_ASKED", 3)
    *few, last = people(4)
    for person in few:
        actions.ask_friend(user=ada, person=person, now=NOW)
    with pytest.raises(refusals.NotNow) as refused:
        actions.ask_friend(user=ada, person=last, now=NOW)
    assert refused.value.code == "too_many_requests"


def test_friends_are_limited_when_accepting_too(ada, people, befriend, monkeypatch):
    monkeypatch.setattr(limits, "MOST_FRIENDS", 2)
    *few, last = people(3)
    for person in few:
        befriend(ada, person)
    actions.ask_friend(user=last, person=ada, now=NOW)
    with pytest.raises(refusals.NotNow) as refused:
        actions.ask_friend(user=ada, person=last, now=NOW)
    assert refused.value.code == "too_many_friends"
    assert queries.bond(ada, last) == "asks"


def test_the_buttons_of_a_profile_send_accept_and_remove(ada, ben, browser_of):
    adas, bens = browser_of(ada), browser_of(ben)
    assert "Add friend" in words_of(adas.get("/people/ben/"))
    adas.post("/people/ben/friend/")
    assert "Withdraw request" in words_of(adas.get("/people/ben/"))
    assert "Friend requests Ada" in words_of(bens.get("/people/"))
    bens.post("/people/ada/friend/", {"next": "/people/"})
    assert "Remove friend" in words_of(adas.get("/people/ben/"))
    assert "Ada no games in progress with you" in words_of(bens.get("/people/"))
    bens.post("/people/ada/friend/", {"do": "remove"})
    assert "Add friend" in words_of(adas.get("/people/ben/"))


@pytest.mark.both_databases
def test_friends_are_listed_with_their_games_in_progress_with_the_reader(
    ada, ben, cleo, befriend, browser_of, game_between
):
    befriend(ada, ben)
    for _ in range(2):
        game_between(ada, ben)
    game_between(ben, cleo)
    assert "Ben 2 games in progress with you" in words_of(browser_of(ada).get("/people/"))


@pytest.mark.both_databases
def test_many_friends_are_paged(ada, people, befriend, browser_of):
    for person in people(60):
        Friendship.objects.create(asker=ada, asked=person, at=NOW, since=NOW)
    browser = browser_of(ada)
    first = words_of(browser.get("/people/"))
    assert "Mo 60" in first
    assert "Mo 10 " not in first
    more = browser.get("/people/").context["friends"].next
    assert "Mo 10 " in words_of(browser.get(f"/people/?friends_after={more}"))
    assert browser.get("/people/?friends_after=x").status_code == 200


def test_a_friend_with_a_closed_account_has_no_link_and_can_be_removed(browser_of, ada, ben, befriend):
    befriend(ada, ben)
    ben.is_active = False
    ben.save()
    page = browser_of(ada).get("/people/").content.decode()
    assert "/people/ben/" not in page.replace("/people/ben/friend/", "")
    assert "Remove friend" in page
    browser_of(ada).post("/people/ben/friend/", {"do": "remove", "next": "/people/"})
    assert queries.bond(ada, ben) == ""
