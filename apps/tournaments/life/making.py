"""Tournaments are made: by somebody who creates one, or by a series (`calendar`)."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import database
from accounts.followers import followers
from accounts.models import User
from common.database import tried_again
from common.refusals import Forbidden, NotNow
from mind.search.chances import chances
from tournaments import audience, plans
from tournaments.entries.known import must_be_known
from tournaments.kinds import FormatName
from tournaments.leagues.founding import found_league
from tournaments.models import Step, Tournament

MOST_OPEN = 3  # tournaments of a person


def store(tournament: Tournament, now: datetime) -> Tournament:
    """Store a checked tournament, and when it begins. Inside a transaction."""
    tournament.created_at = now
    tournament.spread = chances(tournament.kind.ruleset).spread
    tournament.save()
    Step.objects.create(tournament=tournament, due=tournament.entries_end)
    return tournament


@tried_again
def make(*, maker: User, tournament: Tournament, now: datetime) -> Tournament:
    """Create a tournament with the terms of an unsaved row. Raises `Unreadable`, `Forbidden`, `NotNow`."""
    if refused := plans.refusals_of_makers(tournament, now):
        raise refused[0]
    for follower in followers():
        follower.speaking(maker, now)
    with transaction.atomic(durable=True):
        maker = database.hold(maker)
        may_make(maker, now, tournament)
        for room in audience.followers():
            room.making(tournament, maker)
        tournament.made_by = maker
        if tournament.format == FormatName.LEAGUE:
            found_league(tournament)
        return store(tournament, now)


def may_make(maker: User, now: datetime, wanted: Tournament | None = None) -> None:
    """Raise `Forbidden` or `NotNow` if they can't create this tournament now; None: one of any kind.

    An unrated evening by link needs only an account: no list names it, so only people whom its maker knows come.
    """
    if maker.is_guest or maker.is_program:
        raise Forbidden("account_needed", _("You need an account to create a tournament."))
    if wanted is not None and wanted.club_id is not None:  # the club counts its own, and nobody else finds them
        return
    if wanted is None or not _is_among_friends(wanted):
        must_be_known(maker, now)
    running = [Tournament.State.OPEN, Tournament.State.RUNNING]
    there = Tournament.objects.filter(made_by=maker, club=None, state__in=running)
    if there.count() >= MOST_OPEN:
        raise NotNow("too_many_tournaments", _("You already run three tournaments. Wait until one has ended."))


def _is_among_friends(tournament: Tournament) -> bool:
    """Whether nobody hears of it but by its link, and nothing can be won there beyond the evening."""
    return tournament.is_evening and not tournament.rated and tournament.entering == Tournament.Entering.LINK
