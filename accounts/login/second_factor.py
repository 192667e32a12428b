"""Access to allauth's pages for passkeys, authenticator apps and recovery codes, and their addresses."""

from collections.abc import Callable
from functools import wraps

from allauth.mfa.base.views import IndexView
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponseBase
from django.urls import URLPattern, URLResolver
from django.views.decorators.cache import never_cache

from accounts.login.admission import for_accounts, guest_of, not_for_guests

View = Callable[..., HttpResponseBase]
BEFORE_LOGIN = {"mfa_authenticate", "mfa_login_webauthn"}


def as_stranger(view: View) -> View:
    """allauth redirects logged-in users. Guests count as logged in, but may be completing their account's login."""

    @wraps(view)
    def called(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if (guest := guest_of(request)) is not None:
            request.guest = guest  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        return view(request, *args, **kwargs)

    return called


def guarded(patterns: list[URLPattern | URLResolver]) -> list[URLPattern | URLResolver]:
    """allauth's addresses. Guests reach only the login ones."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            guarded(pattern.url_patterns)
        else:
            pattern.callback = (as_stranger if pattern.name in BEFORE_LOGIN else not_for_guests)(pattern.callback)
    return patterns


def security_page(request: HttpRequest) -> HttpResponseBase:
    """allauth's overview, within our settings."""
    page: HttpResponseBase = never_cache(for_accounts(IndexView.as_view()))(request)
    return page
