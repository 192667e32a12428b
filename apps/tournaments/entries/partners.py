"""Partners: where two play together, one asks the other, or we find them one."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Forbidden, NotNow
from people.queries import blocks_among
from tournaments import notifications
from tournaments.models import Entry, Member, Tournament, Trace


def must_be_possible(tournament: Tournament, player: User, partner: User) -> None:
    """Raise `NotNow` or `Forbidden` if *player* can't enter with this *partner*."""
    if not tournament.kind.seating.has_fixed_partners:
        raise NotNow("no_partners", _("In this tournament, everyone enters alone."))
    is_unwanted = partner.is_guest or (partner.is_program and not tournament.programs)
    if partner.pk == player.pk or is_unwanted or not partner.is_active:
        raise Forbidden("bad_partner", _("Choose another player with an account as your partner."))
    if blocks_among(player.pk, {partner.pk}):
        raise Forbidden("not_welcome", _("You can’t enter with this player."))
    if is_in(tournament, partner):
        raise NotNow("entered", _("Your partner has already entered this tournament."))


def is_in(tournament: Tournament, player: User) -> bool:
    """Whether they have entered. Those who were only asked to be a partner haven't."""
    return Member.objects.filter(tournament=tournament, player=player, agreed=True).exists()


def decline_all(tournament: Tournament, player: User, now: datetime) -> None:
    """Decline all requests to be a partner."""
    for request in Member.objects.filter(tournament=tournament, player=player, agreed=False).select_related("entry"):
        notifications.to_partners(tournament, partners_of(request), player, now, about="left", stays=True)
        request.delete()
        Entry.objects.filter(pk=request.entry_id, members=None).delete()


def partners_of(member: Member) -> list[int]:
    """The keys of people who have agreed to play with them, at most one."""
    others = Member.objects.filter(entry=member.entry_id, agreed=True, player__isnull=False).exclude(pk=member.pk)
    return [*others.values_list("player", flat=True)]


def paired(alone: Sequence[Entry]) -> list[Entry]:
    """Give people a partner who came without one: the strongest with the weakest. Leaves one out of an odd number."""
    left = sorted(alone, key=lambda entry: (-entry.rating, entry.pk))
    joined = []
    while len(left) > 1:
        strong, weak = left.pop(0), left.pop()
        joined.append(_joined(strong, weak))
    return joined


def _joined(entry: Entry, other: Entry) -> Entry:
    """Make one entry of two people who came alone."""
    Member.objects.filter(entry__in=[entry, other], agreed=False).delete()
    Member.objects.filter(entry=other).update(entry=entry, slot=1)
    Trace.objects.filter(entry=other).update(entry=entry)
    other.delete()
    entry.rating = (entry.rating + other.rating) // 2
    entry.save(update_fields=["rating"])
    return entry
