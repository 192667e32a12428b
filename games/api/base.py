"""Base classes of all API views."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpResponseBase, QueryDict
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import MultipleChoiceField
from rest_framework.views import APIView

from accounts import guests
from accounts.models import User, new_guest
from common import address, limits, refusals
from common.api.codec import JSONParser, JSONRenderer
from common.api.inputs import Input
from common.limits.throttling import headers
from games import game_refusals, memory, queries, seat_links
from games.api.authentication import TokenAuthentication, check_scope


# JSON in, JSON out. Answers depend on the caller, so caches must not store them. (Not a docstring: the schema would
# repeat it for every address without a description.)
class View(APIView):
    authentication_classes = [TokenAuthentication, SessionAuthentication]
    parser_classes = [JSONParser]
    renderer_classes = [JSONRenderer]
    writes = "play"  # the scope that a token needs for all methods except GET

    def check_throttles(self, request: Request) -> None:
        super().check_throttles(request)  # before the scope check, so that requests without the scope count, too
        check_scope(request, self)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        final: HttpResponseBase = super().finalize_response(request, response, *args, **kwargs)
        final.headers.setdefault("Cache-Control", "private, no-store")
        for name, value in headers(getattr(request._request, "usage", None)).items():
            final.headers.setdefault(name, value)
        return final

    def options(self, _request: Request, *_args: Any, **_kwargs: Any) -> Response:  # type: ignore[override]
        """Only the header Allow. The schema describes the rest."""
        return Response(status=204)

    def body(self, shape: type[Input]) -> dict[str, Any]:
        """The body, validated by *shape*. No body counts as an empty object."""
        sent = self.request.data
        if not isinstance(sent, dict):
            raise exceptions.ValidationError(_("The body must be a JSON object."))
        return _checked(shape, {} if isinstance(sent, QueryDict) else sent)

    def query(self, shape: type[Input]) -> dict[str, Any]:
        """The query string, validated by *shape*. An empty value counts as a value."""
        sent = self.request.query_params
        several = {name for name, field in shape().fields.items() if isinstance(field, MultipleChoiceField)}
        one = {name: sent[name] for name in sent if name not in several}
        return _checked(shape, one | {name: sent.getlist(name) for name in several})

    @property
    def player(self) -> User:
        """The caller. Raises 401 for visitors without an account or guest session."""
        if not self.request.user.is_authenticated:
            raise exceptions.NotAuthenticated
        return self.request.user

    def player_at(self, public_id: str) -> User:
        """The player the request acts for in this game: the caller or, with a private link, the owner of the seat.

        Raises 401 if there is neither.
        """
        reader = seat_links.reader(self.request, public_id)
        if not reader.is_authenticated:
            raise exceptions.NotAuthenticated
        if reader != self.request.user:  # REST framework checks CSRF only for logged-in callers
            SessionAuthentication().enforce_csrf(self.request)
        return reader

    def not_by_link(self) -> None:
        """Raise `Forbidden` for a session from a guest's link. Nothing it creates may outlast the link."""
        if self.request.auth is None and guests.came_by_link(self.request._request):
            raise refusals.Forbidden(
                "came_by_link", _("You can do this only in the browser where the guest started playing.")
            )

    @contextmanager
    def player_or_guest(self, name: str) -> Iterator[User]:
        """The caller, or a new guest named *name*. The guest is logged in after the block, and deleted if it fails."""
        if self.request.user.is_authenticated:
            yield guests.player(self.request, name)
            return
        self._only_by_our_pages()
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

    def my_seat(self, public_id: str) -> int:
        """The number of the caller's seat. Raises 401 for visitors, `NotFound`, and `Forbidden` for watchers."""
        seat = queries.seat_number(public_id, self.player_at(public_id))
        if seat is None:
            memory.current(public_id)  # raises NotFound if there is no such game
            raise game_refusals.not_seated()
        return seat

    def table(self, public_id: str, status: int = 200) -> Response:
        """The game as the caller may see it."""
        reader = seat_links.reader(self.request, public_id)
        return Response(queries.table_for(public_id, reader), status=status)


def _checked(shape: type[Input], sent: Any) -> dict[str, Any]:
    serializer = shape(data=sent)
    serializer.is_valid(raise_exception=True)
    checked: dict[str, Any] = serializer.validated_data
    return checked
