"""People join ladders, leave them, and come back; an organiser opens one for their club.

All changes lock rows in one order: people by their keys, then the ladder.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import database
from accounts.common_traces import traces
from accounts.models import User
from clubs.actions import rows
from clubs.models import Club, Membership
from common.database import tried_again
from common.refusals import Forbidden, NotNow, Unreadable
from ladders import places, queries, results, rules
from ladders.kinds import spread
from ladders.models import Ladder, Rung, Trace
from tournaments.entries.known import must_be_known


@tried_again
def join(*, public_id: str, player: User, now: datetime) -> Rung:
    """Join a ladder at its bottom, or come back to it after we parked you. Raises `NotFound`, `Forbidden`, `NotNow`."""
    with transaction.atomic(durable=True):
        player = database.hold(player)
        return _let_in(queries.locked(public_id, player), player, now)


@tried_again
def join_site(*, variant: str, player: User, now: datetime) -> Rung:
    """Join the site's ladder of a game; the first one to join opens it. Raises `Unreadable` and what `join` raises."""
    with transaction.atomic(durable=True):
        player = database.hold(player)
        ladder = _opened(variant, None, now)
        return _let_in(queries.locked(ladder.public_id, player), player, now)


@tried_again
def open_for_club(*, club: str, variant: str, by: User, now: datetime) -> Ladder:
    """An organiser opens a ladder for their club. Raises `NotFound`, `Forbidden`, `NotNow`, `Unreadable`."""
    with transaction.atomic(durable=True):
        by = database.hold(by)
        there, _mine = rows.organised(club, by)
        return _opened(variant, there, now)


def _opened(variant: str, club: Club | None, now: datetime) -> Ladder:
    """The ladder of this game, made if there is none."""
    if not queries.is_possible(variant):
        raise Unreadable("unknown_variant", _("This game has no ladder."))
    terms = {"spread": spread(variant), "created_at": now}
    ladder, _is_new = Ladder.objects.get_or_create(variant=variant, club=club, defaults=terms)
    return ladder


def _let_in(ladder: Ladder, player: User, now: datetime) -> Rung:
    """Both rows are locked."""
    keys = _may_be_there(ladder, player, now)
    rung = Rung.objects.filter(ladder=ladder, player=player).first()
    if rung is not None and rung.place is not None:
        raise NotNow("joined", _("You’re on this ladder already."))
    place = places.append(ladder)
    if rung is None:
        rung = Rung(ladder=ladder, player=player, best=place, joined_at=now)
    rung.place, rung.best, rung.due = place, min(rung.best, place), rules.parks_at(player.rest.vacations, now)
    rung.save()
    Trace.objects.filter(rung=rung).delete()
    Trace.objects.bulk_create(Trace(ladder=ladder, rung=rung, key=key) for key in sorted(keys))
    return rung


def _may_be_there(ladder: Ladder, player: User, now: datetime) -> set[str]:
    """Raise `Forbidden` or `NotNow` unless they can join. Returns their traces on a ladder of the site.

    A club knows its people, who often share a network. So only the site's ladders ask for known people, one of each
    browser or network.
    """
    if player.is_guest or not player.is_active:
        raise Forbidden("account_needed", _("You need an account to join a ladder. It takes a minute."))
    must_be_a_person(player)
    if player.rest.away_until(now) is not None:
        raise NotNow("on_vacation", _("You’re on vacation. Join when you’re back."))
    if ladder.club is not None:
        must_be_open_to(ladder.club, player)
        return set()
    must_be_known(player, now)
    mine = traces([player.pk])[player.pk]
    if Trace.objects.filter(ladder=ladder, key__in=mine).exclude(rung__player=player).exists():
        text = _(
            "Somebody from your browser or network is on this ladder, and only one of you can be. Family, friends and "
            "clubs can have ladders of their own: found a club."
        )
        raise NotNow("shared_network", text)
    return mine


def must_be_a_person(player: User) -> None:
    """Raise `Forbidden` for programs, also for those who became one since they joined."""
    if player.is_program or player.is_bot:
        raise Forbidden("no_programs", _("Programs can’t join ladders."))


def must_be_open_to(club: Club, *people: User) -> None:
    """Raise `Forbidden` or `NotNow` unless the club is open, and these people are in it. One query."""
    if club.is_closed:
        raise NotNow("club_closed", _("This club is closed."))
    if Membership.objects.filter(club=club, player__in=people).count() < len(people):
        raise Forbidden("members_only", _("This ladder is for the members of its club."))


@tried_again
def leave(*, public_id: str, player: User, now: datetime) -> None:
    """Leave a ladder; all below move up. Raises `NotFound`, and `NotNow` while they have a challenge."""
    with transaction.atomic(durable=True):
        player = database.hold(player)
        ladder = queries.locked(public_id, player)
        if not queries.is_on(ladder, player):
            raise NotNow("not_on_ladder", _("You aren’t on this ladder."))
        if queries.open_of(ladder, player).exists():
            raise NotNow("still_playing", _("Finish your challenges first. Then you can leave."))
        take_out(ladder, player, now)


def take_out(ladder: Ladder, player: User, now: datetime) -> None:
    """Take somebody off a locked ladder. They lose their running challenges; their games are resigned elsewhere."""
    for challenge in queries.open_of(ladder, player):
        results.give_up(ladder, challenge, player, now)
    rung = Rung.objects.filter(ladder=ladder, player=player).first()
    if rung is None:  # they left while we waited for the row
        return
    rung.delete()
    if rung.place is not None:
        places.close_up(ladder, rung.place)


def park(ladder: Ladder, rung: Rung) -> None:
    """Take a place from somebody on a locked ladder. Their row stays, and they can come back."""
    assert rung.place is not None
    left, rung.place = rung.place, None
    rung.save(update_fields=["place"])
    places.close_up(ladder, left)
