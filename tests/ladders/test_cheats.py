"""What somebody may try for a place: a friend, a second account, a vacation, a way around the bottom."""

import pytest

from accounts import farewell, rest_actions
from accounts.models import User
from clubs.models import Club, Membership
from common import queues
from common.refusals import NotFound
from games.models import Game
from ladders import challenging, joining, queries
from ladders.looking import looks
from ladders.models import Challenge, Ladder, Trace
from talk.models import Conversation
from tests.ladders.test_challenges import refusal
from tests.ladders.world import GAME, World, days, places
from tournaments.entries import known

pytestmark = pytest.mark.django_db(transaction=True)


def club_of(people: list[User], world: World, **columns: object) -> Club:
    """A club whose first member organises it."""
    club = Club.objects.create(
        name="Sunday", skeleton="sunday", conversation=Conversation.objects.create(), created_at=world.now, **columns
    )
    for number, each in enumerate(people):
        role = Membership.Role.MEMBER if number else Membership.Role.OWNER
        since = None if number else world.now
        Membership.objects.create(club=club, player=each, since=world.now, role=role, organiser_since=since)
    return club


def test_the_same_two_meet_again_after_a_week_and_three_others(world: World):
    people = world.known_people(6)
    ladder = world.ladder(people)
    world.beat(ladder, people[5], people[4])
    assert refusal(lambda: world.challenge(ladder, people[4], people[5])) == "met_lately"
    world.now += days(8)
    assert refusal(lambda: world.challenge(ladder, people[4], people[5])) == "meet_others"
    for other in (people[3], people[2], people[1]):
        assert refusal(lambda: world.challenge(ladder, people[4], people[5])) == "meet_others"
        world.end(world.challenge(ladder, people[4], other), other)
    world.beat(ladder, people[4], people[5])
    assert places(ladder) == people


def test_two_alone_on_a_ladder_meet_each_week(world: World):
    ada, ben = world.known_people(2)
    ladder = world.ladder([ada, ben])
    world.beat(ladder, ben, ada)
    world.now += days(6.9)
    assert refusal(lambda: world.challenge(ladder, ada, ben)) == "met_lately"
    world.now += days(0.2)
    world.beat(ladder, ada, ben)
    assert places(ladder) == [ada, ben]


def share_a_browser(monkeypatch, *people: User) -> None:
    for module in (joining, challenging):
        keys = {each.pk: {"same"} for each in people}
        monkeypatch.setattr(module, "traces", lambda them: {each: keys.get(each, set()) for each in them})


def test_one_account_of_a_browser_is_on_a_ladder(world: World, monkeypatch):
    ada, ben, cleo = world.known_people(3)
    share_a_browser(monkeypatch, ada, ben)
    ladder = world.ladder([ada, cleo])
    assert refusal(lambda: joining.join_site(variant=GAME, player=ben, now=world.now)) == "shared_network"
    joining.leave(public_id=ladder.public_id, player=ada, now=world.now)
    assert not Trace.objects.filter(rung__player=ada).exists()
    joining.join_site(variant=GAME, player=ben, now=world.now)
    assert places(ladder) == [cleo, ben]


def test_those_who_share_a_browser_later_do_not_play_for_a_place(world: World, monkeypatch):
    ada, ben = world.known_people(2)
    ladder = world.ladder([ada, ben])
    share_a_browser(monkeypatch, ada, ben)
    assert refusal(lambda: world.challenge(ladder, ben, ada)) == "shared_network"


def test_unknown_people_guests_and_programs_stay_out(world: World, monkeypatch):
    ada, ben, program = world.known_people(3)
    ladder = world.ladder([ada, program])
    User.objects.filter(pk=program.pk).update(is_program=True)
    monkeypatch.setattr(known, "GAMES_BEFORE", 10)
    guest = User.objects.create(username="guest", is_guest=True)
    codes = [refusal(lambda who=who: joining.join_site(variant=GAME, player=who, now=world.now)) for who in
             (ben, program, guest)]  # fmt: skip
    assert codes == ["too_few_games", "no_programs", "account_needed"]
    assert refusal(lambda: world.challenge(ladder, program, ada)) == "no_programs"  # nor does who became one
    assert Ladder.objects.count() == 1


def test_a_refused_first_player_opens_no_ladder(world: World):
    [ada] = world.people(1)
    assert refusal(lambda: joining.join_site(variant=GAME, player=ada, now=world.now)) == "address_needed"
    assert not Ladder.objects.exists()


def test_leaving_to_avoid_a_loss_loses_the_place_to_the_challenger(world: World):
    people = world.known_people(4)
    ladder = world.ladder(people)
    made = world.challenge(ladder, people[3], people[0])
    farewell.delete_account(user=people[0], now=world.now)
    world.work()
    made.refresh_from_db()
    assert places(ladder) == [people[3], people[1], people[2]]
    assert (made.outcome, made.moved, made.challenged) == ("won", True, None)
    assert not Game.objects.filter(status=Game.Status.PLAYING).exists()


def test_the_games_of_a_challenger_who_is_suspended_count_for_the_other(world: World):
    people = world.known_people(3)
    ladder = world.ladder(people)
    world.challenge(ladder, people[2], people[0])
    farewell.leave(people[2])
    world.work()
    assert Challenge.objects.get().outcome == "lost"
    assert places(ladder) == people[:2]


# ---- Clubs ---------------------------------------------------------------------------------------


def test_only_organisers_open_a_ladder_and_only_members_are_on_it(world: World):
    ada, ben, cleo = world.known_people(3)
    club = club_of([ada, ben], world)
    terms = {"club": club.public_id, "variant": GAME, "now": world.now}
    assert refusal(lambda: joining.open_for_club(**terms, by=ben)) == "not_organiser"
    ladder = joining.open_for_club(**terms, by=ada)
    assert joining.open_for_club(**terms, by=ada) == ladder
    for each in (ada, ben):
        joining.join(public_id=ladder.public_id, player=each, now=world.now)
    assert refusal(lambda: joining.join(public_id=ladder.public_id, player=cleo, now=world.now)) == "members_only"
    world.beat(ladder, ben, ada)
    assert places(ladder) == [ben, ada]


@pytest.mark.both_databases
def test_who_leaves_a_club_leaves_its_ladder_and_loses_running_challenges(world: World):
    people = world.known_people(4)
    club = club_of(people, world)
    ladder = joining.open_for_club(club=club.public_id, variant=GAME, by=people[0], now=world.now)
    for each in people:
        joining.join(public_id=ladder.public_id, player=each, now=world.now)
    made = world.challenge(ladder, people[3], people[1])
    Membership.objects.get(player=people[1]).delete()
    assert refusal(lambda: world.challenge(ladder, people[2], people[1])) == "members_only"
    queues.drain(looks, world.now)
    vacation = world.now.date() + days(2)
    rest_actions.book_vacation(user=people[1], first=vacation, last=vacation, now=world.now)  # keeps no place
    for _ in range(3):
        world.wait(seconds=3)
    made.refresh_from_db()
    assert made.outcome == "won"
    assert places(ladder) == [people[0], people[3], people[2]]
    assert not Game.objects.filter(status=Game.Status.PLAYING).exists()
    assert refusal(lambda: joining.join(public_id=ladder.public_id, player=people[1], now=world.now)) == "members_only"


def test_a_closed_club_keeps_its_ladder_as_it_was(world: World):
    people = world.known_people(2)
    club = club_of(people, world)
    ladder = joining.open_for_club(club=club.public_id, variant=GAME, by=people[0], now=world.now)
    for each in people:
        joining.join(public_id=ladder.public_id, player=each, now=world.now)
    Membership.objects.filter(club=club).delete()
    Club.objects.update(closed_at=world.now)
    world.wait(seconds=3)
    assert places(ladder) == people
    assert refusal(lambda: world.challenge(ladder, people[1], people[0])) == "club_closed"
    Club.objects.update(shows_members=False)
    assert refusal(lambda: world.challenge(ladder, people[1], people[0])) == "club_closed"
    joining.leave(public_id=ladder.public_id, player=people[0], now=world.now)
    assert places(ladder) == [people[1]]


@pytest.mark.parametrize("hidden", ["shows_members", "hidden_at"])
def test_strangers_find_no_ladder_of_a_club_that_hides_its_members(world: World, hidden):
    ada, ben, stranger = world.known_people(3)
    club = club_of([ada, ben], world, **{hidden: False if hidden == "shows_members" else world.now})
    ladder = joining.open_for_club(club=club.public_id, variant=GAME, by=ada, now=world.now)
    joining.join(public_id=ladder.public_id, player=ada, now=world.now)
    for reader in (ada, ben):
        assert queries.find(ladder.public_id, reader, world.now)[0] == ladder
        assert queries.club(club.public_id, reader) == club
    for address in (ladder.public_id, "unknown"):
        with pytest.raises(NotFound) as refused:
            queries.find(address, stranger, world.now)
        assert refused.value.code == "unknown_ladder"
        with pytest.raises(NotFound):
            joining.join(public_id=address, player=stranger, now=world.now)
    with pytest.raises(NotFound):
        queries.club(club.public_id, stranger)
