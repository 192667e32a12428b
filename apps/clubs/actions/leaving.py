"""People leave a club or are removed; it closes, or lives on without its owner."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import database
from accounts.models import User
from clubs import queries
from clubs.actions import rows
from clubs.models import Club, Membership, Request
from common import limits
from common.chances import new_secret
from common.database import tried_again
from common.refusals import Forbidden, NotNow
from talk.models import Listener
from tournaments.models import Series


@tried_again
def leave(*, public_id: str, player: User, now: datetime) -> None:
    """Leave a club. With its last member, it closes. Raises `NotFound`, `NotNow`, and `Forbidden` for an owner who has
    members: they hand it over or close it.
    """
    with transaction.atomic(durable=True):
        player = database.hold(player)
        club, mine = rows.locked(public_id, player)
        if mine is None:
            raise NotNow("not_member", _("You aren’t in this club."))
        if mine.role == Membership.Role.OWNER and club.size > 1:
            raise Forbidden("owner_stays", _("Hand the club over to an organiser first, or close it."))
        take_out(club, mine, now)


@tried_again
def remove(*, public_id: str, by: User, player: User, now: datetime) -> None:
    """An organiser removes a member; the owner also an organiser. They can't come back for a month, except by
    invitation, and the link changes, so that they can't come back by another account of theirs.

    Raises `NotFound`, `Forbidden`, `NotNow`, `TooMany`.
    """
    with transaction.atomic(durable=True):
        by, player = rows.hold(by, player)
        club, mine = rows.organised(public_id, by)
        theirs = rows.member(club, player)
        if theirs.player_id == by.pk or (theirs.organises and mine.role != Membership.Role.OWNER):
            raise Forbidden("not_owner", _("Only the owner can remove organisers. Nobody can remove themselves."))
        if mine.role != Membership.Role.OWNER:
            limits.check("remove", by)  # so that nobody empties a club before its owner wakes up
        club.link = new_secret()
        club.save(update_fields=["link"])
        take_out(club, theirs, now)
        declined = {"by": None, "at": now, "declined_at": now}
        Request.objects.update_or_create(club=club, player=player, defaults=declined)


@tried_again
def close(*, public_id: str, by: User, now: datetime) -> None:
    """The owner closes the club for good. Its results stay. Raises `NotFound`, `Forbidden`, `NotNow`."""
    with transaction.atomic(durable=True):
        by = database.hold(by)
        club, _mine = rows.owned(public_id, by)
        shut(club, now)


def shut(club: Club, now: datetime) -> None:
    """Close a locked club: nobody belongs to it any more."""
    Request.objects.filter(club=club).delete()
    Listener.objects.filter(conversation=club.conversation_id).delete()
    Membership.objects.filter(club=club).delete()
    Series.objects.filter(club=club).update(active=False)  # its leagues end with their season
    club.size, club.closed_at = 0, now
    club.save(update_fields=["size", "closed_at"])


def take_out(club: Club, membership: Membership, now: datetime) -> None:
    """Take a member out of a locked club. The oldest organiser follows an owner, or else the oldest member with an
    account; without one, the club closes.
    """
    rows.take_out(club, membership, now)
    if membership.role == Membership.Role.OWNER:
        if (heir := queries.heir(club)) is None:
            shut(club, now)
            return
        heir.role, heir.organiser_since = Membership.Role.OWNER, heir.organiser_since or now
        heir.save(update_fields=["role", "organiser_since"])
    rows.count(club)


@tried_again
@transaction.atomic
def part_for_good(user: User, now: datetime) -> None:
    """`part`, in a transaction of its own."""
    part(database.hold(user), now)


def part(user: User, now: datetime) -> None:
    """Somebody who is deleted or suspended leaves all their clubs, and asks none any more. Inside a transaction that
    locks their row.
    """
    Request.objects.filter(player=user).delete()
    Request.objects.filter(by=user).delete()
    for club in Club.objects.select_for_update(of=("self",)).filter(memberships__player=user).order_by("pk"):
        if (mine := queries.membership(club, user)) is not None:  # else they left while we waited for the row
            take_out(club, mine, now)
