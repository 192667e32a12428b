"""People without an account: how they enter, and their names."""

import re
import secrets
from functools import cache

from django.conf import settings
from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext as _

from accounts import agents, browsers, database, preferences, registration
from accounts.followers import followers
from accounts.models import User, new_guest
from common import address, limits
from common.database import tried_again


def suggested_name(request: HttpRequest) -> str:
    """The initial value of the name field: the guest's name, or a new one so that one click suffices."""
    if request.user.is_authenticated:
        return request.user.name
    return _("Guest %(n)d") % {"n": 100 + secrets.randbelow(900)}


def has_suggested_name(user: User) -> bool:
    """Whether a guest kept the name that we suggested, in any language."""
    return user.is_guest and bool(_suggestions().fullmatch(user.name))


@cache
def _suggestions() -> re.Pattern[str]:
    names = []
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            names.append(re.escape(_("Guest %(n)d") % {"n": 100}).replace("100", r"\d{3}"))
    return re.compile("|".join(names))


def needs_name(request: HttpRequest) -> bool:
    """Accounts set their name in the settings; everyone else chooses one when joining a game."""
    return not request.user.is_authenticated or request.user.is_guest


def player(request: HttpRequest, name: str | None, *, by_link: bool = False) -> User:
    """The player in this browser: the logged-in user, or a new guest whom we log in. *by_link*: of a private game.

    Guests may change their name each time they join a game. Raises `Forbidden` if the site takes no new guests.
    """
    user = request.user
    if not user.is_authenticated:
        registration.check_guest(by_link=by_link)
        limits.check("guest", request)  # guests' rows are permanent, so creating them is rate limited
        chosen = preferences.chosen_by(request)
        user = new_guest(name or suggested_name(request), address.origin(address.of_request(request)))
        preferences.store_choice(user, chosen)
        login(request, user)
    elif user.is_guest and name:
        rename(user, name)
    return user


def came_by_link(request: HttpRequest) -> bool:
    """Whether this guest's browser came by the guest's link. It may be someone else's, so it can play all games but
    can't create anything that outlasts the link.
    """
    return bool(request.session.get(browsers.BY_LINK))


def come_by_link(request: HttpRequest, guest: User) -> None:
    """Log this browser in as the guest."""
    with browsers.staying_the_same_browser(request, guest):
        login(request, guest)
        request.session[browsers.BY_LINK] = True
    agent = agents.name(request.headers.get("User-Agent", ""))
    for follower in followers():
        follower.came_by_link(guest, agent)


def make_link(guest: User) -> int:
    """Replace the link to all the guest's games. Log out browsers that used the old one, and return how many there
    were.
    """
    guest.guest_key = secrets.token_urlsafe(24)
    guest.save(update_fields=["guest_key"])
    return browsers.end(guest, guest.browsers.filter(by_link=True))


def rename(user: User, name: str) -> None:
    """Raises `names.NotPossible` if another player in one of their games has this name."""
    if name == user.nickname:
        return
    _store_name(user, name)
    user.nickname = name
    for follower in followers():
        follower.renamed(user)


@tried_again
@transaction.atomic
def _store_name(user: User, name: str) -> None:
    row = database.hold(user)
    for follower in followers():
        follower.renaming(user, name)
    row.nickname = name
    row.save(update_fields=["nickname"])
