"""Paging in the API: how clients request a page, and its shape."""

from dataclasses import dataclass

from rest_framework import serializers
from rest_framework.request import Request

from common import wishes
from common.api.shapes import Shape
from common.lists.paging import Page, Row, no_such_page

ANOTHER = "The address of another page; null: there is none."


@dataclass(frozen=True, slots=True)
class WhichPage:
    """Which page of the list. `page_answer` reports an invalid cursor."""

    cursor: wishes.Cursor = ""


# A page of a list; each list defines its *results*. (Not a docstring: the schema would repeat it for every list.)
class PageShape(Shape):
    next = serializers.URLField(allow_null=True, help_text=ANOTHER)
    previous = serializers.URLField(allow_null=True, help_text=ANOTHER)

    def next_of(self, page: Page[object]) -> str | None:
        return self._address(page.next)

    def previous_of(self, page: Page[object]) -> str | None:
        return self._address(page.previous)

    def results_of(self, page: Page[object]) -> list[object]:
        return page.rows

    def _address(self, cursor: str) -> str | None:
        """The address of the page, with the same query."""
        request, name = self.context["request"], self.context["name"]
        asked = request.query_params.copy()
        asked[name] = cursor
        return request.build_absolute_uri(f"?{asked.urlencode()}") if cursor else None


def page_answer(
    shape: type[PageShape], request: Request, page: Page[Row], *, name: str = "cursor", **context: object
) -> dict[str, object]:
    """The page in its shape. *name*: of the cursor in addresses; *context*: what the rows need besides.

    Raises `NotFound` if the cursor is invalid.
    """
    if page.lost:
        raise no_such_page()
    return shape(page, context={"request": request, "name": name, **context}).data
