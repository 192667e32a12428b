"""Attacks on clubs: floods, spam, insults that stay, and members whom nobody can remove."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.farewell import delete_account
from accounts.models import User
from clubs import actions, board, matches, queries
from clubs.actions import merging
from clubs.actions.merging import merge
from clubs.models import Club, Post
from clubs.notifications import news
from clubs.wishes import ClubTerms
from common import queues
from common.refusals import TooMany, Unreadable
from moderation import actions as moderation
from moderation.actions import Decision, Subject
from moderation.followers import ModerationOfPeople
from notices.models import Notice
from people.actions import block
from tests.clubs.conftest import NOW, confirm, roles
from tests.clubs.matches import a_club, agreed, proposed
from tests.clubs.test_actions import refused
from tests.clubs.test_matches import about
from tests.common.conftest import rates
from tests.conftest import person
from tests.moderation.conftest import moderator
from tests.tournaments.world import World
from tournaments.models import Tournament

__all__ = ["rates"]


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch, db: None) -> World:
    return World(monkeypatch)


# ---- Nobody can't be removed ---------------------------------------------------------------------
def test_a_member_whose_guest_was_removed_can_be_removed(ada, ben, guest, club):
    made, gus = club(ada, ben), guest("Gus")
    one = {"public_id": made.public_id, "now": NOW}
    actions.join(**one, player=gus, link=made.link)
    actions.remove(**one, by=ada, player=gus)
    merge(gus, ben, NOW)
    actions.remove(**one, by=ada, player=ben)
    assert roles(made) == {"ada": "owner"}
    assert refused(actions.join, **one, player=ben) == "declined"


def test_a_removed_guest_is_not_let_in_by_logging_in(ada, ben, guest, club):
    made, gus = club(ada), guest("Gus")
    one = {"public_id": made.public_id, "now": NOW}
    actions.join(**one, player=gus, link=made.link)
    actions.remove(**one, by=ada, player=gus)
    merge(gus, ben, NOW)
    assert refused(actions.join, **one, player=ben) == "declined"


def test_nobody_who_was_removed_comes_back_as_a_guest(ada, ben, guest, club):
    made, gus = club(ada, ben), guest("Gus")
    one = {"public_id": made.public_id, "now": NOW}
    actions.remove(**one, by=ada, player=ben)
    made.refresh_from_db()
    actions.join(**one, player=gus, link=made.link)
    merge(gus, ben, NOW)
    assert roles(made) == {"ada": "owner"}
    assert refused(actions.join, **one, player=ben, link=made.link) == "declined"


# ---- Words ---------------------------------------------------------------------------------------
def test_text_about_a_club_turns_nothing_round(ada, club):
    made = club(ada, about="Fine\u202egnol\u2066\x07\r\n<b>Kids\u200e</b>")
    made.refresh_from_db()
    assert made.about == "Finegnol\n<b>Kids</b>"


def test_the_name_that_a_moderator_replaced_is_in_no_match(world: World):
    match = agreed(world, world.people(4))
    rude = Club.objects.get(name="Blank")
    actions.moderate(rude, "rename", world.now)
    assert [team.name for team in match.teams.order_by("number")] == ["Double Six", f"Club {rude.pk}"]


@pytest.mark.parametrize("kind", ["hide", "rename"])
def test_no_notification_keeps_a_name_that_moderators_took_away(ada, ben, cleo, club, kind):
    rude, other = club(ada, cleo, name="Rude"), club(ada, cleo, name="Fine")
    for made in (rude, other):
        actions.invite(public_id=made.public_id, by=ada, player=ben, now=NOW)
        board.post(public_id=made.public_id, by=ada, text="Hello", now=NOW)
    queues.drain(news, NOW)
    actions.moderate(rude, kind, NOW)
    assert {notice.words["name"] for notice in Notice.objects.all()} == {"Fine"}
    assert set(Notice.objects.values_list("player", flat=True)) == {ben.pk, cleo.pk}


def test_moderators_act_on_a_club_that_its_owner_has_closed(ada, ben, club):
    made, mo = club(ada), moderator("Mo")
    report = moderation.report(reporter=ben, subject=Subject(club=made), reason="name", now=NOW)
    assert ModerationOfPeople().on_record(ben)["reports"][0]["club"] == made.public_id
    actions.close(public_id=made.public_id, by=ada, now=NOW)
    decision = Decision(["rename", "hide"], note="A rude name.")
    moderation.decide(report_id=report.pk, moderator=mo, decision=decision, now=timezone.now())
    made.refresh_from_db()
    assert made.name == f"Club {made.pk}"
    assert Client().get(made.get_absolute_url()).status_code == 404


def test_moderators_read_and_remove_announcements_of_a_reported_club(ada, ben, club):
    made, mo = club(ada, ben), moderator("Mo")
    board.post(public_id=made.public_id, by=ada, text="Buy my <b>rude</b> things", now=NOW)
    report = moderation.report(reporter=ben, subject=Subject(club=made), reason="spam", now=NOW)
    browser = Client()
    browser.force_login(mo)
    assert "Buy my &lt;b&gt;rude&lt;/b&gt; things" in browser.get(report.get_absolute_url()).content.decode()
    actions.moderate(made, "rename", NOW)
    assert not board.listed(made).rows


def test_a_deleted_account_takes_its_announcements_along(ada, ben, club):
    made = club(ada, ben, organisers=1)
    for each in (ada, ben):
        board.post(public_id=made.public_id, by=each, text=f"From {each.name}", now=NOW)
    delete_account(user=ada, now=timezone.now())
    assert [post.text for post in Post.objects.all()] == ["From Ben"]
    assert roles(made) == {"ben": "owner"}


# ---- Secrets -------------------------------------------------------------------------------------
def test_a_match_is_not_listed_for_strangers_if_the_other_club_hides_its_members(world: World):
    match = agreed(world, world.people(4))
    home, guest = Club.objects.order_by("pk")
    address = f"/api/v1/tournaments/?club={home.public_id}&state=open"
    strangers = [reverse("club", args=[home.public_id]), reverse("club_calendar", args=[home.public_id]), address]
    assert all(match.public_id in Client().get(each).content.decode() for each in strangers)
    member = Client()
    member.force_login(home.memberships.get(role="owner").player)
    for hides in ({"shows_members": False}, {"shows_members": True, "hidden_at": world.now}):
        Club.objects.filter(pk=guest.pk).update(**hides)
        assert not any(match.public_id in Client().get(each).content.decode() for each in strangers)
        assert all(match.public_id in member.get(each).content.decode() for each in strangers)


@pytest.mark.parametrize("answer", [actions.accept, actions.decline])
def test_an_answer_does_not_tell_an_organiser_who_asked_behind_a_block(ada, ben, cleo, club, answer):
    made = club(ada, ben, organisers=1, joining="request")
    block(user=cleo, person=ada, now=NOW)
    one = {"public_id": made.public_id, "player": cleo, "now": NOW}
    before = refused(answer, **one, by=ada)
    actions.ask(**one)
    assert refused(answer, **one, by=ada) == before == "no_request"
    answer(**one, by=ben)


# ---- Floods --------------------------------------------------------------------------------------
def test_nobody_takes_names_by_the_dozen(ada, rates, db):
    rates(new_club="2/d")
    confirm(ada)
    for name in ("One", "Two"):
        made = actions.make(maker=ada, name=name, now=NOW)
        actions.close(public_id=made.public_id, by=ada, now=NOW)
    with pytest.raises(TooMany):
        actions.make(maker=ada, name="Three", now=NOW)
    assert Club.objects.count() == 2


def test_an_organiser_empties_no_club_overnight(ada, ben, rates, club):
    rates(remove="1/d")
    made = club(ada, ben, *(person(f"P{n}") for n in range(4)), organisers=1)
    one = {"public_id": made.public_id, "now": NOW}
    people = [each.player for each in made.memberships.filter(role="member").order_by("pk")]
    actions.remove(**one, by=ben, player=people[0])
    with pytest.raises(TooMany):
        actions.remove(**one, by=ben, player=people[1])
    for each in people[1:]:
        actions.remove(**one, by=ada, player=each)
    assert roles(made) == {"ada": "owner", "ben": "organiser"}


def test_a_club_that_closes_gives_no_invitations_back(ada, rates, club):
    rates(club_invite="2/d")
    people = [person(f"P{n}") for n in range(3)]
    first = club(ada)
    for each in people[:2]:
        actions.invite(public_id=first.public_id, by=ada, player=each, now=NOW)
    actions.close(public_id=first.public_id, by=ada, now=NOW)
    again = club(ada, name="Again")
    with pytest.raises(TooMany):
        actions.invite(public_id=again.public_id, by=ada, player=people[2], now=NOW)


def test_organisers_of_other_clubs_are_challenged_ten_times_a_day(world: World, rates):
    rates(match="2/d")
    ada, cleo = world.people(2)
    home, guest = a_club(world, [ada], "Double Six"), a_club(world, [cleo], "Blank")
    for _ in range(2):
        matches.answer(
            public_id=proposed(world, home, guest, by=ada).public_id, by=cleo, accepts=False, now=world.now
        )  # fmt: skip
    with pytest.raises(TooMany):
        proposed(world, home, guest, by=ada)
    assert Tournament.objects.count() == 2


def test_a_block_ends_challenges_too(world: World):
    ada, cleo, dora = world.people(3)
    home, guest = a_club(world, [ada], "Double Six"), a_club(world, [cleo, dora], "Blank")
    actions.set_role(public_id=guest.public_id, by=cleo, player=dora, role="organiser", now=world.now)
    block(user=cleo, person=ada, now=world.now)
    match = proposed(world, home, guest, by=ada)
    assert about(match, "challenge") == {dora.pk}
    actions.part(ada, world.now)
    matches.answer(public_id=match.public_id, by=dora, accepts=True, now=world.now)
    assert about(match, "accepted") == set()  # Ada organises nothing any more
    block(user=cleo, person=dora, now=world.now)
    matches.line_up(public_id=match.public_id, team=1, players=[cleo, dora], by=dora, now=world.now)
    assert about(match, "board") == {dora.pk}


def test_a_long_line_up_is_refused_unread(world: World, django_assert_max_num_queries):
    with django_assert_max_num_queries(0), pytest.raises(Unreadable):
        matches.people(["nobody"] * 1_000)


def test_terms_are_checked_before_they_are_stored():
    assert ClubTerms(about=" \u202e ").checked().about == ""


@pytest.mark.django_db(transaction=True)
def test_guests_fill_no_list_but_count_once_they_sign_up(ada, guest, club):
    made, gus = club(ada), guest("Gus")
    for each in (gus, guest("Gil"), guest("Gem")):
        actions.join(public_id=made.public_id, player=each, link=made.link, now=NOW)
    assert roles(made)["ada"] == "owner"
    assert made.size == 1
    assert made not in queries.listed("")
    User.objects.filter(pk=gus.pk).update(is_guest=False, skeleton="gus")
    merging.signed_up(gus)
    made.refresh_from_db()
    assert made.size == 2
