"""People without an account: how they come in, and what they are called."""

import secrets

from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts import agents, browsers, database, preferences
from accounts.followers import followers
from accounts.models import User, new_guest
from common import address, limits


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

    A guest may change their name each time they sit down.
    """
    user = request.user
    if not user.is_authenticated:
        limits.check("guest", request)  # every guest is a row that stays: nobody makes thousands of them
        chosen = preferences.chosen_by(request)
        user = new_guest(name or suggested_name(request), address.origin(address.of_request(request)))
        preferences.store_choice(user, chosen)
        login(request, user)
    elif user.is_guest and name:
        rename(user, name)
    return user


def came_by_link(request: HttpRequest) -> bool:
    """Whether who plays here as a guest came by the guest's link, and may be somebody else: they play all the games,
    but make nothing that would outlast the link.
    """
    return bool(request.session.get(browsers.BY_LINK))


def come_by_link(request: HttpRequest, guest: User) -> None:
    """From now on this browser plays as the guest."""
    with browsers.kept(request, guest):
        login(request, guest)
        request.session[browsers.BY_LINK] = True
    agent = agents.name(request.headers.get("User-Agent", ""))
    for follower in followers():
        follower.came_by_link(guest, agent)


def make_link(guest: User) -> int:
    """A new link to all the guest's games; the one before is dead, and who came by it is logged out: how many."""
    guest.guest_key = secrets.token_urlsafe(24)
    guest.save(update_fields=["guest_key"])
    return browsers.end(guest, guest.browsers.filter(by_link=True))


def rename(user: User, name: str) -> None:
    """Raises `names.NotPossible` if somebody at one of their tables is called like that."""
    if name == user.nickname:
        return
    with transaction.atomic():
        database.hold(user)
        for follower in followers():
            follower.renaming(user, name)
        user.nickname = name
        user.save(update_fields=["nickname"])
    for follower in followers():
        follower.renamed(user)
