"""Guests who get an account, and deleted accounts."""

import pytest

from accounts.models import User
from games import actions as tables
from games import queries as games
from games.models import Game, Seat
from people import actions, queries
from people.models import Block, Called, Friendship, Invitation, Profile
from tests.following import it_happens
from tests.people.conftest import NOW, state


@pytest.mark.both_databases
def test_an_account_takes_over_the_guests_blocks_in_both_directions(ada, ben, cleo, guest):
    mo = guest("Mo")
    actions.block(user=mo, person=ada, now=NOW)
    actions.block(user=cleo, person=mo, now=NOW)
    it_happens("merged", mo, ben)
    assert queries.blocked_ids(ben) == {ada.pk, cleo.pk}
    assert queries.blocked_ids(mo) == set()


@pytest.mark.both_databases
def test_merging_blocks_leaves_no_duplicates_and_no_block_of_oneself(ada, ben, guest):
    mo = guest("Mo")
    actions.block(user=mo, person=ada, now=NOW)
    actions.block(user=ben, person=ada, now=NOW)
    actions.block(user=mo, person=ben, now=NOW)
    actions.block(user=ben, person=mo, now=NOW)
    it_happens("merged", mo, ben)
    assert list(Block.objects.values_list("by", "whom")) == [(ben.pk, ada.pk)]


@pytest.mark.both_databases
def test_deleting_an_account_deletes_its_friends_blocks_invitations_and_profile(ada, ben, cleo, befriend, invited):
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


def test_the_reserved_seat_of_a_closed_account_is_free_for_others(ada, ben, cleo, invited):
    game, his = invited(ada, ben), invited(ben, ada)
    User.objects.filter(pk=ben.pk).update(is_active=False)
    it_happens("leaving", ben)
    assert state(game, ben) == state(his, ada) == Invitation.State.WITHDRAWN
    tables.join_game(public_id=game.public_id, player=cleo)
    assert games.find_game(game.public_id).status == Game.Status.PLAYING


def test_search_does_not_find_deleted_accounts(ada, ben):
    it_happens("deleted", ada)
    ada.username, ada.nickname, ada.is_active, ada.deleted_at = "gone-1", "", False, NOW
    ada.save()
    assert queries.found("gone", ben) == []
