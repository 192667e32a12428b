"""People take a name at a family table, give it back, or are in the next game."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import database
from accounts.models import User
from common import refusals
from common.database import tried_again
from family import queries
from family.models import NOBODYS, Family, Member
from games.viewers import live


def held(family: Family) -> Family:
    """The family's row, locked until the transaction ends. Raises `NotFound`.

    Lock people before their family. Nobody changes names of a family without this lock.
    """
    stored = Family.objects.select_for_update(no_key=True).filter(pk=family.pk).first()
    return stored or queries.find("")


def name_taken() -> refusals.NotNow:
    return refusals.NotNow("name_taken", _("Someone else just chose this name. Pick another one."))


def has_a_name() -> refusals.NotNow:
    return refusals.NotNow("named", _("You already have a name at this table."))


@tried_again
def take_name(*, member: Member, person: User, made_here: bool, now: datetime) -> None:
    """The name is this person's, and they are in the next game. Raises `NotNow` if it or another one is taken."""
    with transaction.atomic():
        database.hold(person)
        held(member.family)
        if Member.objects.filter(family=member.family_id, person=person).exists():
            raise has_a_name()
        free = Member.objects.filter(pk=member.pk, person=None, left=False)
        if not free.update(person=person, made_here=made_here, ready_at=now, link_made_at=None):
            raise name_taken()
    tell(member.family)


@tried_again
def free_name(*, member: Member) -> None:
    """Let anyone with the link take the name. What was played under it stays."""
    with transaction.atomic():
        held(member.family)
        not_while_playing(member)
        Member.objects.filter(pk=member.pk, person=member.person_id).update(**NOBODYS)
    tell(member.family, member.person_id)


def not_while_playing(member: Member) -> None:
    """Raise `NotNow` if they are in a game of the family. Call with the family locked."""
    if member.person_id in queries.playing(queries.running(member.family)):
        raise refusals.NotNow("playing", _("%(name)s is in a game. Finish it first.") % {"name": member.name})


@tried_again
def be_ready(*, member: Member, ready: bool, now: datetime) -> None:
    """Be in the next game, or not."""
    with transaction.atomic():
        held(member.family)
        mine = Member.objects.filter(pk=member.pk, person=member.person_id)
        if ready:
            not_while_playing(member)
            changed = mine.exclude(ready_at__gt=now - queries.READY_FOR).update(ready_at=now)
        else:
            changed = mine.filter(ready_at__isnull=False).update(ready_at=None)
    if changed:
        tell(member.family)


def tell(family: Family, *also: int | None) -> None:
    """Let the open pages of its people show what is new."""
    people = {*family.members.values_list("person", flat=True), *also}
    transaction.on_commit(lambda: live.tell_desks([person for person in people if person]), robust=True)
