"""Pages of lists as they are answered: how one asks for a page, and what it is."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from common.api.inputs import Input
from common.paging import Page, no_such_page

ANOTHER = "Of another page; null: there is none."


class Cursor(serializers.CharField):
    """Where a page begins; `page_answer` tells one that leads nowhere."""

    def __init__(self, **named: Any) -> None:
        words = {"help_text": "From `next` or `previous`."} | named
        super().__init__(required=False, default="", allow_blank=True, max_length=200, **words)


class WhichPage(Input):
    """Which page of the list."""

    cursor = Cursor()


# (Not a docstring: the schema would tell it of every list.) A page of a list; its *results* are for each list to say.
class PageShape(serializers.Serializer[Any]):
    next = serializers.URLField(allow_null=True, help_text=ANOTHER)
    previous = serializers.URLField(allow_null=True, help_text=ANOTHER)


def page_answer(request: Request, page: Page[Any], results: list[Any], *, name: str = "cursor") -> dict[str, Any]:
    """A `PageShape`: the addresses of the pages beside it have all that was asked for. *name*: of the cursor there.

    Raises 400 “invalid” about that name if the cursor leads nowhere.
    """
    tell_lost(page, name)

    def address(cursor: str) -> str | None:
        asked = request.query_params.copy()
        asked[name] = cursor
        return request.build_absolute_uri(f"?{asked.urlencode()}") if cursor else None

    return {"next": address(page.next), "previous": address(page.previous), "results": results}


def tell_lost(page: Page[Any], name: str) -> None:
    if page.lost:
        raise serializers.ValidationError({name: no_such_page()})
