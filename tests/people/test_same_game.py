"""Two open games that are the same: their hosts are offered each other's. And where one's own open game is listed."""

import pytest
from allauth.account.models import EmailAddress

from games import actions as tables
from games.models import Game
from notices.models import Device
from people import actions
from tests.people.conftest import NOW, words_of
from tests.people.test_lobby import here


@pytest.fixture
def public(offer):
    return lambda host, variant="draw", **settings: offer(host, variant=variant, visibility="public", **settings)


def offered(browser_of, host, game):
    """The game that the page of the host's own game offers them to join."""
    return browser_of(host).get(game.get_absolute_url()).context["same"]


@pytest.mark.both_databases
def test_both_hosts_are_offered_the_others_game_and_one_click_leaves_one_game(ada, ben, public, browser_of):
    hers, his = public(ada), public(ben)
    for host, game, other in ((ada, hers, his), (ben, his, hers)):
        page = browser_of(host).get(game.get_absolute_url())
        name = other.creator.name
        assert f"{name} has the same game open Join {name}’s game" in words_of(page)
    answer = browser_of(ben).post(f"/g/{hers.public_id}/join/", {"instead": his.public_id})
    assert answer.url == hers.get_absolute_url()
    assert dict(Game.objects.values_list("pk", "status")) == {hers.pk: "playing", his.pk: "cancelled"}


def test_a_refused_join_says_why_and_keeps_ones_own_game(ada, ben, cleo, public, browser_of):
    hers, his = public(ada), public(ben)
    tables.join_game(public_id=hers.public_id, player=cleo)
    answer = browser_of(ben).post(f"/g/{hers.public_id}/join/", {"instead": his.public_id}, follow=True)
    assert answer.redirect_chain == [(his.get_absolute_url(), 302)]
    assert "This game has already started." in words_of(answer)
    his.refresh_from_db()
    assert his.status == Game.Status.OPEN


def test_a_host_whose_own_game_has_just_started_plays_that_one(ada, ben, cleo, public, browser_of):
    hers, his = public(ada), public(ben)
    tables.join_game(public_id=his.public_id, player=cleo)
    answer = browser_of(ben).post(f"/g/{hers.public_id}/join/", {"instead": his.public_id})
    assert answer.url == his.get_absolute_url()
    hers.refresh_from_db()
    assert hers.status == Game.Status.OPEN


def test_a_host_who_has_cancelled_their_own_game_joins_the_other(ada, ben, public, browser_of):
    hers, his = public(ada), public(ben)
    tables.cancel_game(public_id=his.public_id, player=ben)
    answer = browser_of(ben).post(f"/g/{hers.public_id}/join/", {"instead": his.public_id})
    assert answer.url == hers.get_absolute_url()
    hers.refresh_from_db()
    assert hers.status == Game.Status.PLAYING


def test_a_game_that_others_joined_is_never_cancelled(ada, ben, cleo, public, browser_of):
    hers, his = public(ada, seats=3), public(ben, seats=3)
    tables.join_game(public_id=his.public_id, player=cleo)
    assert offered(browser_of, ben, his) is None
    browser_of(ben).post(f"/g/{hers.public_id}/join/", {"instead": his.public_id})
    his.refresh_from_db()
    assert his.status == Game.Status.OPEN
    assert set(hers.seats.values_list("player", flat=True)) == {ada.pk, ben.pk, None}


@pytest.mark.parametrize("has_begun", [False, True])
def test_the_game_of_somebody_else_changes_nothing(ada, ben, cleo, people, public, browser_of, has_begun):
    hers, his = public(ada), public(ben)
    if has_begun:
        tables.join_game(public_id=his.public_id, player=people(1)[0])
    answer = browser_of(cleo).post(f"/g/{hers.public_id}/join/", {"instead": his.public_id})
    assert answer.url == hers.get_absolute_url()
    statuses = dict(Game.objects.values_list("pk", "status"))
    assert statuses == {hers.pk: "playing", his.pk: "playing" if has_begun else "open"}


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "other",
    [
        {"variant": "muggins"},
        {"options": {"end": "rounds:1"}},
        {"seats": 3},
        {"rated": False},
        {"turn_seconds": 3 * 86_400},
        {"pauses": False},
        {"misses": "computer"},
        {"lasts_seconds": 30 * 86_400},
        {"visibility": "link"},
    ],
)
def test_only_the_same_game_is_offered(ada, ben, offer, public, browser_of, other):
    mine = public(ada)
    offer(ben, **({"variant": "draw", "visibility": "public"} | other))
    assert offered(browser_of, ada, mine) is None


@pytest.mark.both_databases
def test_the_same_house_rules_match_in_any_order(ada, ben, public, browser_of):
    mine = public(ada, options={"end": "rounds:1", "blank": 7})
    theirs = public(ben, options={"blank": 7, "end": "rounds:1"})
    assert offered(browser_of, ada, mine) == theirs


def test_games_of_blocked_people_guests_and_absent_hosts_are_not_offered(
    ada, ben, cleo, guest, people, public, browser_of
):
    mine, live = public(ada), public(ada, turn_seconds=600)
    here(ada)
    public(ben)
    actions.block(user=ben, person=ada, now=NOW)
    public(cleo)
    actions.block(user=ada, person=cleo, now=NOW)
    public(guest("Mo"))
    (dan,) = people(1)
    now = public(dan, turn_seconds=600)
    assert offered(browser_of, ada, mine) is None
    assert offered(browser_of, ada, live) is None
    here(dan)
    assert offered(browser_of, ada, live) == now


def test_guests_are_offered_the_games_of_guests(guest, public, browser_of):
    mo, flo = guest("Mo"), guest("Flo")
    assert offered(browser_of, mo, public(mo)) is None
    hers = public(flo)
    assert offered(browser_of, flo, hers).creator == mo


def test_a_host_who_has_invited_somebody_waits_for_them(ada, ben, cleo, public, browser_of):
    mine = public(ada, seats=3)
    actions.invite(public_id=mine.public_id, by=ada, players=[cleo], now=NOW)
    public(ben, seats=3)
    assert offered(browser_of, ada, mine) is None


def test_visitors_are_offered_nothing(ada, ben, cleo, public, browser_of):
    hers = public(ada)
    public(ben)
    page = browser_of(cleo).get(hers.get_absolute_url())
    assert "has the same game open" not in words_of(page)
    assert "It is listed" not in words_of(page)


def reached_by(host, way):
    if way == "push":
        Device.objects.create(
            player=host, endpoint="https://push.example/1", p256dh="", auth="", name="", created_at=NOW
        )
    elif way == "mail":
        EmailAddress.objects.create(user=host, email="ada@example.org", verified=True, primary=True)


@pytest.mark.parametrize(("way", "tells"), [("push", True), ("mail", True), ("", False)])
def test_the_page_promises_to_tell_its_host_only_if_we_can(ada, public, browser_of, way, tells):
    reached_by(ada, way)
    page = words_of(browser_of(ada).get(public(ada).get_absolute_url()))
    assert "It is listed with the open games." in page
    assert ("You can leave this page. We’ll tell you when somebody joins." in page) == tells
    assert ("To hear from us when somebody joins, turn on notifications." in page) != tells


def test_a_live_game_says_that_it_is_listed_while_its_host_is_here(ada, public, browser_of):
    page = words_of(browser_of(ada).get(public(ada, turn_seconds=600).get_absolute_url()))
    assert "It is listed with the open games while you’re on the site. Every page shows you when it starts." in page


def test_a_game_by_link_is_not_called_listed(ada, offer, browser_of):
    assert "It is listed" not in words_of(browser_of(ada).get(offer(ada).get_absolute_url()))


@pytest.mark.both_databases
def test_the_page_of_an_open_game_needs_the_same_queries_however_many_match(
    ada, people, public, browser_of, django_assert_max_num_queries
):
    mine, browser, counted = public(ada), browser_of(ada), []
    others = people(6)
    for number in (1, 5):
        for _ in range(number):
            public(others.pop())
        with django_assert_max_num_queries(99) as sent:
            browser.get(mine.get_absolute_url())
        counted.append(len(sent))
    assert counted[0] == counted[1]
