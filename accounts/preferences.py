"""Display preferences: stored in the account, or for strangers in cookies of the same names."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.followers import followers
from accounts.models import User
from common import banner

ON_OFF = ["on", "off"]
ALLOWED = {  # the first of each is the default
    "theme": User.Theme.values,
    "sending": User.Sending.values,
    "felt": User.Felt.values,
    "tiles": User.Tiles.values,
    "faces": User.Faces.values,
    "sound": ON_OFF,
    "motion": ON_OFF,
    "reactions": ON_OFF,
    "coach": ON_OFF,
}
# Only for accounts and guests, because strangers don't play.
HOW_TO_PLAY = ["autoplay", "advance", "looking", "shows_here", "gives_puzzles"]
A_YEAR = 365 * 86_400


def chosen_by(request: HttpRequest) -> dict[str, str]:
    """The preferences as values of the page's data attributes."""
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return {name: _as_text(getattr(user, name)) for name in [*ALLOWED, *HOW_TO_PLAY]}
    return {
        name: value if (value := request.COOKIES.get(name, "")) in allowed else allowed[0]
        for name, allowed in ALLOWED.items()
    }


def _as_text(value: str | bool) -> str:
    return value if isinstance(value, str) else "on" if value else "off"


def store_choice(user: User, chosen: dict[str, str]) -> None:
    """Write preferences to an account; those not *chosen* keep their value."""
    looked = user.shows_looking, user.shows_here
    names = [name for name in [*ALLOWED, *HOW_TO_PLAY] if chosen.get(name)]
    for name in names:
        setattr(user, name, chosen[name] if isinstance(getattr(user, name), str) else chosen[name] == "on")
    user.save(update_fields=names)
    if (user.shows_looking, user.shows_here) != looked:
        for follower in followers():
            follower.looking_changed(user)


def keep_language(user: User, language: str | None) -> None:
    """Remember the language of what we send to them: mail, pushes and calls."""
    if language and language != user.language:
        user.language = language
        user.save(update_fields=["language"])


def set_cookies(response: HttpResponse, chosen: dict[str, str]) -> None:
    for name in ALLOWED.keys() & chosen.keys():
        response.set_cookie(name, chosen[name], max_age=A_YEAR, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE)


def context(request: HttpRequest) -> dict[str, object]:
    """Every page needs these. *url_name*: of the open page; empty at an address without one."""
    return {
        "preferences": chosen_by(request),
        "source_url": settings.SOURCE_URL,
        "imprint_url": settings.IMPRINT_URL,
        "privacy_url": settings.PRIVACY_URL,
        "banner": banner.text,
        "site_url": settings.SITE_URL,
        "has_dumps": bool(settings.DUMPS),
        "url_name": request.resolver_match.url_name if request.resolver_match else "",
    }
