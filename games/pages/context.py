from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games import queries


def waiting(request: HttpRequest) -> dict[str, Any]:
    """In how many games it is the reader's turn, for the header; asked only by pages that show it."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"waiting": 0}
    return {"waiting": SimpleLazyObject(lambda: queries.waiting_count(user.pk))}
