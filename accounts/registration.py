"""Decides about new players: the setting REGISTRATION.

| | open | invited | closed |
|---|---|---|---|
| an account | everyone | by an invitation of the host (`manage.py invite`) | nobody |
| a guest | everyone | by the link of a game or tournament that isn't public, from somebody with an account | nobody |

People who already have an account or play as guests keep them. With sign-in by the host's own provider
(`accounts.login.provider`), the setting OIDC_REGISTERS lets its people in.
"""

from datetime import timedelta

from django.conf import settings
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Invite
from common.chances import new_secret
from common.refusals import Forbidden

INVITED_BY = "invite"  # in the session


def check_guest(*, by_link: bool) -> None:
    """Raise `Forbidden` unless a stranger may become a guest. *by_link*: of an account's game that isn't public."""
    if settings.REGISTRATION == "closed" or (settings.REGISTRATION == "invited" and not by_link):
        raise closed()


def closed() -> Forbidden:
    if settings.REGISTRATION == "closed":
        return Forbidden("registration_closed", _("This site takes no new players. Log in if you have an account."))
    message = _("You need an invitation to play here. Ask the site’s host, or log in if you have an account.")
    return Forbidden("registration_invited", message)


def make_invite(*, days: int, uses: int, note: str = "") -> Invite:
    expires = timezone.now() + timedelta(days=days)
    return Invite.objects.create(token=new_secret(), expires=expires, uses=uses, note=note)


def is_open(request: HttpRequest) -> bool:
    """Whether this browser may create an account."""
    if settings.REGISTRATION == "invited":
        return Invite.valid().filter(token=request.session.get(INVITED_BY, "")).exists()
    return settings.REGISTRATION == "open"


def take(request: HttpRequest) -> None:
    """Use the invitation of this browser. Call in the sign-up's transaction. Raises `Forbidden` if it's used up."""
    if settings.REGISTRATION != "invited":
        return
    taken = Invite.valid().filter(token=request.session.pop(INVITED_BY, "")).update(uses=F("uses") - 1)
    if not taken:
        raise closed()
