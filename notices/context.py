from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from notices import actions, queries


def bell(request: HttpRequest) -> dict[str, Any]:
    """How many notices are new to the reader, for the header; asked only by pages that show it."""
    if not getattr(getattr(request, "user", None), "is_authenticated", False):
        return {"unread": 0}
    return {"unread": SimpleLazyObject(lambda: _unread(request))}


def _unread(request: HttpRequest) -> int:
    """Who opens a game has read its notices."""
    reader = request.user
    assert isinstance(reader, User)
    unread = queries.unread_count(reader)
    here = request.resolver_match
    if unread and here is not None and here.url_name == "table":
        actions.mark_read(player=reader, now=timezone.now(), game=here.kwargs["public_id"])
        unread = queries.unread_count(reader)
    return unread
