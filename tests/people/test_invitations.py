"""Invitations by name: accepted with one click, declined with a reason, withdrawn."""

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
from tests.people.conftest import NOW, state, words_of

NEW = {"variant": "draw", "seats": "2", "clock": "86400", "length": "usual", "visibility": "link"}


def refusal(call, **arguments) -> str:
    with pytest.raises(refusals.Refused) as refused:
        call(**arguments)
    return refused.value.code


@pytest.mark.both_databases
def test_an_invited_player_joins_the_reserved_seat_with_one_click(ada, ben, invited, browser_of):
    game = invited(ada, ben)
    assert game.seats.get(number=1).kept_for == ben
    browser = browser_of(ben)
    for address in ("/", "/games/", "/people/"):
        assert "You are invited Ada: Draw" in words_of(browser.get(address))
    page = browser.post(f"/g/{game.public_id}/accept/", follow=True)
    assert page.redirect_chain == [(f"/g/{game.public_id}/", 302)]
    assert games.find_game(game.public_id).status == Game.Status.PLAYING
    assert state(game, ben) == Invitation.State.ACCEPTED
    assert "You are invited" not in words_of(browser.get("/"))


@pytest.mark.both_databases
def test_an_invitation_names_its_author_also_without_a_seat(ada, ben, invited):
    game = invited(ada, ben)
    game.seats.filter(player=ada).update(player=None)
    assert [each.by for each in queries.invited(ben, 5)[0]] == ["Ada"]


def test_joining_by_the_link_accepts_the_invitation(ada, ben, invited):
    game = invited(ada, ben)
    tables.join_game(public_id=game.public_id, player=ben)
    assert state(game, ben) == Invitation.State.ACCEPTED


def test_other_players_cannot_join_a_reserved_seat(ada, ben, cleo, invited):
    game = invited(ada, ben)
    assert refusal(tables.join_game, public_id=game.public_id, player=cleo) == "taken"


def test_declining_gives_a_reason_and_frees_the_seat(ada, ben, cleo, invited, browser_of):
    game = invited(ada, ben)
    browser = browser_of(ben)
    assert "Decline Ada’s invitation" in words_of(browser.get(f"/g/{game.public_id}/decline/"))
    sent = {"reason": "too_fast", "words": "Three days\nwould do"}
    assert "Ada will see your answer" in words_of(browser.post(f"/g/{game.public_id}/decline/", sent, follow=True))
    shown = words_of(browser_of(ada).get(game.get_absolute_url()))
    assert "Ben Declined The clock is too fast for me: “Three days would do”" in shown
    tables.join_game(public_id=game.public_id, player=cleo)


@pytest.mark.both_databases
def test_an_invalid_answer_stays_in_the_form(ada, ben, invited, browser_of):
    game = invited(ada, ben)
    page = browser_of(ben).post(f"/g/{game.public_id}/decline/", {"reason": "x", "words": "a" * 141})
    assert page.status_code == 422
    assert b"a" * 141 in page.content
    assert state(game, ben) == Invitation.State.PENDING


def test_invisible_characters_are_removed_from_an_answer(ada, ben, invited):
    game = invited(ada, ben)
    actions.decline_invitation(public_id=game.public_id, player=ben, now=NOW, words="No\u202e time\x07")
    assert Invitation.objects.get().words == "No time"


@pytest.mark.both_databases
def test_a_player_who_declined_cannot_be_invited_to_the_same_game_again(ada, ben, invited):
    game = invited(ada, ben)
    actions.decline_invitation(public_id=game.public_id, player=ben, now=NOW)
    again = {"public_id": game.public_id, "by": ada, "players": [ben], "now": NOW}
    assert refusal(actions.invite, **again) == "declined"


@pytest.mark.both_databases
def test_a_withdrawn_invitation_can_be_sent_again(ada, ben, invited, browser_of):
    game = invited(ada, ben)
    assert "Withdraw" in words_of(browser_of(ada).get(game.get_absolute_url()))
    browser_of(ada).post(f"/g/{game.public_id}/invite/ben/withdraw/")
    assert state(game, ben) == Invitation.State.WITHDRAWN
    assert refusal(actions.accept_invitation, public_id=game.public_id, player=ben) == "not_kept"
    assert browser_of(ben).get(f"/g/{game.public_id}/decline/").status_code == 404
    actions.invite(public_id=game.public_id, by=ada, players=[ben], now=NOW)
    actions.accept_invitation(public_id=game.public_id, player=ben)


@pytest.mark.parametrize("how", ["withdrawn", "blocked"])
def test_withdrawing_an_invitation_sends_no_notification(ada, ben, invited, how):
    """A notification of an answer that nobody gave would reveal the block."""
    game = invited(ada, ben)
    if how == "withdrawn":
        actions.withdraw(public_id=game.public_id, by=ada, player=ben, now=NOW)
    else:
        actions.block(user=ben, person=ada, now=NOW)
    assert state(game, ben) == Invitation.State.WITHDRAWN
    assert not Notice.objects.filter(player=ada).exists()


def test_only_the_host_can_withdraw_an_invitation(ada, ben, cleo, invited):
    game = invited(ada, ben)
    taking = {"public_id": game.public_id, "by": cleo, "player": ben, "now": NOW}
    assert refusal(actions.withdraw, **taking) == "not_host"


def test_leaving_declines_the_invitation_and_frees_the_seat(ada, ben, cleo, invited):
    game = invited(ada, ben, cleo)
    actions.accept_invitation(public_id=game.public_id, player=ben)
    tables.leave_game(public_id=game.public_id, player=ben)
    assert state(game, ben) == Invitation.State.DECLINED
    assert not game.seats.filter(kept_for=ben).exists()


@pytest.mark.parametrize("how", ["cancelled", "expired"])
def test_a_cancelled_or_expired_game_withdraws_its_invitations(ada, ben, invited, how):
    game = invited(ada, ben)
    if how == "cancelled":
        tables.cancel_game(public_id=game.public_id, player=ada)
    else:
        tables.expire_offer(public_id=game.public_id, now=game.offer_ends + timedelta(seconds=1))
    assert state(game, ben) == Invitation.State.WITHDRAWN
    assert not queries.invitations_to(ben).exists()


@pytest.mark.both_databases
def test_several_players_are_invited_together_or_not_at_all(ada, ben, cleo, people, offer):
    game = offer(ada, variant="draw", seats=3)
    (mo,) = people(1)
    too_many = {"public_id": game.public_id, "by": ada, "players": [ben, cleo, mo], "now": NOW}
    assert refusal(actions.invite, **too_many) == "full"
    assert not Invitation.objects.exists()
    assert not game.seats.exclude(kept_for=None).exists()
    actions.invite(public_id=game.public_id, by=ada, players=[ben, cleo], now=NOW)
    assert set(game.seats.values_list("kept_for", flat=True)) == {None, ben.pk, cleo.pk}


def test_players_choose_who_can_invite_them(ada, ben, cleo, offer, befriend):
    game = offer(ada, variant="draw", seats=4)
    invite = {"public_id": game.public_id, "by": ada, "now": NOW}
    actions.save_profile(user=ben, invites=Profile.Invites.FRIENDS)
    actions.save_profile(user=cleo, invites=Profile.Invites.NOBODY)
    assert refusal(actions.invite, players=[ben], **invite) == "not_invitable"
    befriend(ada, ben)
    actions.invite(players=[ben], **invite)
    befriend(ada, cleo)
    assert refusal(actions.invite, players=[cleo], **invite) == "not_invitable"


def test_guests_cannot_invite_or_be_invited_by_name(ada, guest, offer):
    mo = guest("Mo")
    mine = {"public_id": offer(mo).public_id, "by": mo, "players": [ada], "now": NOW}
    assert refusal(actions.invite, **mine) == "guest"
    adas = {"public_id": offer(ada).public_id, "by": ada, "players": [mo], "now": NOW}
    assert refusal(actions.invite, **adas) == "not_invitable"


def test_only_the_host_invites_and_only_players_who_are_not_in_the_game(ada, ben, cleo, offer):
    game = offer(ada, variant="draw", seats=3)
    tables.join_game(public_id=game.public_id, player=ben)
    invite = {"public_id": game.public_id, "now": NOW}
    assert refusal(actions.invite, by=ben, players=[cleo], **invite) == "not_host"
    assert refusal(actions.invite, by=ada, players=[ben], **invite) == "seated"
    actions.invite(by=ada, players=[cleo], **invite)
    assert refusal(actions.invite, by=ada, players=[cleo], **invite) == "invited_already"


def test_unanswered_invitations_are_limited(ada, people, invited, offer, monkeypatch):
    monkeypatch.setattr(limits, "MOST_PENDING", 2)
    one, two, three = people(3)
    invited(ada, one, two)
    more = {"public_id": offer(ada).public_id, "by": ada, "players": [three], "now": NOW}
    assert refusal(actions.invite, **more) == "too_many_invitations"


def test_several_invitations_above_the_limit_are_all_refused(ada, people, invited, offer, monkeypatch):
    monkeypatch.setattr(limits, "MOST_PENDING", 3)
    one, two, three, four = people(4)
    invited(ada, one, two)
    more = {"public_id": offer(ada, variant="draw", seats=3).public_id, "by": ada, "now": NOW}
    assert refusal(actions.invite, players=[three, four], **more) == "too_many_invitations"
    assert Invitation.objects.count() == 2
    actions.invite(players=[three], **more)


def test_a_new_game_invites_ticked_friends_and_a_typed_name(ada, ben, cleo, befriend, browser_of):
    befriend(ada, ben)
    browser = browser_of(ada)
    assert b'name="invite" value="ben"' in browser.get("/new/").content
    browser.post("/new/", {**NEW, "seats": "3", "invite": "ben", "invite_name": "CLEO"})
    game = Game.objects.get()
    assert state(game, ben) == state(game, cleo) == Invitation.State.PENDING


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"invite_name": "Nemo"}, "There’s no player named Nemo."),
        ({"invite_name": "Mo"}, "Several players are named Mo. Type a user name instead: m1, m2."),
        ({"invite": ["ben", "cleo"]}, "This game doesn’t have enough free seats."),
        ({"invite_name": "ada"}, "You can’t invite Ada."),
    ],
)
def test_an_invalid_name_stays_in_the_form_and_creates_no_game(ada, ben, cleo, browser_of, sent, sentence):
    for username in ("m1", "m2"):
        type(ada).objects.create_user(username=username, nickname="Mo")
    page = browser_of(ada).post("/new/", {**NEW, **sent})
    assert page.status_code == 422
    assert sentence in words_of(page)
    assert f'value="{sent.get("invite_name", "ben")}"'.encode() in page.content
    assert not Game.objects.exists()


def test_a_challenge_from_a_profile_fills_in_the_name(ada, ben, browser_of):
    browser = browser_of(ada)
    assert "/people/ben/challenge/" in browser.get("/people/ben/").content.decode()
    assert b'value="ben" checked' in browser.get("/new/?invite=ben").content


def test_changing_the_rules_keeps_the_invited_players(ada, ben, browser_of):
    browser = browser_of(ada)
    there = browser.post("/new/", {**NEW, "invite": "ben", "change": "1"}).url
    assert "invite=ben" in there
    assert b'value="ben" checked' in browser.get(there).content


def test_the_host_invites_from_the_page_of_the_open_game(ada, ben, offer, browser_of):
    game = offer(ada)
    browser = browser_of(ada)
    page = words_of(browser.post(f"/g/{game.public_id}/invite/", {"invite_name": "Ben"}, follow=True))
    assert "Invitation sent to Ben. Their seat is reserved." in page
    assert "Now wait for an answer" in page
    assert "Choose a friend or type a name to invite." in words_of(
        browser.post(f"/g/{game.public_id}/invite/", {}, follow=True)
    )


def test_watchers_see_reserved_seats_but_no_answers(ada, ben, cleo, invited, browser_of, stranger):
    game = invited(ada, ben)
    assert "reserved for Ben" in words_of(stranger.get(game.get_absolute_url()))
    actions.decline_invitation(public_id=game.public_id, player=ben, now=NOW, words="secret")
    for browser in (stranger, browser_of(cleo), browser_of(ben)):
        assert "secret" not in words_of(browser.get(game.get_absolute_url()))
