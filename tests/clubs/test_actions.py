"""Clubs are made, joined, left, handed over and closed."""

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from accounts.farewell import delete_account, leave
from clubs import actions, queries
from clubs.actions.merging import merge
from clubs.models import Club, Membership, Request
from clubs.wishes import ClubTerms
from common.refusals import NotFound, Refused
from notices.models import Notice
from notices.of_clubs import club_text
from people.actions import block
from people.models import Profile
from talk import conversations
from tests.clubs.conftest import NOW, confirm, roles
from tests.conftest import person
from tests.tournaments.test_costs import statements_of

DAY = timedelta(days=1)


def refused(action, **given) -> str:
    with pytest.raises(Refused) as error:
        action(**given)
    return error.value.code


# ---- Making and naming ---------------------------------------------------------------------------
def test_a_captain_needs_a_confirmed_address_and_no_games(ada, guest):
    assert refused(actions.make, maker=guest("Gus"), name="Pub", now=NOW) == "account_needed"
    assert refused(actions.make, maker=ada, name="Pub", now=NOW) == "address_needed"
    confirm(ada)
    club = actions.make(maker=ada, name="  The   Pub ", now=NOW)
    assert (club.name, roles(club)) == ("The Pub", {"ada": "owner"})


def test_a_person_owns_three_clubs_at_most(ada, club):
    for n in range(3):
        club(ada, name=f"Club {n}")
    assert refused(actions.make, maker=ada, name="One more", now=NOW) == "too_many_clubs"


@pytest.mark.parametrize("name", ["double six", "Dоuble Six", "DOUBLE  SIX", "Doubl\u0435 Six"])
def test_names_that_look_alike_are_taken(ada, ben, club, name):
    club(ada)
    confirm(ben)
    assert refused(actions.make, maker=ben, name=name, now=NOW) in {"name_taken", "bad_name"}
    assert Club.objects.count() == 1


@pytest.mark.parametrize("name", ["", "x", "\u200b\u200b", "Moderators", "x" * 31])
def test_bad_names_are_refused(ada, name):
    confirm(ada)
    assert refused(actions.make, maker=ada, name=name, now=NOW) == "bad_name"


def test_a_club_changes_its_name_once_in_ninety_days_and_shows_the_former_one(ada, ben, club):
    made = club(ada, ben, organisers=1)
    assert refused(actions.rename, public_id=made.public_id, by=ben, name="Losers", now=NOW) == "not_owner"
    actions.rename(public_id=made.public_id, by=ada, name="Champions", now=NOW)
    made.refresh_from_db()
    assert (made.name, made.former_name, made.shown_former_name(NOW + 89 * DAY)) == ("Champions", *["Double Six"] * 2)
    soon = {"public_id": made.public_id, "by": ada, "name": "Others"}
    assert refused(actions.rename, **soon, now=NOW + 89 * DAY) == "renamed_lately"
    actions.rename(**soon, now=NOW + 90 * DAY)
    made.refresh_from_db()
    assert (made.name, made.former_name) == ("Others", "Champions")
    assert made.shown_former_name(NOW + 180 * DAY) == ""


def test_organisers_edit_a_club(ada, ben, cleo, club):
    made = club(ada, ben, cleo, organisers=1)
    terms = ClubTerms(about="Tuesdays\r\nat eight ", tile="1-2", ground="red", dots="black", joining="link")
    actions.edit(public_id=made.public_id, by=ben, terms=terms, now=NOW)
    made.refresh_from_db()
    assert (made.about, made.tile, made.ground, made.dots, made.joining) == (
        "Tuesdays\nat eight", "1-2", "red", "black", "link",
    )  # fmt: skip
    assert refused(actions.edit, public_id=made.public_id, by=cleo, terms=terms, now=NOW) == "not_organiser"
    same = ClubTerms(ground="red", dots="red")
    assert refused(actions.edit, public_id=made.public_id, by=ada, terms=same, now=NOW) == "same_colours"


# ---- Joining -------------------------------------------------------------------------------------
def test_an_open_club_takes_accounts_at_once_and_guests_by_link(ada, ben, guest, club):
    made, gus = club(ada), guest("Gus")
    actions.join(public_id=made.public_id, player=ben, now=NOW)
    actions.join(public_id=made.public_id, player=ben, now=NOW)
    assert refused(actions.join, public_id=made.public_id, player=gus, now=NOW) == "account_needed"
    assert refused(actions.join, public_id=made.public_id, player=gus, link="wrong", now=NOW) == "bad_link"
    actions.join(public_id=made.public_id, player=gus, link=made.link, now=NOW)
    assert list(roles(made).values()) == ["owner", "member", "member"]


def test_organisers_answer_requests_and_a_declined_person_waits_a_month(ada, ben, cleo, club):
    made = club(ada, joining="request")
    one = {"public_id": made.public_id}
    assert refused(actions.join, **one, player=ben, now=NOW) == "ask_first"
    actions.ask(**one, player=ben, now=NOW)
    actions.ask(**one, player=cleo, now=NOW)
    assert [each.player for each in queries.requests(made, ada)] == [cleo, ben]
    assert refused(actions.accept, **one, by=cleo, player=ben, now=NOW) == "not_organiser"
    actions.accept(**one, by=ada, player=ben, now=NOW)
    actions.decline(**one, by=ada, player=cleo, now=NOW)
    assert roles(made) == {"ada": "owner", "ben": "member"}
    assert refused(actions.accept, **one, by=ada, player=cleo, now=NOW) == "no_request"
    assert refused(actions.ask, **one, player=cleo, now=NOW + 29 * DAY) == "declined"
    actions.ask(**one, player=cleo, now=NOW + 30 * DAY)
    actions.withdraw(**one, player=cleo, now=NOW)
    assert refused(actions.withdraw, **one, player=cleo, now=NOW) == "no_request"


def test_a_person_is_in_fifty_clubs_at_most(ada, ben, club):
    made = club(ada)
    members = Membership.objects.filter(club=made)
    others = [Club(name=f"C{n}", skeleton=f"c{n}", key=b"", created_at=NOW) for n in range(50)]
    for other in others:
        other.conversation = made.conversation.__class__.objects.create()
    Club.objects.bulk_create(others)
    Membership.objects.bulk_create(Membership(club=each, player=ben, since=NOW) for each in others)
    assert refused(actions.join, public_id=made.public_id, player=ben, now=NOW) == "too_many_clubs"
    Request.objects.create(club=made, player=ben, at=NOW)
    for let_in in (actions.accept, actions.invite):
        with pytest.raises(Refused, match="Ben can’t join"):
            let_in(public_id=made.public_id, by=ada, player=ben, now=NOW)
    assert members.count() == 1


def told(player) -> list[str]:
    return [each.words["about"] for each in Notice.objects.filter(player=player, event="club").order_by("pk")]


def test_people_hear_of_requests_answers_and_invitations(ada, ben, cleo, club):
    dora, fay = person("Dora"), person("Fay")
    made = club(ada, ben, fay, organisers=2, joining="request")
    conversations.mute(conversation=made.conversation, reader=fay, muted=True)
    block(user=ben, person=dora, now=NOW)
    one = {"public_id": made.public_id}
    actions.ask(**one, player=dora, now=NOW)
    assert (told(ada), told(ben)) == (["asked"], [])  # Ben doesn't see the request
    actions.ask(**one, player=cleo, now=NOW)
    assert (told(ada), told(ben)) == (["asked"], ["asked"])  # two in a day are one
    actions.accept(**one, by=ben, player=cleo, now=NOW)
    assert told(cleo) == ["accepted"]
    unread = Notice.objects.filter(read_at=None)
    assert unread.filter(player=ada).exists()  # Dora waits
    actions.decline(**one, by=ada, player=dora, now=NOW)
    assert not unread.filter(player__in=[ada, ben]).exists()
    eve = person("Eve")
    actions.invite(**one, by=ada, player=eve, now=NOW)
    assert told(eve) == ["invited"]
    assert told(fay) == []
    actions.leave(**one, player=cleo, now=NOW)
    assert told(cleo) == []
    assert club_text(unread.get(player=eve).words) == ("You’re invited to the club Double Six", "")
    actions.join(**one, player=eve, now=NOW)
    assert not unread.filter(player=eve).exists()


# ---- Invitations ---------------------------------------------------------------------------------
def test_an_invited_person_joins_whatever_the_club_asks_of_others(ada, ben, club):
    made = club(ada, joining="link")
    actions.invite(public_id=made.public_id, by=ada, player=ben, now=NOW)
    assert [each.club for each in queries.invitations(ben)] == [made]
    actions.join(public_id=made.public_id, player=ben, now=NOW)
    assert roles(made) == {"ada": "owner", "ben": "member"}
    assert not Request.objects.exists()


def test_nobody_is_invited_twice_also_not_by_a_demoted_organiser_who_comes_back(ada, ben, cleo, club):
    made = club(ada, ben, organisers=1)
    one = {"public_id": made.public_id}
    actions.invite(**one, by=ben, player=cleo, now=NOW)
    assert refused(actions.invite, **one, by=ada, player=cleo, now=NOW) == "invited"
    for role in ("member", "organiser"):
        actions.set_role(**one, by=ada, player=ben, role=role, now=NOW)
    assert not queries.invitations(cleo).exists()
    assert refused(actions.invite, **one, by=ben, player=cleo, now=NOW + 40 * DAY) == "invited"
    other = club(ada, name="Other")
    actions.invite(public_id=other.public_id, by=ada, player=cleo, now=NOW)
    actions.decline_invitation(public_id=other.public_id, player=cleo, now=NOW)
    assert refused(actions.invite, public_id=other.public_id, by=ada, player=cleo, now=NOW + 40 * DAY) == "invited"


def test_an_organiser_invites_twenty_people_a_day(ada, club):
    made = club(ada)
    one = {"public_id": made.public_id, "by": ada}
    people = [person(f"P{n}") for n in range(21)]
    for each in people[:20]:
        actions.invite(**one, player=each, now=NOW)
    assert refused(actions.invite, **one, player=people[20], now=NOW) == "too_many_invitations"
    actions.invite(**one, player=people[20], now=NOW + DAY)


def test_blocks_and_settings_end_invitations(ada, ben, cleo, club):
    made = club(ada, joining="link")
    Profile.objects.create(user=cleo, invites="nobody")
    assert refused(actions.invite, public_id=made.public_id, by=ada, player=cleo, now=NOW) == "not_invitable"
    actions.invite(public_id=made.public_id, by=ada, player=ben, now=NOW)
    block(user=ben, person=ada, now=NOW)
    assert not queries.invitations(ben).exists()
    assert queries.request_of(made, ben) is None
    assert refused(actions.join, public_id=made.public_id, player=ben, now=NOW) == "link_needed"
    assert refused(actions.decline_invitation, public_id=made.public_id, player=ben, now=NOW) == "no_invitation"
    assert refused(actions.invite, public_id=made.public_id, by=ada, player=ben, now=NOW) == "not_invitable"


# ---- Leaving -------------------------------------------------------------------------------------
def test_an_owner_with_members_hands_the_club_over_first(ada, ben, cleo, club):
    made = club(ada, ben, cleo)
    one = {"public_id": made.public_id}
    assert refused(actions.leave, **one, player=ada, now=NOW) == "owner_stays"
    assert refused(actions.hand_over, **one, by=ada, player=ben, now=NOW) == "organisers_only"
    actions.set_role(**one, by=ada, player=ben, role="organiser", now=NOW)
    assert refused(actions.hand_over, **one, by=ben, player=ben, now=NOW) == "not_owner"
    actions.hand_over(**one, by=ada, player=ben, now=NOW)
    assert roles(made) == {"ada": "organiser", "ben": "owner", "cleo": "member"}
    actions.leave(**one, player=ada, now=NOW)
    assert refused(actions.leave, **one, player=ada, now=NOW) == "not_member"
    assert roles(made) == {"ben": "owner", "cleo": "member"}


def test_with_its_last_member_a_club_closes_and_its_row_stays(ada, ben, club):
    made = club(ada)
    actions.leave(public_id=made.public_id, player=ada, now=NOW)
    assert roles(made) == {}
    assert refused(actions.join, public_id=made.public_id, player=ben, now=NOW) == "club_closed"
    assert queries.find(made.public_id, ben) == made


def test_the_owner_closes_a_club(ada, ben, club):
    made = club(ada, ben, organisers=1)
    assert refused(actions.close, public_id=made.public_id, by=ben, now=NOW) == "not_owner"
    actions.close(public_id=made.public_id, by=ada, now=NOW)
    assert roles(made) == {}
    assert not queries.listed().exists()


def test_closing_takes_as_many_statements_for_one_member_as_for_many(ada, ben, cleo, club):
    alone, many = club(ada, name="Alone"), club(ada, ben, cleo, name="Many")
    few, more = (
        statements_of(partial(actions.close, public_id=each.public_id, by=ada, now=NOW)) for each in (alone, many)
    )
    assert few == more


def test_a_captain_who_is_gone_cant_take_the_club_along(ada, ben, cleo, guest, club):
    dora = person("Dora")
    robot = person("Robot")
    made = club(ada, guest("Gus"), robot, cleo, ben, dora)
    robot.is_program = True
    robot.save(update_fields=["is_program"])
    for n, each in enumerate((dora, ben)):
        at = NOW + n * DAY
        actions.set_role(public_id=made.public_id, by=ada, player=each, role="organiser", now=at)
    delete_account(user=ada, now=NOW)
    assert roles(made)["dora"] == "owner"
    leave(dora)  # suspended
    assert roles(made)["ben"] == "owner"
    delete_account(user=ben, now=NOW)
    assert roles(made)["cleo"] == "owner"  # the oldest member with an account
    delete_account(user=cleo, now=NOW)
    assert roles(made) == {}  # neither a guest nor a program can own a club


def test_a_removed_person_comes_back_neither_by_the_link_nor_by_asking(ada, ben, cleo, club):
    made = club(ada, ben, cleo, organisers=1)
    one = {"public_id": made.public_id}
    assert refused(actions.remove, **one, by=ben, player=ada, now=NOW) == "not_owner"
    assert refused(actions.remove, **one, by=ben, player=ben, now=NOW) == "not_owner"
    actions.remove(**one, by=ben, player=cleo, now=NOW)
    assert refused(actions.join, **one, player=cleo, now=NOW) == "declined"
    assert refused(actions.join, **one, player=cleo, link=made.link, now=NOW) == "declined"
    old = made.link
    made.refresh_from_db()
    assert refused(actions.join, **one, player=person("Sock"), link=old, now=NOW) == "bad_link"
    assert refused(actions.join, **one, player=cleo, link=made.link, now=NOW) == "declined"
    actions.invite(**one, by=ada, player=cleo, now=NOW)
    actions.join(**one, player=cleo, now=NOW)
    assert roles(made)["cleo"] == "member"


# ---- Guests --------------------------------------------------------------------------------------
@pytest.mark.both_databases
def test_a_guest_who_logs_in_keeps_their_clubs(ada, ben, guest, club):
    both, one, gus = club(ada, ben), club(ada, name="One"), guest("Gus")
    for made in (both, one):
        actions.join(public_id=made.public_id, player=gus, link=made.link, now=NOW)
    merge(gus, ben, NOW)
    assert roles(both) == {"ada": "owner", "ben": "member"} == roles(one)


def test_a_guest_who_is_deleted_leaves(ada, guest, club):
    made, gus = club(ada), guest("Gus")
    actions.join(public_id=made.public_id, player=gus, link=made.link, now=NOW)
    assert refused(actions.set_role, public_id=made.public_id, by=ada, player=gus, role="organiser", now=NOW) == (
        "account_needed"
    )
    delete_account(user=gus, now=timezone.now())
    assert roles(made) == {"ada": "owner"}


# ---- Hidden clubs --------------------------------------------------------------------------------
def test_only_members_find_a_hidden_club(ada, ben, cleo, club):
    made = club(ada, ben)
    Club.objects.update(hidden_at=NOW)
    assert queries.find(made.public_id, ben) == made
    for action in (actions.join, actions.ask):
        assert refused(action, public_id=made.public_id, player=cleo, now=NOW) == "unknown_club"
    with pytest.raises(NotFound):
        queries.find(made.public_id, cleo)


def test_lists_have_clubs_of_three_people_and_more(ada, ben, cleo, club):
    two, three = club(ada, ben, name="Two"), club(ada, ben, cleo, name="Thrée")
    assert [*queries.listed()] == [three]
    assert [*queries.listed("THRE")] == [three]
    assert not queries.listed("tw")
    assert two.size == 2
