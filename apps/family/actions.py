"""All changes to family tables."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _

from accounts import database, guests
from accounts.followers import followers
from accounts.models import User
from accounts.names import looks
from common import refusals
from common.chances import new_secret
from common.database import tried_again
from family import queries
from family.models import MOST_NAMES, Family, Member, Play
from games import actions as games
from games import after_move
from games.changes import Change
from games.models import Game, Seat
from games.viewers import live

MOST_FAMILIES = 10  # that a person hosts


@tried_again
def create(*, host: User, names: Sequence[str], now: datetime, **terms: str) -> Family:
    """A family table; the host has its first name. *terms*: title, variant, length, clock. Raises `NotNow`."""
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


def _held(family: Family) -> Family:
    """The family's row, locked until the transaction ends. Raises `NotFound`."""
    held = Family.objects.select_for_update(no_key=True).filter(pk=family.pk).first()
    return held or queries.find("")


def name_taken() -> refusals.NotNow:
    return refusals.NotNow("name_taken", _("Somebody has taken this name in the meantime."))


def has_a_name() -> refusals.NotNow:
    return refusals.NotNow("named", _("You already have a name at this table."))


@tried_again
def take_name(*, member: Member, person: User, made_here: bool, now: datetime) -> None:
    """The name is this person's, and they are in the next game. Raises `NotNow` if it or another one is taken."""
    with transaction.atomic():
        database.hold(person)
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
        _not_while_playing(member)
        Member.objects.filter(pk=member.pk).update(person=None, ready_at=None, made_here=False, link_made_at=None)
    tell(member.family, member.person_id)


def _not_while_playing(member: Member) -> None:
    if member.person_id in queries.playing(queries.running(member.family)):
        raise refusals.NotNow("playing", _("%(name)s is in a game. Finish it first.") % {"name": member.name})


@tried_again
def be_ready(*, member: Member, ready: bool, now: datetime) -> None:
    """Be in the next game, or not."""
    with transaction.atomic():
        if ready:
            _not_while_playing(member)
        waiting = Member.objects.filter(pk=member.pk, person__isnull=False)
        waiting.filter(ready_at__isnull=ready).update(ready_at=now if ready else None)
    tell(member.family)


@tried_again
def deal(*, family: Family, now: datetime) -> Change:
    """Begin a game with those who are ready, the first to come if they are too many. Raises `NotNow`."""
    waiting = Q(family_names__family=family, family_names__ready_at__isnull=False)
    with transaction.atomic(durable=True):
        people = User.objects.select_for_update(no_key=True, of=("self",)).filter(waiting, is_active=True)
        players = {person.pk: person for person in people.order_by("is_guest", "pk")}
        family = _held(family)
        ready = list(family.members.filter(person__in=players, ready_at__isnull=False).order_by("ready_at", "pk"))
        busy = queries.playing(queries.running(family))
        ready = [each for each in ready if each.person_id not in busy]
        size = max((size for size in family.sizes if size <= len(ready)), default=0)
        if not size:
            raise refusals.NotNow("too_few", _("Not enough players are ready, or their game has just begun."))
        dealt = ready[:size]
        ruleset = family.ruleset(size)
        change = games.start_table(
            players=[players[each.person_id] for each in dealt if each.person_id],
            ruleset=ruleset,
            control=family.control(ruleset.sides),
            rated=False,
            now=now,
            visibility=Game.Visibility.LINK,
        )
        keep_plays(dealt, change.game_id)
        Member.objects.filter(pk__in=[each.pk for each in dealt]).update(ready_at=None)
    after_move.committed(change)
    tell(family)
    return change


def keep_plays(members: Sequence[Member], game_id: int) -> list[Play]:
    """Count this game for the members who have a seat in it."""
    named = {member.person_id: member for member in members}
    seats = Seat.objects.filter(game=game_id, player__in=[person for person in named if person])
    return Play.objects.bulk_create(Play(member=named[seat.player_id], seat=seat) for seat in seats)


# ---- The host ---------------------------------------------------------------------------------------


@tried_again
def change(*, family: Family, by: User, now: datetime, names: Sequence[str] = (), **terms: str) -> None:
    """Change the terms of the next games, and add names."""
    _may_write(by, now)
    with transaction.atomic():
        held = _held(family)
        must_differ([*held.members.filter(left=False).values_list("name", flat=True), *names])
        Member.objects.bulk_create(Member(family=held, name=name) for name in names)
        Family.objects.filter(pk=held.pk).update(**terms)
    tell(family)


@tried_again
def rename(*, member: Member, name: str, by: User, now: datetime) -> None:
    """Their name on this page, and in the games to come."""
    _may_write(by, now)
    with transaction.atomic():
        others = _held(member.family).members.filter(left=False).exclude(pk=member.pk)
        must_differ([*others.values_list("name", flat=True), name])
        Member.objects.filter(pk=member.pk).update(name=name)
    if member.person is not None and member.made_here and member.person.is_guest:
        guests.rename(member.person, name)
    tell(member.family)


@tried_again
def remove(*, member: Member) -> None:
    """Take a name off the table. It stays on the score sheet if it has played."""
    with transaction.atomic():
        _not_while_playing(member)
        mine = Member.objects.filter(pk=member.pk)
        if member.plays.exists():
            mine.update(left=True, person=None, ready_at=None, made_here=False, link_made_at=None)
        else:
            mine.delete()
    tell(member.family, member.person_id)


@tried_again
def make_link(*, member: Member, now: datetime) -> User:
    """A new private link of a guest who began with this name; the old one is dead. The page tells everyone.

    Other people's links open more than this table, so the host never gets those.
    """
    if member.person is None or not member.made_here or not member.person.is_guest:
        raise refusals.Forbidden("not_yours", _("%(name)s came with their own games.") % {"name": member.name})
    guests.make_link(member.person)
    Member.objects.filter(pk=member.pk).update(link_made_at=now)
    tell(member.family)
    return member.person


def renew_link(*, family: Family) -> Family:
    """Give the family another permanent link; the old one is dead."""
    family.key = new_secret()
    family.save(update_fields=["key"])
    return family


def delete(*, family: Family) -> None:
    """Delete the table and its score sheet. Its games stay in the lists of their players."""
    people = _people(family)
    family.delete()
    live.tell_desks(people)


def hand_on(host: User) -> None:
    """The oldest other person hosts what the host, who leaves the site, has made; without one it is deleted."""
    for family in Family.objects.filter(host=host).order_by("pk"):
        heir = family.members.filter(person__isnull=False).exclude(person=host).first()
        if heir is None:
            family.delete()
        else:
            Family.objects.filter(pk=family.pk).update(host=heir.person)


def _people(family: Family) -> list[int]:
    return [person for person in family.members.values_list("person", flat=True) if person]


def tell(family: Family, *also: int | None) -> None:
    """Let the open pages of its people show what is new."""
    people = {*_people(family), *also} - {None}
    transaction.on_commit(lambda: live.tell_desks([person for person in people if person]), robust=True)


def count(plays: Sequence[Play], pips: Sequence[int] | None) -> None:
    """A game has ended: the longest rows of wins, and what was left in hand, by side."""
    for play in plays:
        won = play.seat.result == Seat.Result.WON
        mine = Member.objects.filter(pk=play.member_id)
        mine.update(row=F("row") + 1 if won else 0)
        mine.filter(row__gt=F("longest_row")).update(longest_row=F("row"))
        if pips is not None:
            Play.objects.filter(pk=play.pk).update(last_hand=pips[play.seat.side])
