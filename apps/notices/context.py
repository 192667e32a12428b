from collections.abc import Callable
from functools import cache, partial

from django.http import HttpRequest
from django.utils import timezone

from common.database import mere_note
from notices import actions, queries


def header(request: HttpRequest) -> dict[str, object]:
    """The header's numbers: games that wait for the reader, new notifications and messages. Queried only by pages that
    show them.
    """
    if not getattr(getattr(request, "user", None), "is_authenticated", False):
        return {"waiting": 0, "unread": 0, "letters": 0}
    counts = cache(lambda: _counts(request))
    return {name: partial(_number, counts, name) for name in ("waiting", "unread", "letters")}


def _number(counts: Callable[[], queries.Counts], name: str) -> int:
    number: int = getattr(counts(), name)
    return number


def _counts(request: HttpRequest) -> queries.Counts:
    """Opening a game marks its notifications as read."""
    here = request.resolver_match
    at = here.kwargs["public_id"] if here is not None and here.url_name == "table" else ""
    assert request.user.pk is not None
    counts = queries.counts(request.user.pk, at)
    if counts.here:
        with mere_note():
            actions.mark_read(player=request.user.pk, now=timezone.now(), game=at)
    return counts
