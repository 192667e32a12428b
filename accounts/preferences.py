"""How somebody likes the site: in their account, or for strangers in cookies of the same names."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import User

ALLOWED = {
    "theme": User.Theme.values,
    "sending": User.Sending.values,
    "sound": ["on", "off"],
    "motion": ["on", "off"],
}
HOW_TO_PLAY = ["autoplay", "advance"]  # of accounts and guests alone: strangers play nothing
A_YEAR = 365 * 86_400


def chosen_by(request: HttpRequest) -> dict[str, str]:
    """The preferences as the page's data attributes say them."""
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return {
            "theme": user.theme,
            "sending": user.sending,
            "sound": "on" if user.sound else "off",
            "motion": "on" if user.motion else "off",
            **{name: "on" if getattr(user, name) else "off" for name in HOW_TO_PLAY},
        }
    return {
        name: value if (value := request.COOKIES.get(name, "")) in allowed else default
        for (name, allowed), default in zip(ALLOWED.items(), ("system", "submit", "on", "on"), strict=True)
    }


def store_choice(user: User, chosen: dict[str, str]) -> None:
    """Write preferences to an account."""
    user.theme, user.sending = chosen["theme"], chosen["sending"]
    user.sound, user.motion = chosen["sound"] == "on", chosen["motion"] == "on"
    for name in HOW_TO_PLAY:
        if chosen.get(name):
            setattr(user, name, chosen[name] == "on")
    user.save(update_fields=[*ALLOWED, *HOW_TO_PLAY])


def set_cookies(response: HttpResponse, chosen: dict[str, str]) -> None:
    for name in ALLOWED.keys() & chosen.keys():
        response.set_cookie(name, chosen[name], max_age=A_YEAR, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE)


def context(request: HttpRequest) -> dict[str, Any]:
    return {"preferences": chosen_by(request), "source_url": settings.SOURCE_URL, "site_url": settings.SITE_URL}
