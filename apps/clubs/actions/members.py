"""People join a club, and change roles in it."""

import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import database
from accounts.models import User
from clubs import invitations, queries
from clubs.actions import making, rows
from clubs.models import Club, Membership, Request
from common.database import tried_again
from common.refusals import Forbidden, NotNow, Unreadable

MOST_ORGANISERS = 20  # of a club
WAIT = timedelta(days=30)  # after organisers declined or removed somebody


@tried_again
def join(*, public_id: str, player: User, link: str = "", now: datetime) -> Membership:
    """Join an open club, with the secret of its *link*, or by an invitation. Members stay what they are.

    Raises `NotFound`, `Forbidden`, `NotNow`.
    """
    with transaction.atomic(durable=True):
        player = database.hold(player)
        club, mine = rows.locked(public_id, player)
        if mine is not None:
            return mine
        _must_be_welcome(club, player, link, now)
        return let_in(club, player, now)


def let_in(club: Club, player: User, now: datetime) -> Membership:
    """Make them a member; both rows are locked. Raises `NotNow` if they are in too many clubs."""
    making.must_have_room(player)
    Request.objects.filter(club=club, player=player).delete()
    invitations.answered(club, player, now)
    made = Membership.objects.create(club=club, player=player, since=now)
    rows.count(club)
    return made


def _must_be_welcome(club: Club, player: User, link: str, now: datetime) -> None:
    request = Request.objects.filter(club=club, player=player).first()
    must_not_wait(request, now)
    if link:
        must_be_the_link(club, link)
        return
    if player.is_guest:
        raise Forbidden("account_needed", _("You need an account to join this club, or an invitation link."))
    if club.joining == Club.Joining.OPEN or (request is not None and queries.is_invited(request, player)):
        return
    if club.joining == Club.Joining.REQUEST:
        raise Forbidden("ask_first", _("Ask to join. The club’s organisers decide."))
    raise Forbidden("link_needed", _("You need an invitation link to join this club."))


def must_be_the_link(club: Club, link: str) -> None:
    """Raise `Forbidden` if *link* is neither empty nor the secret of the club's invitation link."""
    if link and not secrets.compare_digest(link.encode(), club.link.encode()):
        raise Forbidden("bad_link", _("This link doesn’t work. It’s incomplete or has been replaced."))


def must_not_wait(request: Request | None, now: datetime) -> None:
    """Raise `NotNow` if organisers declined or removed this person lately."""
    if has_to_wait(request, now):
        raise NotNow("declined", _("You can’t join this club now. Try again in a month, or ask an organiser."))


def has_to_wait(request: Request | None, now: datetime) -> bool:
    declined_at = None if request is None or request.by_id is not None else request.declined_at
    return declined_at is not None and declined_at + WAIT > now


def set_any_role(*, public_id: str, by: User, player: User, role: str, now: datetime) -> None:
    """`set_role`, or `hand_over` to a new owner."""
    if role == Membership.Role.OWNER:
        hand_over(public_id=public_id, by=by, player=player, now=now)
    else:
        set_role(public_id=public_id, by=by, player=player, role=role, now=now)


@tried_again
def set_role(*, public_id: str, by: User, player: User, role: str, now: datetime) -> None:
    """The owner makes a member an organiser, or an organiser a member. Raises `NotFound`, `Forbidden`, `NotNow`."""
    if role not in {Membership.Role.ORGANISER, Membership.Role.MEMBER}:
        raise Unreadable("bad_role", _("Choose one of the roles."))
    with transaction.atomic(durable=True):
        by, player = rows.hold(by, player)
        club, _mine = rows.owned(public_id, by)
        theirs = rows.member(club, player)
        if theirs.role == Membership.Role.OWNER:
            raise Forbidden("owner_stays", _("Hand the club over to somebody else first."))
        if role == theirs.role:
            return
        organises = role == Membership.Role.ORGANISER
        if organises and player.is_guest:
            raise Forbidden("account_needed", _("Organisers need an account."))
        if organises and queries.organisers(club).count() >= MOST_ORGANISERS:
            raise NotNow("too_many_organisers", _("A club can have 20 organisers."))
        if not organises:
            rows.end_invitations(club, player.pk, now)
        theirs.role, theirs.organiser_since = role, now if organises else None
        theirs.save(update_fields=["role", "organiser_since"])


@tried_again
def hand_over(*, public_id: str, by: User, player: User, now: datetime) -> None:
    """The owner hands the club to an organiser, and becomes one. Raises `NotFound`, `Forbidden`, `NotNow`."""
    with transaction.atomic(durable=True):
        by, player = rows.hold(by, player)
        club, mine = rows.owned(public_id, by)
        theirs = rows.member(club, player)
        if theirs.role != Membership.Role.ORGANISER or not player.is_active:
            raise Forbidden("organisers_only", _("You can hand the club over to an organiser only."))
        owned = Membership.objects.filter(player=player, role=Membership.Role.OWNER).count()
        if owned >= making.MOST_OWNED:
            raise NotNow("too_many_clubs", _("%(name)s already owns three clubs.") % {"name": player.name})
        mine.role, mine.organiser_since = Membership.Role.ORGANISER, now
        mine.save(update_fields=["role", "organiser_since"])
        theirs.role = Membership.Role.OWNER
        theirs.save(update_fields=["role"])
