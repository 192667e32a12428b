"""Sharing a year: only its player sees it, unless they share it by a link. They can withdraw the link."""

from django.utils.translation import gettext as _

from accounts.models import User
from common import refusals
from common.chances import new_public_id
from standings.models import SharedYear
from standings.years.looking_back import years_of


def share(player: User, year: int) -> SharedYear:
    """Share the year by a link. A withdrawn link never works again. Raises `NotNow`."""
    if year not in years_of(player):
        raise refusals.NotNow("empty_year", _("You have no games in that year yet, so there’s nothing to share."))
    new = {"public_id": new_public_id()}
    link, _is_new = SharedYear.objects.get_or_create(player=player, year=year, defaults=new)
    return link


def withdraw(player: User, year: int) -> None:
    """Stop sharing: the link no longer works."""
    SharedYear.objects.filter(player=player, year=year).delete()


def shared(public_id: str) -> SharedYear:
    """The year of that link, with its player. Raises `NotFound`, also if its only game was annulled."""
    link = SharedYear.objects.select_related("player").filter(public_id=public_id, player__is_active=True).first()
    if link is None or link.year not in years_of(link.player):
        raise refusals.NotFound("unknown_year", _("We couldn’t find this year. It may no longer be shared."))
    return link
