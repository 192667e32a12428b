"""Guests who get an account, and people who go."""

from accounts.models import User
from accounts.signals import deleted, guest_merged
from games.models import Seat
from people import queries, services
from people.models import Block, Called, Friendship, Invitation, Profile
from tests.people.conftest import NOW


def test_what_a_guest_has_blocked_his_account_has_and_who_blocked_him_blocks_it(ada, ben, cleo, guest):
    mo = guest("Mo")
    services.block(user=mo, person=ada, now=NOW)
    services.block(user=cleo, person=mo, now=NOW)
    guest_merged.send(sender=User, guest=mo, user=ben)
    assert queries.blocked_ids(ben) == {ada.pk, cleo.pk}
    assert queries.blocked_ids(mo) == set()


def test_nothing_is_there_twice_after_it_and_nobody_blocks_himself(ada, ben, guest):
    mo = guest("Mo")
    services.block(user=mo, person=ada, now=NOW)
    services.block(user=ben, person=ada, now=NOW)
    services.block(user=mo, person=ben, now=NOW)
    services.block(user=ben, person=mo, now=NOW)
    guest_merged.send(sender=User, guest=mo, user=ben)
    assert list(Block.objects.values_list("by", "whom")) == [(ben.pk, ada.pk)]


def test_who_goes_leaves_nothing_of_this_behind(ada, ben, cleo, befriend, invited):
    befriend(ada, ben)
    services.block(user=ada, person=cleo, now=NOW)
    services.save_profile(user=ada, about="Here I was.")
    mine, to_me = invited(ada, ben), invited(ben, ada)
    deleted.send(sender=User, user=ada)
    assert not Friendship.objects.exists()
    assert not Block.objects.exists()
    assert not Profile.objects.exists()
    assert not Invitation.objects.exists()
    assert not Seat.objects.filter(game__in=[mine, to_me]).exclude(kept_for=None).exists()
    assert not Called.objects.filter(user=ada).exists()


def test_an_anonymised_account_is_found_no_more(ada, ben):
    deleted.send(sender=User, user=ada)
    ada.username, ada.nickname, ada.is_active, ada.deleted_at = "gone-1", "", False, NOW
    ada.save()
    assert queries.found("gone", ben) == []
