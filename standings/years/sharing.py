"""Sharing a year: only its player sees it, unless they share it by a link. They can withdraw the link."""

from django.utils.translation import gettext as _

from accounts.models import User
from common import refusals
from common.chances import new_public_id
from standings.models import Year


def share(player: User, year: int) -> Year:
    """Share the year by a link. A withdrawn link never works again. Raises `NotNow`."""
    Year.objects.filter(player=player, year=year, public_id=None).update(public_id=new_public_id())
    found = Year.objects.filter(player=player, year=year).first()
    if found is None:
        raise refusals.NotNow("empty_year", _("You have no games in that year yet, so there’s nothing to share."))
    return found


def withdraw(player: User, year: int) -> None:
    """Stop sharing: the link no longer works."""
    Year.objects.filter(player=player, year=year).update(public_id=None)


def shared(public_id: str) -> Year:
    """The year of that link, with its player. Raises `NotFound`."""
    found = Year.objects.select_related("player").filter(public_id=public_id, player__is_active=True).first()
    if found is None:
        raise refusals.NotFound("unknown_year", _("We couldn’t find this year. It may no longer be shared."))
    return found
