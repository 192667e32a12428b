"""A guest becomes somebody with an account, or logs in to one."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from clubs import notifications, queries
from clubs.actions import rows
from clubs.actions.members import has_to_wait
from clubs.models import Club, Membership, Request
from common.database import tried_again


@transaction.atomic
def merge(guest: User, account: User, now: datetime) -> None:
    """Move memberships, and what organisers decided about the guest. Both people are locked.

    Not to clubs whose organisers declined or removed the account lately: as a guest, everybody could come back by the
    link. The account may end up in more clubs than anybody can join, as its guest was in them before.
    """
    for club in Club.objects.select_for_update(of=("self",)).filter(memberships__player=guest).order_by("pk"):
        if (theirs := queries.membership(club, guest)) is None:
            continue
        if has_to_wait(Request.objects.filter(club=club, player=account).first(), now):
            rows.take_out(club, theirs, now)
            notifications.forget(club, account.pk)  # those of the guest are the account's already
            continue
        if queries.membership(club, account) is not None:
            theirs.delete()
        else:
            theirs.player = account
            theirs.save(update_fields=["player"])
        Request.objects.filter(club=club, player=account).delete()
        rows.count(club)
    known = list(Request.objects.filter(player=account).values_list("club", flat=True))
    known += Membership.objects.filter(player=account).values_list("club", flat=True)
    Request.objects.filter(player=guest).exclude(club__in=known).update(player=account)
    Request.objects.filter(player=guest).delete()


@tried_again
def signed_up(player: User) -> None:
    """Count somebody who was a guest in their clubs."""
    with transaction.atomic(durable=True):
        for club in Club.objects.select_for_update(of=("self",)).filter(memberships__player=player).order_by("pk"):
            rows.count(club)
