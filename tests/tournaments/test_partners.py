"""Fixed partners: one enters and names the other, who agrees or doesn't."""

import pytest
from django.test import Client

from accounts.models import User
from notices.models import Notice
from tests.tournaments.world import World
from tournaments.entries import entering, withdrawing
from tournaments.models import Entry, Member, Tournament

pytestmark = pytest.mark.django_db


def open_pairs(world: World, **terms) -> Tournament:
    return world.open(seating="pairs", seats=4, deals=4, most=100, **terms)


def people_of(tournament: Tournament) -> list[str]:
    return [*Member.objects.filter(tournament=tournament).order_by("pk").values_list("player__nickname", flat=True)]


@pytest.mark.parametrize("agrees", [False, True])
def test_a_partner_who_leaves_before_the_start_leaves_the_other_in(world: World, agrees):
    there = open_pairs(world)
    ada, ben = world.people(2)
    entering.enter(public_id=there.public_id, player=ada, partner=ben, now=world.now)
    if agrees:
        entering.agree(public_id=there.public_id, player=ben, now=world.now)
    withdrawing.leave(public_id=there.public_id, player=ben, now=world.now)
    there.refresh_from_db()
    assert (people_of(there), there.entered) == ([ada.nickname], 1)


def test_only_who_agreed_is_shown_as_a_partner(world: World):
    there = open_pairs(world)
    ada, ben, cleo = world.people(3)
    entering.enter(public_id=there.public_id, player=ada, partner=ben, now=world.now)

    def page_of(person: User | None) -> str:
        browser = Client()
        if person is not None:
            browser.force_login(person)
        return browser.get(there.get_absolute_url()).content.decode()

    for stranger in (None, cleo):
        assert (ada.nickname in page_of(stranger), ben.nickname in page_of(stranger)) == (True, False)
    assert f"We asked {ben.nickname} to be your partner" in page_of(ada)
    assert f"Be the partner of {ada.nickname}" in page_of(ben)
    assert "You’re in" not in page_of(ben)
    entries = Client().get(f"/api/v1/tournaments/{there.public_id}/entries/").json()["results"]
    assert [each["username"] for each in entries[0]["entry"]["people"]] == [ada.username]
    entering.agree(public_id=there.public_id, player=ben, now=world.now)
    assert all(ben.nickname in page_of(person) for person in (None, ada, ben, cleo))


@pytest.mark.both_databases
def test_an_entry_taken_back_by_the_one_who_asked_is_gone(world: World):
    there = open_pairs(world)
    ada, ben = world.people(2)
    entering.enter(public_id=there.public_id, player=ada, partner=ben, now=world.now)
    withdrawing.leave(public_id=there.public_id, player=ada, now=world.now)
    there.refresh_from_db()
    assert (people_of(there), there.entered) == ([], 0)


@pytest.mark.both_databases
def test_the_one_whose_partner_left_is_paired_with_another(world: World):
    there = open_pairs(world)
    ada, ben, *others = world.people(7)
    entering.enter(public_id=there.public_id, player=ada, partner=ben, now=world.now)
    withdrawing.leave(public_id=there.public_id, player=ben, now=world.now)
    world.enter(there, others)
    world.wait(days=1, minutes=1)
    entry = Entry.objects.get(members__player=ada)
    assert entry.seed is not None
    assert entry.members.count() == 2


@pytest.mark.django_db(transaction=True)
def test_nobody_is_told_a_place_in_a_tournament_that_began_without_them(world: World):
    there = open_pairs(world)
    people = world.people(7)
    world.enter(there, people)
    world.play(there, hours=24)
    told = Notice.objects.filter(words__about="over")
    assert told.count() == 6
    assert all(1 <= notice.words["place"] <= 3 for notice in told)


def browser_of(person: User) -> Client:
    browser = Client()
    browser.force_login(person)
    return browser


@pytest.mark.both_databases
def test_requests_of_others_keep_nobody_from_entering_alone(world: World):
    there = open_pairs(world)
    ben, *askers = world.people(3)
    for each in askers:
        entering.enter(public_id=there.public_id, player=each, partner=ben, now=world.now)
    browser, path = browser_of(ben), there.get_absolute_url()
    page = browser.get(path).content.decode()
    assert all(f"Be the partner of {each.nickname}" in page for each in askers)
    assert path in browser.get("/tournaments/").content.decode()
    browser.post(f"{path}enter/")
    there.refresh_from_db()
    assert (people_of(there), there.entered) == ([*(each.nickname for each in askers), ben.nickname], 3)
    assert Notice.objects.filter(player__in=askers, words__about="left").count() == 2


@pytest.mark.both_databases
def test_whoever_is_asked_by_several_agrees_with_the_one_they_want(world: World):
    there = open_pairs(world)
    ben, stranger, friend = world.people(3)
    for each in (stranger, friend):
        entering.enter(public_id=there.public_id, player=each, partner=ben, now=world.now)
    browser, path = browser_of(ben), there.get_absolute_url()
    browser.post(f"{path}agree/", {"partner": friend.username})
    assert Member.objects.get(player=ben).entry == Entry.objects.get(members__player=friend)
    assert people_of(there) == [stranger.nickname, friend.nickname, ben.nickname]
    assert f"Be the partner of {stranger.nickname}" not in browser.get(path).content.decode()
    browser_of(stranger).post(f"{path}leave/")
    answer = browser_of(stranger).post(f"{path}enter/", {"partner": ben.username})
    assert "Your partner has already entered" in answer.content.decode()


def test_nobody_asks_one_after_the_other(world: World, settings):
    settings.LIMITS, settings.RATES = True, settings.RATES | {"partner": "2/h"}
    there = open_pairs(world)
    asker, *asked = world.people(4)
    browser, path = browser_of(asker), there.get_absolute_url()
    answers = []
    for each in asked:
        answers.append(browser.post(f"{path}enter/", {"partner": each.username}).status_code)
        browser.post(f"{path}leave/")
    assert answers == [302, 302, 422]
    assert Notice.objects.filter(player__in=asked, words__about="partner").count() == 2
