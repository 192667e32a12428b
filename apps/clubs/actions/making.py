"""Make a club, edit and rename it, replace its link."""

from datetime import datetime

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts import database, names
from accounts.followers import followers
from accounts.models import User
from accounts.skeletons import folded
from clubs.actions import rows
from clubs.models import LONGEST_NAME, Club, Membership
from clubs.wishes import ClubTerms
from common import limits
from common.chances import new_secret
from common.database import tried_again
from common.refusals import Forbidden, NotNow, Unreadable
from common.times.dates import moment_words
from notices.times import local
from people.models import key_of
from talk.models import Conversation

MOST_OWNED, MOST_JOINED = 3, 50  # clubs of a person


@tried_again
def make(*, maker: User, name: str, terms: ClubTerms = ClubTerms(), now: datetime) -> Club:  # noqa: B008 - frozen
    """A new club with *maker* as its owner. Raises `Unreadable`, `Forbidden`, `NotNow`, `TooMany`."""
    name, terms = _readable(name), terms.checked()
    limits.check("new_club", maker)
    _speak(maker, now)
    with transaction.atomic(durable=True):
        maker = database.hold(maker)
        may_make(maker)
        must_have_room(maker)
        club = Club(name=name, conversation=Conversation.objects.create(), size=1, created_at=now)
        terms.store(club)
        _store_name(club, name)
        owner = Membership.Role.OWNER
        Membership.objects.create(club=club, player=maker, role=owner, since=now, organiser_since=now)
    return club


def may_make(maker: User) -> None:
    """Raise `Forbidden` or `NotNow` if they can't own one more club.

    We ask for a confirmed address, and not for games: captains come with their players. A club of one or two people
    is in no list (`queries.LISTED_FROM`), so making many of them reaches nobody.
    """
    if maker.is_guest or maker.is_program:
        raise Forbidden("account_needed", _("You need an account to create a club."))
    if not EmailAddress.objects.filter(user=maker, verified=True).exists():
        raise Forbidden("address_needed", _("Confirm your email address first."))
    if Membership.objects.filter(player=maker, role=Membership.Role.OWNER).count() >= MOST_OWNED:
        raise NotNow("too_many_clubs", _("You already own three clubs. Hand one over or close it first."))


def must_have_room(player: User) -> None:
    """Raise `NotNow` if this person, whose row is locked, is in as many clubs as anybody can be."""
    if Membership.objects.filter(player=player).count() >= MOST_JOINED:
        raise NotNow("too_many_clubs", _("You’re in 50 clubs, which is the limit. Leave one first."))


@tried_again
def edit(*, public_id: str, by: User, terms: ClubTerms, now: datetime) -> None:
    """An organiser changes everything but the name. Raises `NotFound`, `Forbidden`, `NotNow`, `Unreadable`."""
    terms = terms.checked()
    _speak(by, now)
    with transaction.atomic(durable=True):
        by = database.hold(by)
        club, _mine = rows.organised(public_id, by)
        terms.store(club)
        club.save()


@tried_again
def rename(*, public_id: str, by: User, name: str, now: datetime) -> None:
    """The owner renames the club, once in 90 days. Everybody sees the former name that long.

    Raises `NotFound`, `Forbidden`, `NotNow`, `Unreadable`.
    """
    name = _readable(name)
    _speak(by, now)
    with transaction.atomic(durable=True):
        by = database.hold(by)
        club, _mine = rows.owned(public_id, by)
        if name == club.name:
            return
        if (until := club.name_changes_at) is not None and until > now:
            text = _("A club can change its name once in 90 days. Next time: %(time)s.")
            raise NotNow("renamed_lately", text % {"time": moment_words(local(by, until))})
        club.former_name, club.renamed_at = club.name, now
        _store_name(club, name)


@tried_again
def renew_link(*, public_id: str, by: User) -> None:
    """Replace the invitation link: the old one doesn't work any more. Raises `NotFound`, `Forbidden`, `NotNow`."""
    with transaction.atomic(durable=True):
        by = database.hold(by)
        club, _mine = rows.organised(public_id, by)
        club.link = new_secret()
        club.save(update_fields=["link"])


def _readable(typed: str) -> str:
    name = names.tidy(typed)
    if not 2 <= len(name) <= LONGEST_NAME:
        raise Unreadable("bad_name", _("A club’s name has 2 to 30 characters."))
    try:
        names.check_nickname(name)
    except names.NotPossible as refused:
        raise Unreadable("bad_name", str(refused)) from None
    return name


@tried_again
def _store_name(club: Club, name: str) -> None:
    """Raises `NotNow` if another club's name looks the same: also a hidden or closed one's, or one made just now."""
    club.name, club.skeleton, club.key = name, folded(name), key_of(name)
    try:
        with transaction.atomic():
            club.save()
    except IntegrityError:
        raise NotNow("name_taken", _("Another club has this name, or one that looks like it.")) from None


def _speak(author: User, now: datetime) -> None:
    for follower in followers():
        follower.speaking(author, now)
