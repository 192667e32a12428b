"""What moderators can do: cancel a tournament, and remove an entry. Nobody can change a result."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import database
from common.database import tried_again
from common.refusals import NotNow
from tournaments import entering
from tournaments.models import Entry, Member


@tried_again
def cancel(*, public_id: str, now: datetime) -> None:
    """Cancel a tournament that is open or running. Running games go on, but don't count for it. Raises `NotNow`."""
    with transaction.atomic(durable=True):
        tournament = entering.locked(public_id)
        if not tournament.is_open and not tournament.is_running:
            raise NotNow("not_running", _("This tournament has ended."))
        entering.cancel(tournament, now)


@tried_again
def remove(*, entry: Entry, now: datetime) -> None:
    """Withdraw an entry for its people, and resign their running games. Raises `NotNow`."""
    member = Member.objects.filter(entry=entry, player__isnull=False).select_related("player").order_by("slot").first()
    if member is None or member.player is None:
        raise NotNow("not_entered", _("Nobody is left in this entry."))
    with transaction.atomic(durable=True):
        player = database.hold(member.player)
        tournament = entering.locked(entry.tournament.public_id)
        entering.depart(tournament, player, now)
