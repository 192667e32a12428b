"""The locked rows of a change, and who may make it."""

from datetime import datetime

from django.utils.translation import gettext as _

from accounts import database
from accounts.models import User
from clubs import notifications, queries
from clubs.models import Club, Membership, Request
from common.refusals import Forbidden, NotNow
from talk.models import Listener
from tournaments.audience import not_organiser


def hold(*people: User) -> list[User]:
    """These people as stored now, in the given order. Locks their rows by key, as every change does."""
    held = {person.pk: database.hold(person) for person in sorted(people, key=lambda each: each.pk)}
    return [held[person.pk] for person in people]


def locked(public_id: str, person: User) -> tuple[Club, Membership | None]:
    """The club with its row locked, and the person's membership. Raises `NotFound`, and `NotNow` if it's closed."""
    club = Club.objects.select_for_update(of=("self",)).filter(public_id=public_id).first()
    if club is None:
        raise queries.unknown()
    mine = queries.membership(club, person)
    if club.hidden_at is not None and mine is None:
        raise queries.unknown()
    if club.is_closed:
        raise NotNow("club_closed", _("This club is closed."))
    return club, mine


def organised(public_id: str, by: User) -> tuple[Club, Membership]:
    """The locked club, and the membership of its organiser *by*. Raises `Forbidden` for everyone else."""
    club, mine = locked(public_id, by)
    if mine is None or not mine.organises:
        raise not_organiser()
    return club, mine


def owned(public_id: str, by: User) -> tuple[Club, Membership]:
    """The locked club, and the membership of its owner *by*. Raises `Forbidden` for everyone else."""
    club, mine = locked(public_id, by)
    if mine is None or mine.role != Membership.Role.OWNER:
        raise Forbidden("not_owner", _("Only the club’s owner can do this."))
    return club, mine


def member(club: Club, player: User) -> Membership:
    """Raises `NotNow` if they aren't in this club."""
    if (found := queries.membership(club, player)) is None:
        raise NotNow("not_member", _("This player isn’t in the club."))
    return found


def take_out(club: Club, membership: Membership, now: datetime) -> None:
    """Delete a membership, how far its person has read the chat, and what they were notified of. Their invitations
    end.
    """
    end_invitations(club, membership.player_id, now)
    Listener.objects.filter(conversation=club.conversation_id, reader=membership.player_id).delete()
    notifications.forget(club, membership.player_id)
    membership.delete()


def end_invitations(club: Club, player_id: int, now: datetime) -> None:
    """End the unanswered invitations of somebody who doesn't organise this club any more. The rows stay, so that
    nobody is invited twice.
    """
    Request.objects.filter(club=club, by=player_id, declined_at=None).update(declined_at=now)


def count(club: Club) -> None:
    """Store how many people with an account belong to a locked club. Guests would fill the list by the hundred."""
    club.size = Membership.objects.filter(club=club, player__is_guest=False).count()
    club.save(update_fields=["size"])
