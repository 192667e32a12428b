"""The host makes a family table, changes it, helps others back to their names, and ends it."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import database, guests
from accounts.followers import followers
from accounts.models import User
from accounts.names import looks
from common import refusals
from common.chances import new_secret
from common.database import tried_again
from family import actions, queries
from family.models import MOST_NAMES, NOBODYS, Family, Member

MOST_FAMILIES = 10  # that a person hosts


@tried_again
def create(*, host: User, names: Sequence[str], now: datetime, **terms: str | bool) -> Family:
    """A family table; the host has its first name. *terms*: title, variant, pairs, length, clock. Raises `NotNow`."""
    _may_write(host, now)
    with transaction.atomic():
        database.hold(host)
        if Family.objects.filter(host=host).count() >= MOST_FAMILIES:
            raise refusals.NotNow("too_many_families", _("You have too many family tables. Delete one first."))
        family = Family.objects.create(host=host, **terms)
        must_differ(names)
        Member.objects.bulk_create(Member(family=family, name=name) for name in names)
        family.members.filter(name=names[0]).update(person=host)
    return family


def _may_write(person: User, now: datetime) -> None:
    for follower in followers():
        follower.speaking(person, now)


def must_differ(names: Sequence[str]) -> None:
    """Raise unless people can tell these names of one table apart."""
    if len(names) > MOST_NAMES:
        raise refusals.NotNow("full", _("A family table has up to %(n)d names.") % {"n": MOST_NAMES})
    seen: set[str] = set()
    for name in names:
        if looks(name) & seen:
            raise refusals.NotNow("name_taken", _("Two names look alike: %(name)s.") % {"name": name})
        seen |= looks(name)


@tried_again
def change(*, family: Family, by: User, now: datetime, names: Sequence[str] = (), **terms: str | bool) -> None:
    """Change the terms of the next games, and add names."""
    _may_write(by, now)
    with transaction.atomic():
        held = actions.held(family)
        must_differ([*held.members.filter(left=False).values_list("name", flat=True), *names])
        Member.objects.bulk_create(Member(family=held, name=name) for name in names)
        Family.objects.filter(pk=held.pk).update(**terms)
    actions.tell(family)


@tried_again
def rename(*, member: Member, name: str, by: User, now: datetime) -> None:
    """Their name on this page, and in the games to come. Raises `NotNow`, `NotPossible`."""
    _may_write(by, now)
    _must_differ_from_others(member, name)
    if member.person is not None and queries.known_only_here(member.family).filter(pk=member.pk).exists():
        guests.rename(member.person, name)
    with transaction.atomic():
        actions.held(member.family)
        _must_differ_from_others(member, name)
        Member.objects.filter(pk=member.pk).update(name=name)
    actions.tell(member.family)


def _must_differ_from_others(member: Member, name: str) -> None:
    others = member.family.members.filter(left=False).exclude(pk=member.pk)
    must_differ([*others.values_list("name", flat=True), name])


@tried_again
def remove(*, member: Member) -> None:
    """Take a name off the table. It stays on the score sheet if it has played."""
    with transaction.atomic():
        actions.held(member.family)
        mine = Member.objects.select_related("family").filter(pk=member.pk, left=False)
        if (stored := mine.first()) is None:
            return
        actions.not_while_playing(stored)
        if stored.plays.exists():
            mine.update(left=True, **NOBODYS)
        else:
            mine.delete()
    actions.tell(member.family, stored.person_id)


@tried_again
def make_link(*, member: Member, now: datetime) -> User:
    """A new private link of a guest who has nothing but this table; the old one is dead. Everyone there sees a note.

    Other people's links open more than this table, so the host never gets those.
    """
    with transaction.atomic():
        actions.held(member.family)
        theirs = queries.known_only_here(member.family).filter(pk=member.pk, person=member.person_id)
        if member.person is None or not theirs.exists():
            sentence = _("Only %(name)s can get their private link: it also opens other games.")
            raise refusals.Forbidden("not_yours", sentence % {"name": member.name})
        Member.objects.filter(pk=member.pk).update(link_made_at=now)
    guests.make_link(member.person)
    actions.tell(member.family)
    return member.person


@tried_again
def renew_link(*, family: Family) -> Family:
    """Give the family another permanent link; the old one is dead. Raises `NotNow`."""
    with transaction.atomic():
        held = actions.held(family)
        _not_while_a_note_is_needed(held)
        held.key = new_secret()
        held.save(update_fields=["key"])
    return held


@tried_again
def delete(*, family: Family) -> None:
    """Delete the table and its score sheet. Its games stay in the lists of their players. Raises `NotNow`."""
    with transaction.atomic():
        held = actions.held(family)
        _not_while_a_note_is_needed(held)
        actions.tell(held)  # after the commit, who was there before
        held.delete()


def _not_while_a_note_is_needed(family: Family) -> None:
    """The others must be able to read who else may know the private link of somebody they play with."""
    playing = queries.playing(queries.running(family))
    if family.members.filter(link_made_at__isnull=False, person__in=playing).exists():
        raise refusals.NotNow("playing", _("A player with a new private link is in a game. Finish it first."))
