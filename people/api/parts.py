"""What the addresses about people share."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from rest_framework.response import Response

from accounts.models import User
from common import refusals
from common.paging import page
from games.api.base import View as Base
from people.api.shapes import Place
from people.naming import by_usernames

A_PAGE = 50


class View(Base):
    def page(self, rows: QuerySet[Any], line: Callable[[Any], dict[str, Any]]) -> Response:
        """A page of rows, the newest first, and where the next one begins."""
        found = page(rows, str(self.query(Place).get("after", "")), A_PAGE)
        return Response({"next": int(found.next) if found.next else None, "results": [line(row) for row in found.rows]})


def people_of(usernames: list[str]) -> list[User]:
    """Accounts by their user names. Raises `NotFound` for the first that isn't."""
    try:
        return by_usernames(usernames)
    except refusals.Unreadable as refused:
        raise refusals.NotFound(refused.code, refused.message) from None


def person_of(username: str) -> User:
    return people_of([username])[0]
