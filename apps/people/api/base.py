"""The base class of this room's API views."""

from django.db.models import Model, QuerySet
from rest_framework.response import Response

from common.lists.paging import page
from games.api.base import View as Base
from people.api.shapes import NumberedPage, Place

A_PAGE = 50


class View(Base):
    def page(self, shape: type[NumberedPage], rows: QuerySet[Model], **context: object) -> Response:
        """One page of the rows after `?after=`, with the key of the next page."""
        listing = page(rows, str(self.query(Place).after or ""), A_PAGE)
        return Response(shape(listing, context=context).data)
