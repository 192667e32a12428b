"""The base class of this room's API views."""

from django.db.models import Model, QuerySet
from rest_framework.response import Response

from common.lists.paging import page
from games.api.base import View as Base
from people.api.shapes import NumberedPage, Place

A_PAGE = 50


class View(Base):
    def page(self, shape: type[NumberedPage], rows: QuerySet[Model], wanted: Place, **context: object) -> Response:
        """The page of the rows that is wanted, with the key of the next page."""
        listing = page(rows, "" if wanted.after is None else str(wanted.after), A_PAGE)
        return Response(shape(listing, context=context).data)
