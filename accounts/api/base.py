"""The base class of API views that know their caller."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.contrib.auth import login
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request

from accounts import guests, registration
from accounts.api.authentication import TokenAuthentication, check_scope
from accounts.login import security
from accounts.models import User, new_guest
from common import address, limits, refusals
from common.api import base


class View(base.View):
    authentication_classes = [TokenAuthentication, SessionAuthentication]
    reads = "read"  # the scope that a token needs for GET …
    writes = "play"  # … and for all other methods

    def check_throttles(self, request: Request) -> None:
        super().check_throttles(request)  # before the scope check, so that requests without the scope count, too
        check_scope(request, self)

    @property
    def player(self) -> User:
        """The caller. Raises 401 for visitors without an account or guest session."""
        if not self.request.user.is_authenticated:
            raise exceptions.NotAuthenticated
        return self.request.user

    def not_by_link(self) -> None:
        """Raise `Forbidden` for a session from a guest's link. Nothing it creates may outlast the link."""
        if self.request.auth is None and guests.came_by_link(self.request._request):
            raise refusals.Forbidden(
                "came_by_link", _("You can do this only in the browser where the guest started playing.")
            )

    def must_be_the_owner(self) -> None:
        """Call before adding what outlasts the request: a token, a webhook, a messenger, a calendar link.

        Raise `Forbidden` for a token, which may be revoked, a guest's link, and a session that gave no password lately.
        """
        if self.request.auth is not None:
            raise refusals.Forbidden(
                "session_only", _("A token can’t add this, as it would outlast the token. Log in to add it.")
            )
        self.not_by_link()
        if security.must_ask_again(self.request._request):
            raise refusals.Forbidden("password_needed", _("Confirm your password first, or do this in your settings."))

    @contextmanager
    def player_or_guest(self, name: str, *, by_link: bool = False) -> Iterator[User]:
        """The caller, or a new guest named *name* (*by_link*: of a private game).

        The guest is logged in after the block, and deleted if it fails.
        """
        if self.request.user.is_authenticated:
            yield guests.player(self.request, name)
            return
        self._only_by_our_pages()
        registration.check_guest(by_link=by_link)
        limits.check("guest", self.request)
        origin = address.origin(address.of_request(self.request._request))
        guest = new_guest(name or guests.suggested_name(self.request), origin)
        try:
            yield guest
        except Exception:
            guest.delete()
            raise
        login(self.request, guest)

    def _only_by_our_pages(self) -> None:
        """Raise `PermissionDenied` for a request from another site.

        Such a form would make its reader a new guest, and the new cookie would replace the one for their own seats.
        Programs send no origin, and need no CSRF token before they have an identity.
        """
        ours = {self.request.build_absolute_uri("/").rstrip("/"), *settings.CSRF_TRUSTED_ORIGINS}
        if self.request.headers.get("Origin", "") not in {"", *ours}:
            raise exceptions.PermissionDenied("CSRF Failed: Origin checking failed.")
