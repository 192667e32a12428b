"""Passkeys, authenticator apps and recovery codes are allauth's; here is who may reach them, and where."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponseBase
from django.urls import URLPattern, URLResolver
from django.views.decorators.cache import never_cache

from accounts.models import User

View = Callable[..., HttpResponseBase]
BEFORE_LOGIN = {"mfa_authenticate", "mfa_login_webauthn"}


def guest_of(request: HttpRequest) -> User | None:
    """The guest who is about to log in, if somebody has played here as one."""
    guest: Any = getattr(request, "guest", request.user)
    return guest if getattr(guest, "is_guest", False) else None


def as_stranger(view: View) -> View:
    """allauth sends away who is logged in; a guest is, but may well give the second half of his account's login."""

    @wraps(view)
    def called(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if (guest := guest_of(request)) is not None:
            request.guest = guest  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        return view(request, *args, **kwargs)

    return called


def guarded(patterns: list[Any]) -> list[URLPattern | URLResolver]:
    """allauth's addresses: guests get to none of them but to log in."""
    from accounts.views import not_for_guests

    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            guarded(pattern.url_patterns)
        else:
            pattern.callback = (as_stranger if pattern.name in BEFORE_LOGIN else not_for_guests)(pattern.callback)
    return patterns


def security_page(request: HttpRequest) -> HttpResponseBase:
    """allauth's overview, among the settings."""
    from allauth.mfa.base.views import IndexView

    from accounts.views import for_accounts

    page: HttpResponseBase = never_cache(for_accounts(IndexView.as_view()))(request)
    return page
