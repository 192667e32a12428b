"""Tournaments of clubs: made by organisers, entered by members, in no public list, and no way to win ratings."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.farewell import delete_account
from accounts.models import Browser, User
from clubs import actions
from clubs.models import Club, Membership
from common.refusals import Forbidden, NotNow
from notices.models import Notice
from standings.models import Rating
from tests.clubs.matches import a_club, confirm
from tests.conftest import forget
from tests.tournaments.ruled import Ruled
from tests.tournaments.world import World
from tournaments import queries
from tournaments.entries import entering, known
from tournaments.life import closing, making
from tournaments.models import Entry, Tournament, Trophy
from tournaments.seating import Seating
from tournaments.wishes import NewTournament


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch, db: None) -> World:
    return World(monkeypatch)


@pytest.fixture
def ruled(world: World, monkeypatch: pytest.MonkeyPatch) -> Ruled:
    return Ruled(world, monkeypatch)


def cup(world: World, club: Club, by: User, **terms: object) -> Tournament:
    wish = NewTournament(variant="block", club=club.public_id, **({"rated": False, "starts_in_hours": 24} | terms))
    return making.make(maker=by, tournament=wish.tournament(world.now), now=world.now)


def enter(world: World, there: Tournament, *people: User) -> None:
    for each in people:
        entering.enter(public_id=there.public_id, player=each, now=world.now)


def test_a_club_plays_its_own_cup_to_its_end_without_its_owner(ruled: Ruled):
    """N1. The owner deletes the account while it runs."""
    world, people = ruled.world, ruled.people(4)
    club = a_club(world, people, "Double Six")
    actions.set_role(
        public_id=club.public_id, by=people[0], player=people[1], role=Membership.Role.ORGANISER, now=world.now
    )  # fmt: skip
    there = cup(world, club, people[1], least=3, most=4)
    enter(world, there, *people)
    world.wait(seconds=10)
    there.refresh_from_db()
    assert there.is_running
    ruled.number[0] = 0  # nobody
    delete_account(user=people[0], now=world.now)
    ruled.play(there)
    club.refresh_from_db()
    assert Membership.objects.get(club=club, role=Membership.Role.OWNER).player == people[1]
    assert not club.is_closed
    assert not Trophy.objects.exists()
    assert queries.winners(there)


def test_only_organisers_create_tournaments_of_a_club(world: World):
    ada, ben, cleo = world.people(3)
    club = a_club(world, [ada, ben], "Double Six")
    for stranger in (ben, cleo):
        with pytest.raises(Forbidden) as refused:
            cup(world, club, stranger)
        assert refused.value.code == "not_organiser"
    with pytest.raises(Forbidden) as refused:
        cup(world, Club(public_id="unknown"), ada)
    assert refused.value.code == "not_organiser"
    for _number in range(6):
        cup(world, club, ada)
    with pytest.raises(NotNow):
        cup(world, club, ada)


def test_only_members_enter_and_those_who_leave_the_club_are_not_in(world: World):
    people = world.people(6)
    club = a_club(world, people[:5], "Double Six")
    there = cup(world, club, people[0], least=3, most=6)
    with pytest.raises(Forbidden) as refused:
        enter(world, there, people[5])
    assert refused.value.code == "not_member"
    enter(world, there, *people[:5])
    actions.leave(public_id=club.public_id, player=people[4], now=world.now)
    world.wait(days=1, seconds=1)
    assert Entry.objects.filter(tournament=there).count() == 4
    assert not Entry.objects.filter(members__player=people[4]).exists()
    assert not Notice.objects.filter(player=people[4], words__about="alone").exists()


def test_a_partner_has_to_be_a_member_too(world: World):
    people = world.people(3)
    club = a_club(world, people[:2], "Double Six")
    there = cup(world, club, people[0], seating=Seating.PAIRS, deals=4, least=3)
    entering.enter(public_id=there.public_id, player=people[0], partner=people[2], now=world.now)
    with pytest.raises(Forbidden):
        entering.agree(public_id=there.public_id, player=people[2], now=world.now)


def test_somebody_whose_partner_leaves_the_club_finds_another_one(world: World):
    people = world.people(7)
    club = a_club(world, people, "Double Six")
    there = cup(world, club, people[0], seating=Seating.PAIRS, deals=4, least=3)
    for one, other in ((0, 1), (3, 4), (5, 6)):
        entering.enter(public_id=there.public_id, player=people[one], partner=people[other], now=world.now)
        entering.agree(public_id=there.public_id, player=people[other], now=world.now)
    enter(world, there, people[2])
    actions.leave(public_id=club.public_id, player=people[1], now=world.now)
    world.wait(days=1, seconds=1)
    there.refresh_from_db()
    assert (there.state, there.entered) == ("running", 3)
    assert set(Entry.objects.get(members__player=people[0]).members.values_list("player", flat=True)) == {
        people[0].pk, people[2].pk,
    }  # fmt: skip


def test_organisers_cancel_each_other_s_tournaments(world: World):
    ada, ben, cleo = world.people(3)
    club = a_club(world, [ada, ben, cleo], "Double Six")
    there = cup(world, club, ada)
    with pytest.raises(Forbidden):
        closing.cancel_own(public_id=there.public_id, by=ben, now=world.now)
    role = Membership.Role.ORGANISER
    actions.set_role(public_id=club.public_id, by=ada, player=ben, role=role, now=world.now)
    by_ben = cup(world, club, ben)
    closing.cancel_own(public_id=there.public_id, by=ben, now=world.now)
    actions.remove(public_id=club.public_id, by=ada, player=ben, now=world.now)
    with pytest.raises(Forbidden):  # nor do those who have left
        closing.cancel_own(public_id=by_ben.public_id, by=ben, now=world.now)
    closing.cancel_own(public_id=by_ben.public_id, by=ada, now=world.now)


def test_strangers_find_it_in_no_list_and_read_for_whom_it_is(world: World):
    ada, ben, cleo = world.people(3)
    club = a_club(world, [ada, ben], "Double Six")
    there = cup(world, club, ada)
    evening = cup(world, club, ada, format="swiss", pace="minute", minutes=10)
    assert not queries.listed("open").exists()
    browser = Client()
    for reader in (None, cleo):
        if reader is not None:
            browser.force_login(reader)
        for address in ("/", reverse("lobby"), "/tournaments/", "/api/v1/tournaments/"):
            forget()
            text = browser.get(address).content.decode()
            assert there.public_id not in text
            assert evening.public_id not in text
    page = browser.get(there.get_absolute_url()).content.decode()
    assert f'Members of <a href="{club.get_absolute_url()}">Double Six</a> only.' in page
    assert "Join the club to enter" in page
    answer = f"/api/v1/tournaments/{there.public_id}/"
    assert browser.get(answer).json()["club"] == club.public_id
    Club.objects.update(hidden_at=world.now)
    assert browser.get(answer).json()["club"] is None
    page = browser.get(there.get_absolute_url()).content.decode()
    assert "Double Six" not in page
    assert "Members of a club only." in page
    assert browser.get(f"/api/v1/tournaments/{there.public_id}/").json()["club"] is None
    browser.force_login(ben)
    assert "Double Six" in browser.get(there.get_absolute_url()).content.decode()


def test_guests_who_are_members_play_unrated_tournaments(world: World):
    ada = world.people(1)[0]
    club = a_club(world, [ada], "Double Six")
    guest = User.objects.create_user(username="guest1", nickname="Gil", is_guest=True)
    there = cup(world, club, ada)
    with pytest.raises(Forbidden):
        enter(world, there, guest)
    actions.join(public_id=club.public_id, player=guest, link=club.link, now=world.now)
    enter(world, there, guest)
    assert "enter_name" not in Client().get(there.get_absolute_url()).content.decode()  # others join the club first


def test_nobody_wins_ratings_in_a_club_of_their_own_accounts(world: World):
    """The cheat: a club of six accounts of one person, with a rated cup a week. We ask for the same as a public rated
    tournament does: ten games, three days, an address each, and one entry of a browser or network.
    """
    people = world.people(6)
    club = a_club(world, people, "Six")
    with pytest.raises(Forbidden) as refused:
        cup(world, club, people[0], rated=True)
    assert refused.value.code == "too_few_games"
    world.monkeypatch.setattr(known, "GAMES_BEFORE", 0)
    there = cup(world, club, people[0], rated=True, least=3, starts_in_hours=48)
    with pytest.raises(Forbidden) as refused:
        enter(world, there, people[1])
    assert refused.value.code == "address_needed"
    for each in people:
        confirm(each)
        Client().force_login(each)
        Browser.objects.filter(user=each).update(place="81.2.3.0/24")
    enter(world, there, people[0])
    with pytest.raises(NotNow) as shared:
        enter(world, there, people[1])
    assert shared.value.code == "shared_network"
    world.wait(days=8)
    there.refresh_from_db()
    assert not there.is_running
    assert not Rating.objects.exists()
    assert not there.gives_trophies


def test_an_organiser_creates_an_evening_for_the_club_in_two_taps(world: World):
    ada, ben = world.people(2)
    club = a_club(world, [ada, ben], "Double Six")
    browser = Client()
    browser.force_login(ada)
    page = browser.get(f"/tournaments/evening/?club={club.public_id}").content.decode()
    assert "Members of Double Six" in page
    assert "Only members of the club can play." in page
    browser.post("/tournaments/evening/", {"variant": "block", "entering": club.public_id})
    made = Tournament.objects.get()
    assert (made.club, made.is_evening, made.rated) == (club, True, False)
    browser.post(f"{made.get_absolute_url()}enter/")
    for page in (f"/clubs/{club.public_id}/", f"/clubs/{club.public_id}/calendar/"):
        for reader, is_in in ((browser, True), (Client(), False)):
            assert ("You’re in" in reader.get(page).content.decode()) == is_in
    stranger, address = Client(), made.get_absolute_url()
    assert f'<a href="/clubs/{club.public_id}/">Join the club to enter</a>' in stranger.get(address).content.decode()
    stranger.force_login(world.people(1)[0])
    assert stranger.get(address).content.decode().count("Join the club") == 1
    assert "No account needed" not in stranger.get(f"{address}screen/").content.decode()
    assert browser.get(f"/clubs/{club.public_id}/match/").content.decode().count("Copy it from") == 1
    browser.force_login(ben)
    assert "Members of Double Six" not in browser.get("/tournaments/evening/").content.decode()
