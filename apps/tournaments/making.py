"""Tournaments are made: by a series when it's due, or by somebody who creates one."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import database
from accounts.followers import followers
from accounts.models import User
from common.database import tried_again
from common.queues import SLOW, Later, Outcome, Queue
from common.refusals import Forbidden, NotNow
from mind.search.chances import chances
from tournaments import entering, plans
from tournaments.known import must_be_known
from tournaments.models import Series, Step, Terms, Tournament

LEASE = timedelta(seconds=30)
AGAIN = timedelta(seconds=10)
MOST_OPEN = 3  # tournaments of a person
COPIED = [field.name for field in Terms._meta.get_fields()]


def terms_of(of: Terms) -> dict[str, object]:
    """The columns that a tournament takes over."""
    return {name: getattr(of, name) for name in COPIED}


def store(tournament: Tournament, now: datetime) -> Tournament:
    """Store a checked tournament, and when it begins. Inside a transaction."""
    tournament.created_at = now
    tournament.spread = chances(tournament.kind.ruleset).spread
    tournament.save()
    Step.objects.create(tournament=tournament, due=tournament.entries_end)
    return tournament


class Calendar(Queue[Series]):
    """Series whose next tournament opens."""

    name = "tournament series"
    model = Series
    lane = SLOW
    lease = LEASE

    @tried_again
    def work(self, series: Series, now: datetime, /) -> Outcome:
        with transaction.atomic():
            series = Series.objects.select_for_update().get(pk=series.pk)
            at = open_next(series, now)
        return Later(at)


calendar = Calendar()


def open_next(series: Series, now: datetime) -> datetime:
    """Open the next tournament of a locked series, unless one is open still. Returns when to look again.

    Before its time it opens only if the one before it was full. Then it begins on the same day as otherwise, however
    many were full before.
    """
    every = timedelta(days=series.every_days)
    at = series.opens
    while at + every <= now:  # the site was down: one tournament is enough
        at += every
    waits = Tournament.objects.filter(series=series, state=Tournament.State.OPEN).first()
    if waits is not None and waits.entries_end <= now:  # it begins or is put off in a moment
        return now + AGAIN
    if series.active and waits is None:
        series.number += 1
        begins = at + series.leads
        store(Tournament(series=series, number=series.number, entries_end=begins, **terms_of(series)), now)
    series.opens = at if now < at else at + every
    series.save(update_fields=["number", "opens"])
    return series.opens


def next_of(series: Series | None, now: datetime) -> Tournament | None:
    """The open tournament of a series, locked; opened now if there is none. None if the series is off."""
    if series is None:
        return None
    open_next(Series.objects.select_for_update().get(pk=series.pk), now)
    return Tournament.objects.select_for_update().filter(series=series, state=Tournament.State.OPEN).first()


def open_another(series_id: int, now: datetime) -> None:
    """A tournament of the series began before its time, because it was full: open the next one at once."""
    Series.objects.filter(pk=series_id).update(due=now)


@tried_again
def make(*, maker: User, tournament: Tournament, now: datetime) -> Tournament:
    """Create a tournament with the terms of an unsaved row. Raises `Unreadable`, `Forbidden`, `NotNow`."""
    plans.check_of_makers(tournament)
    for follower in followers():
        follower.speaking(maker, now)
    with transaction.atomic(durable=True):
        maker = database.hold(maker)
        may_make(maker, now)
        tournament.made_by = maker
        return store(tournament, now)


def may_make(maker: User, now: datetime) -> None:
    """Raise `Forbidden` or `NotNow` if they can't create a tournament now."""
    if maker.is_guest or maker.is_program:
        raise Forbidden("account_needed", _("You need an account to create a tournament."))
    must_be_known(maker, now)
    there = Tournament.objects.filter(made_by=maker, state__in=[Tournament.State.OPEN, Tournament.State.RUNNING])
    if there.count() >= MOST_OPEN:
        raise NotNow("too_many_tournaments", _("You already run three tournaments. Wait until one has ended."))


@tried_again
def cancel(*, public_id: str, by: User, now: datetime) -> None:
    """The maker cancels their tournament before it begins. Raises `Forbidden`, `NotNow`."""
    with transaction.atomic(durable=True):
        tournament = entering.locked(public_id)
        if tournament.made_by_id != by.pk:
            raise Forbidden("not_maker", _("Only the player who made this tournament can cancel it."))
        if not tournament.is_open:
            raise NotNow("not_open", _("This tournament has begun, so it can't be cancelled."))
        entering.cancel(tournament, now)
