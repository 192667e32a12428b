"""A seat kept for a named player: taken in one click, declined with a reason, taken back."""

from datetime import timedelta

import pytest

from common import refusals
from games import actions as tables
from games import queries as games
from games.models import Game
from notices.models import Notice
from people import actions, queries
from people.actions import invitations as limits
from people.models import Invitation, Profile
from tests.people.conftest import NOW, state, words

NEW = {"variant": "draw", "seats": "2", "clock": "86400", "length": "usual", "visibility": "link"}


def refusal(call, **arguments) -> str:
    with pytest.raises(refusals.Refused) as refused:
        call(**arguments)
    return refused.value.code


def test_a_seat_is_kept_and_taken_in_one_click(ada, ben, invited, browser_of):
    game = invited(ada, ben)
    assert game.seats.get(number=1).kept_for == ben
    browser = browser_of(ben)
    for address in ("/", "/games/", "/people/"):
        assert "You are invited Ada: Draw" in words(browser.get(address))
    page = browser.post(f"/g/{game.public_id}/accept/", follow=True)
    assert page.redirect_chain == [(f"/g/{game.public_id}/", 302)]
    assert games.find_game(game.public_id).status == Game.Status.PLAYING
    assert state(game, ben) == Invitation.State.ACCEPTED
    assert "You are invited" not in words(browser.get("/"))


def test_who_comes_by_the_link_has_accepted_too(ada, ben, invited):
    game = invited(ada, ben)
    tables.join_game(public_id=game.public_id, player=ben)
    assert state(game, ben) == Invitation.State.ACCEPTED


def test_nobody_else_gets_the_kept_seat(ada, ben, cleo, invited):
    game = invited(ada, ben)
    assert refusal(tables.join_game, public_id=game.public_id, player=cleo) == "taken"


def test_declining_says_why_and_frees_the_seat(ada, ben, cleo, invited, browser_of):
    game = invited(ada, ben)
    browser = browser_of(ben)
    assert "Decline Ada’s invitation" in words(browser.get(f"/g/{game.public_id}/decline/"))
    sent = {"reason": "too_fast", "words": "Three days\nwould do"}
    assert "Ada will see your answer" in words(browser.post(f"/g/{game.public_id}/decline/", sent, follow=True))
    shown = words(browser_of(ada).get(game.get_absolute_url()))
    assert "Ben Declined The clock is too fast for me: “Three days would do”" in shown
    tables.join_game(public_id=game.public_id, player=cleo)


@pytest.mark.both_databases
def test_a_reason_that_is_none_loses_nothing(ada, ben, invited, browser_of):
    game = invited(ada, ben)
    page = browser_of(ben).post(f"/g/{game.public_id}/decline/", {"reason": "x", "words": "a" * 141})
    assert page.status_code == 422
    assert b"a" * 141 in page.content
    assert state(game, ben) == Invitation.State.PENDING


def test_the_words_of_an_answer_turn_nothing_round_that_stands_beside_them(ada, ben, invited):
    game = invited(ada, ben)
    actions.decline_invitation(public_id=game.public_id, player=ben, now=NOW, words="No\u202e time\x07")
    assert Invitation.objects.get().words == "No time"


@pytest.mark.both_databases
def test_who_has_declined_is_not_asked_to_the_same_table_again(ada, ben, invited):
    game = invited(ada, ben)
    actions.decline_invitation(public_id=game.public_id, player=ben, now=NOW)
    again = {"public_id": game.public_id, "by": ada, "players": [ben], "now": NOW}
    assert refusal(actions.invite, **again) == "declined"


@pytest.mark.both_databases
def test_an_invitation_taken_back_can_be_made_again(ada, ben, invited, browser_of):
    game = invited(ada, ben)
    assert "Withdraw" in words(browser_of(ada).get(game.get_absolute_url()))
    browser_of(ada).post(f"/g/{game.public_id}/invite/ben/withdraw/")
    assert state(game, ben) == Invitation.State.WITHDRAWN
    assert refusal(actions.accept_invitation, public_id=game.public_id, player=ben) == "not_kept"
    assert browser_of(ben).get(f"/g/{game.public_id}/decline/").status_code == 404
    actions.invite(public_id=game.public_id, by=ada, players=[ben], now=NOW)
    actions.accept_invitation(public_id=game.public_id, player=ben)


@pytest.mark.parametrize("how", ["taken back", "blocked"])
def test_an_invitation_that_is_taken_back_is_no_answer(ada, ben, invited, how):
    """Who is blocked isn't told: not by a notice of an answer that nobody gave, either."""
    game = invited(ada, ben)
    if how == "taken back":
        actions.withdraw(public_id=game.public_id, by=ada, player=ben, now=NOW)
    else:
        actions.block(user=ben, person=ada, now=NOW)
    assert state(game, ben) == Invitation.State.WITHDRAWN
    assert not Notice.objects.filter(player=ada).exists()


def test_only_who_has_invited_takes_it_back(ada, ben, cleo, invited):
    game = invited(ada, ben)
    taking = {"public_id": game.public_id, "by": cleo, "player": ben, "now": NOW}
    assert refusal(actions.withdraw, **taking) == "not_host"


def test_whoever_stands_up_again_has_declined_and_the_seat_is_free(ada, ben, cleo, invited):
    game = invited(ada, ben, cleo)
    actions.accept_invitation(public_id=game.public_id, player=ben)
    tables.leave_game(public_id=game.public_id, player=ben)
    assert state(game, ben) == Invitation.State.DECLINED
    assert not game.seats.filter(kept_for=ben).exists()


@pytest.mark.parametrize("how", ["cancelled", "expired"])
def test_a_table_that_closes_invites_nobody(ada, ben, invited, how):
    game = invited(ada, ben)
    if how == "cancelled":
        tables.cancel_game(public_id=game.public_id, player=ada)
    else:
        tables.expire_offer(public_id=game.public_id, now=game.offer_ends + timedelta(seconds=1))
    assert state(game, ben) == Invitation.State.WITHDRAWN
    assert not queries.invitations_to(ben).exists()


@pytest.mark.both_databases
def test_several_are_invited_at_once_or_none(ada, ben, cleo, people, offer):
    game = offer(ada, variant="draw", seats=3)
    (mo,) = people(1)
    too_many = {"public_id": game.public_id, "by": ada, "players": [ben, cleo, mo], "now": NOW}
    assert refusal(actions.invite, **too_many) == "full"
    assert not Invitation.objects.exists()
    assert not game.seats.exclude(kept_for=None).exists()
    actions.invite(public_id=game.public_id, by=ada, players=[ben, cleo], now=NOW)
    assert set(game.seats.values_list("kept_for", flat=True)) == {None, ben.pk, cleo.pk}


def test_who_may_invite_is_for_the_invited_to_say(ada, ben, cleo, offer, befriend):
    game = offer(ada, variant="draw", seats=4)
    invite = {"public_id": game.public_id, "by": ada, "now": NOW}
    actions.save_profile(user=ben, invites=Profile.Invites.FRIENDS)
    actions.save_profile(user=cleo, invites=Profile.Invites.NOBODY)
    assert refusal(actions.invite, players=[ben], **invite) == "not_invitable"
    befriend(ada, ben)
    actions.invite(players=[ben], **invite)
    befriend(ada, cleo)
    assert refusal(actions.invite, players=[cleo], **invite) == "not_invitable"


def test_guests_neither_invite_nor_are_invited_by_name(ada, guest, offer):
    mo = guest("Mo")
    mine = {"public_id": offer(mo).public_id, "by": mo, "players": [ada], "now": NOW}
    assert refusal(actions.invite, **mine) == "guest"
    adas = {"public_id": offer(ada).public_id, "by": ada, "players": [mo], "now": NOW}
    assert refusal(actions.invite, **adas) == "not_invitable"


def test_only_the_host_invites_and_not_who_sits_there(ada, ben, cleo, offer):
    game = offer(ada, variant="draw", seats=3)
    tables.join_game(public_id=game.public_id, player=ben)
    invite = {"public_id": game.public_id, "now": NOW}
    assert refusal(actions.invite, by=ben, players=[cleo], **invite) == "not_host"
    assert refusal(actions.invite, by=ada, players=[ben], **invite) == "seated"
    actions.invite(by=ada, players=[cleo], **invite)
    assert refusal(actions.invite, by=ada, players=[cleo], **invite) == "invited_already"


def test_invitations_without_an_answer_are_limited(ada, people, invited, offer, monkeypatch):
    monkeypatch.setattr(limits, "MOST_PENDING", 2)
    one, two, three = people(3)
    invited(ada, one, two)
    more = {"public_id": offer(ada).public_id, "by": ada, "players": [three], "now": NOW}
    assert refusal(actions.invite, **more) == "too_many_invitations"


def test_of_several_invitations_at_once_each_counts_and_none_is_sent_if_one_is_too_many(
    ada, people, invited, offer, monkeypatch
):
    monkeypatch.setattr(limits, "MOST_PENDING", 3)
    one, two, three, four = people(4)
    invited(ada, one, two)
    more = {"public_id": offer(ada, variant="draw", seats=3).public_id, "by": ada, "now": NOW}
    assert refusal(actions.invite, players=[three, four], **more) == "too_many_invitations"
    assert Invitation.objects.count() == 2
    actions.invite(players=[three], **more)


def test_a_new_game_invites_friends_that_are_ticked_and_a_name_that_is_typed(ada, ben, cleo, befriend, browser_of):
    befriend(ada, ben)
    browser = browser_of(ada)
    assert b'name="invite" value="ben"' in browser.get("/new/").content
    browser.post("/new/", {**NEW, "seats": "3", "invite": "ben", "invite_name": "CLEO"})
    game = Game.objects.get()
    assert state(game, ben) == state(game, cleo) == Invitation.State.PENDING


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"invite_name": "Nemo"}, "There's no player named Nemo."),
        ({"invite_name": "Mo"}, "Several players are named Mo. Type a user name instead: m1, m2."),
        ({"invite": ["ben", "cleo"]}, "This game doesn't have enough free seats."),
        ({"invite_name": "ada"}, "You can't invite Ada."),
    ],
)
def test_a_name_that_does_not_work_sets_no_table_and_stays_in_the_form(ada, ben, cleo, browser_of, sent, sentence):
    for username in ("m1", "m2"):
        type(ada).objects.create_user(username=username, nickname="Mo")
    page = browser_of(ada).post("/new/", {**NEW, **sent})
    assert page.status_code == 422
    assert sentence in words(page)
    assert f'value="{sent.get("invite_name", "ben")}"'.encode() in page.content
    assert not Game.objects.exists()


def test_a_challenge_from_a_profile_has_the_name_in_the_form(ada, ben, browser_of):
    browser = browser_of(ada)
    assert "/new/?invite=ben" in browser.get("/people/ben/").content.decode()
    assert b'value="ben" checked' in browser.get("/new/?invite=ben").content


def test_who_changes_the_rules_first_still_invites(ada, ben, browser_of):
    browser = browser_of(ada)
    there = browser.post("/new/", {**NEW, "invite": "ben", "change": "1"}).url
    assert "invite=ben" in there
    assert b'value="ben" checked' in browser.get(there).content


def test_the_host_invites_from_the_invitation(ada, ben, offer, browser_of):
    game = offer(ada)
    browser = browser_of(ada)
    page = words(browser.post(f"/g/{game.public_id}/invite/", {"invite_name": "Ben"}, follow=True))
    assert "Invitation sent to Ben. Their seat is reserved." in page
    assert "Now wait for an answer" in page
    assert "Choose a friend or type a name to invite." in words(
        browser.post(f"/g/{game.public_id}/invite/", {}, follow=True)
    )


def test_a_watcher_reads_for_whom_the_seat_is_kept_but_no_answer(ada, ben, cleo, invited, browser_of, stranger):
    game = invited(ada, ben)
    assert "reserved for Ben" in words(stranger.get(game.get_absolute_url()))
    actions.decline_invitation(public_id=game.public_id, player=ben, now=NOW, words="secret")
    for browser in (stranger, browser_of(cleo), browser_of(ben)):
        assert "secret" not in words(browser.get(game.get_absolute_url()))


@pytest.mark.both_databases
@pytest.mark.parametrize("number", [2, 6])
def test_invitations_on_home_cost_the_same_for_few_and_for_many(
    ada, people, offer, browser_of, django_assert_num_queries, number
):
    for person in people(number):
        actions.invite(public_id=offer(person).public_id, by=person, players=[ada], now=NOW)
    browser = browser_of(ada)
    browser.get("/")
    with django_assert_num_queries(HOME):
        browser.get("/")


HOME = 10
