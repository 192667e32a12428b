"""People ask to join a club, organisers answer; and organisers invite people by name."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import database
from accounts.models import User
from clubs import invitations, queries
from clubs.actions import rows
from clubs.actions.members import let_in, must_not_wait
from clubs.models import Club, Request
from common import limits
from common.database import tried_again
from common.refusals import Forbidden, NotNow
from people.queries import invitable

MOST_ASKED = 20  # unanswered requests of a person
MOST_INVITED, PERIOD = 20, timedelta(days=1)  # invitations of an organiser, to all their clubs


@tried_again
def ask(*, public_id: str, player: User, now: datetime) -> None:
    """Ask to join. Asking twice changes nothing. Raises `NotFound`, `Forbidden`, `NotNow`, `TooMany`."""
    limits.check("club", player)
    with transaction.atomic(durable=True):
        player = database.hold(player)
        club, mine = rows.locked(public_id, player)
        if player.is_guest:
            raise Forbidden("account_needed", _("You need an account to ask. It takes a minute."))
        if mine is not None:
            raise NotNow("member", _("You’re already in this club."))
        if club.joining != Club.Joining.REQUEST:
            raise NotNow("no_requests", _("This club takes no requests."))
        request = Request.objects.filter(club=club, player=player).first()
        must_not_wait(request, now)
        if request is not None and queries.is_invited(request, player):
            let_in(club, player, now)
            return
        if request is not None and request.by_id is None and request.declined_at is None:
            return
        if Request.objects.filter(player=player, by=None, declined_at=None).count() >= MOST_ASKED:
            raise NotNow("too_many_requests", _("You have asked many clubs. Wait for answers, or withdraw some."))
        Request.objects.filter(club=club, player=player).delete()  # so that the newest come last
        Request.objects.create(club=club, player=player, at=now)
        invitations.asked(club, player, now)


@tried_again
def withdraw(*, public_id: str, player: User, now: datetime) -> None:
    """Take a request back. Raises `NotFound`, `NotNow`."""
    with transaction.atomic(durable=True):
        player = database.hold(player)
        club, _mine = rows.locked(public_id, player)
        mine = Request.objects.filter(club=club, player=player, by=None, declined_at=None)
        if not mine.delete()[0]:
            raise no_request()
        invitations.answered(club, player, now)


@tried_again
def accept(*, public_id: str, by: User, player: User, now: datetime) -> None:
    """An organiser accepts a request. Raises `NotFound`, `Forbidden`, `NotNow`."""
    with transaction.atomic(durable=True):
        by, player = rows.hold(by, player)
        club, _mine = rows.organised(public_id, by)
        _asked(club, player, by)
        _accept(club, player, now)


def _accept(club: Club, player: User, now: datetime) -> None:
    try:
        let_in(club, player, now)
    except NotNow:
        raise NotNow("too_many_clubs", _("%(name)s can’t join any more clubs.") % {"name": player.name}) from None
    invitations.accepted(club, player, now)


@tried_again
def decline(*, public_id: str, by: User, player: User, now: datetime) -> None:
    """An organiser declines a request; they can ask again after a month. Raises `NotFound`, `Forbidden`, `NotNow`."""
    with transaction.atomic(durable=True):
        by, player = rows.hold(by, player)
        club, _mine = rows.organised(public_id, by)
        request = _asked(club, player, by)
        request.declined_at = now
        request.save(update_fields=["declined_at"])
        invitations.answered(club, player, now)


def _asked(club: Club, player: User, organiser: User) -> Request:
    """The request of this person, as the organiser sees it: not behind a block."""
    request = queries.requests(club, organiser).filter(player=player).first()
    if request is None or not player.is_active:
        raise no_request()
    return request


def no_request() -> NotNow:
    return NotNow("no_request", _("There is no such request. Perhaps another organiser has answered it."))


@tried_again
def invite(*, public_id: str, by: User, player: User, now: datetime) -> None:
    """An organiser invites an account by name, each person once; somebody who asked to join is accepted.

    Raises `NotFound`, `Forbidden`, `NotNow`, `TooMany`.
    """
    limits.check("invite", by)
    with transaction.atomic(durable=True):
        by, player = rows.hold(by, player)
        club, _mine = rows.organised(public_id, by)
        if player.pk not in invitable([player], by):
            raise Forbidden("not_invitable", _("You can’t invite %(name)s.") % {"name": player.name})
        if queries.membership(club, player) is not None:
            raise NotNow("member", _("%(name)s is already in the club.") % {"name": player.name})
        request = Request.objects.filter(club=club, player=player).first()
        if request is not None and request.by_id is None and request.declined_at is None:
            _accept(club, player, now)
            return
        if request is not None and request.by_id is not None:
            raise NotNow("invited", _("Your club has already invited %(name)s.") % {"name": player.name})
        if Request.objects.filter(by=by, at__gt=now - PERIOD).count() >= MOST_INVITED:
            raise NotNow("too_many_invitations", _("You can invite 20 players a day. Send others the link."))
        limits.check("club_invite", by)  # rows go with a club that closes, this count stays
        Request.objects.filter(club=club, player=player).delete()
        Request.objects.create(club=club, player=player, by=by, at=now)
        invitations.invited(club, player, now)


@tried_again
def decline_invitation(*, public_id: str, player: User, now: datetime) -> None:
    """Decline an invitation for good. Raises `NotNow`, also for one that the player doesn't see."""
    with transaction.atomic(durable=True):
        player = database.hold(player)
        request = queries.invitations(player).filter(club__public_id=public_id).first()
        if request is None or not Request.objects.filter(pk=request.pk, declined_at=None).update(declined_at=now):
            raise NotNow("no_invitation", _("You have no invitation to this club."))
        invitations.answered(request.club, player, now)
