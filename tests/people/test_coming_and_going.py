"""Guests who get an account, and people who go."""

import pytest

from accounts.models import User
from games import actions as tables
from games import queries as games
from games.models import Game, Seat
from people import actions, queries
from people.models import Block, Called, Friendship, Invitation, Profile
from tests.following import it_happens
from tests.people.conftest import NOW, state

pytestmark = pytest.mark.both_databases


def test_what_a_guest_has_blocked_his_account_has_and_who_blocked_him_blocks_it(ada, ben, cleo, guest):
    mo = guest("Mo")
    actions.block(user=mo, person=ada, now=NOW)
    actions.block(user=cleo, person=mo, now=NOW)
    it_happens("merged", mo, ben)
    assert queries.blocked_ids(ben) == {ada.pk, cleo.pk}
    assert queries.blocked_ids(mo) == set()


def test_nothing_is_there_twice_after_it_and_nobody_blocks_himself(ada, ben, guest):
    mo = guest("Mo")
    actions.block(user=mo, person=ada, now=NOW)
    actions.block(user=ben, person=ada, now=NOW)
    actions.block(user=mo, person=ben, now=NOW)
    actions.block(user=ben, person=mo, now=NOW)
    it_happens("merged", mo, ben)
    assert list(Block.objects.values_list("by", "whom")) == [(ben.pk, ada.pk)]


def test_who_goes_leaves_nothing_of_this_behind(ada, ben, cleo, befriend, invited):
    befriend(ada, ben)
    actions.block(user=ada, person=cleo, now=NOW)
    actions.save_profile(user=ada, about="Here I was.")
    mine, to_me = invited(ada, ben), invited(ben, ada)
    it_happens("deleted", ada)
    assert not Friendship.objects.exists()
    assert not Block.objects.exists()
    assert not Profile.objects.exists()
    assert not Invitation.objects.exists()
    assert not Seat.objects.filter(game__in=[mine, to_me]).exclude(kept_for=None).exists()
    assert not Called.objects.filter(user=ada).exists()


def test_a_seat_kept_for_who_is_sent_away_is_free_for_others(ada, ben, cleo, invited):
    game, his = invited(ada, ben), invited(ben, ada)
    User.objects.filter(pk=ben.pk).update(is_active=False)
    it_happens("leaving", ben)
    assert state(game, ben) == state(his, ada) == Invitation.State.WITHDRAWN
    tables.join_game(public_id=game.public_id, player=cleo)
    assert games.find_game(game.public_id).status == Game.Status.PLAYING


def test_an_anonymised_account_is_found_no_more(ada, ben):
    it_happens("deleted", ada)
    ada.username, ada.nickname, ada.is_active, ada.deleted_at = "gone-1", "", False, NOW
    ada.save()
    assert queries.found("gone", ben) == []
