"""People without an account: how they come in, and what they are called."""

import secrets

from django.contrib.auth import login
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts import preferences
from accounts.models import User, new_guest
from accounts.signals import guest_coming, renamed

BACKEND = "django.contrib.auth.backends.ModelBackend"


def suggested_name(request: HttpRequest) -> str:
    """What stands in the name field: the name the guest has, or a fresh one so that one click suffices."""
    if request.user.is_authenticated:
        return request.user.name
    return _("Guest %(n)d") % {"n": 100 + secrets.randbelow(900)}


def needs_name(request: HttpRequest) -> bool:
    """Accounts have their name in the settings; everybody else is asked at the table."""
    return not request.user.is_authenticated or request.user.is_guest


def player(request: HttpRequest, name: str | None) -> User:
    """Who plays from this browser: the user who is logged in, or a new guest, logged in from now on.

    A guest may change his name each time he sits down.
    """
    user = request.user
    if not user.is_authenticated:
        guest_coming.send(sender=User, request=request)
        chosen = preferences.of(request)
        user = new_guest(name or suggested_name(request))
        preferences.keep(user, chosen)
        login(request, user, backend=BACKEND)
    elif user.is_guest and name:
        rename(user, name)
    return user


def rename(user: User, name: str) -> None:
    if name == user.nickname:
        return
    user.nickname = name
    user.save(update_fields=["nickname"])
    renamed.send(sender=User, user=user)
