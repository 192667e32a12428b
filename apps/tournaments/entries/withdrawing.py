"""People pause, and leave. The games of those who have left are resigned one by one: killed anywhere, it goes on."""

from contextlib import suppress
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import database
from accounts.models import User
from common.database import tried_again
from common.queues import SOON, Later, Outcome, Queue
from common.refusals import Forbidden, NotNow
from games import actions as games
from games.models import Game
from tournaments import formats, notifications
from tournaments.entries import entering, partners
from tournaments.models import REMOVED, Departure, Entry, Member, TableOf, Tournament
from tournaments.queries import locked
from tournaments.rounds import standing

LEASE = timedelta(seconds=20)
AGAIN = timedelta(seconds=2)


@tried_again
def pause(*, public_id: str, player: User, paused: bool) -> None:
    """Get no new pairings, or get them again; also for somebody who was absent (*I'm here*). Raises `NotNow`."""
    with transaction.atomic(durable=True):
        player = database.hold(player)
        tournament = locked(public_id)
        mine = Entry.objects.filter(members__player=player, members__agreed=True)
        entry = mine.filter(tournament=tournament).first()
        if entry is None or entry.state == Entry.State.OUT:
            raise NotNow("not_entered", _("You aren’t in this tournament."))
        if not tournament.is_running:
            raise NotNow("not_running", _("This tournament isn’t running."))
        if paused and formats.of(tournament).has_groups:
            raise NotNow("no_pauses", _("You can’t pause in this tournament."))
        entry.state = Entry.State.PAUSED if paused else Entry.State.IN
        entry.absent_in = None
        entry.save(update_fields=["state", "absent_in"])


@tried_again
def leave(*, public_id: str, player: User, now: datetime) -> None:
    """Take an entry back before the start, or withdraw: then running games are resigned.

    In groups, if less than half of the entry's games are over, they count for nobody. Raises `NotFound`, `NotNow`.
    """
    with transaction.atomic(durable=True):
        _leave(public_id, player, now)


def _leave(public_id: str, player: User, now: datetime) -> None:
    player = database.hold(player)
    tournament = locked(public_id)
    withdraw(tournament, player, now)
    if tournament.is_running:
        Departure.objects.get_or_create(tournament=tournament, player=player, defaults={"due": now})


def withdraw(tournament: Tournament, player: User, now: datetime) -> None:
    """`leave`, with both rows locked, for somebody whose running games are resigned elsewhere."""
    mine = Member.objects.filter(tournament=tournament, player=player).select_related("entry")
    member = mine.order_by("-agreed", "pk").first()
    if member is None or member.entry.state == Entry.State.OUT:
        raise NotNow("not_entered", _("You aren’t in this tournament."))
    if not member.agreed:
        partners.decline_all(tournament, player, now)
        return
    entry = member.entry
    if tournament.kind.seating.has_fixed_partners:
        left_alone, stays = partners.partners_of(member), tournament.is_open
        notifications.to_partners(tournament, left_alone, player, now, about="left", stays=stays)
    if tournament.is_open:
        _take_back(member)
    elif tournament.is_running:
        entry.state = Entry.State.OUT
        entry.save(update_fields=["state"])
        if (format_ := formats.of(tournament)).strikes_out:
            standing.strike_out(tournament, [entry.pk], format_.tie_breaks)
    else:
        raise NotNow("not_running", _("This tournament has ended."))
    entering.count(tournament, now)


def _take_back(member: Member) -> None:
    """One person of an entry goes before the start; a partner who has agreed stays alone."""
    others = Member.objects.filter(entry=member.entry_id).exclude(pk=member.pk)
    if not others.filter(agreed=True).exists():
        member.entry.delete()
        return
    member.delete()
    others.update(slot=0)


@tried_again
def remove(*, entry: Entry, now: datetime) -> None:
    """A moderator withdraws an entry for its people, whose running games are resigned. Raises `NotNow`."""
    member = Member.objects.filter(entry=entry, player__isnull=False).select_related("player").order_by("slot").first()
    if member is None or member.player is None:
        raise NotNow("not_entered", _("Nobody is left in this entry."))
    with transaction.atomic(durable=True):  # killed in between, they could come back to an evening
        _leave(entry.tournament.public_id, member.player, now)
        Entry.objects.filter(pk=entry.pk).update(absent_in=REMOVED)


class Departures(Queue[Departure]):
    name = "tournament departures"
    model = Departure
    lane = SOON
    lease = LEASE

    def work(self, departure: Departure, now: datetime, /) -> Outcome:
        theirs = TableOf.objects.filter(
            pairing__round__tournament=departure.tournament_id,
            game__status=Game.Status.PLAYING,
            game__seats__player=departure.player_id,
            game__seats__left=False,
        )
        for public_id in list(theirs.values_list("game__public_id", flat=True)):
            with suppress(NotNow, Forbidden):  # it has ended meanwhile, or others were faster: the next look sees it
                games.resign_game(public_id=public_id, player=departure.player)
        if theirs.exists():
            return Later(now + AGAIN)
        self.held(departure).delete()
        return None


departures = Departures()
