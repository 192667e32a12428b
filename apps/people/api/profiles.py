"""The API of search and profiles."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import finding
from common.api.documented import reads
from common.wishes import shape_of
from people import queries
from people.api import shapes
from people.api.base import View


class People(View):
    @extend_schema(
        operation_id="people_find",
        summary="Find people by name",
        description="At most eight accounts whose user name or display name starts with `q`.",
        parameters=[shape_of(shapes.Beginning)],
        responses=reads(shapes.Somebody(many=True), 400),
    )
    def get(self, _request: Request) -> Response:
        typed = self.query(shapes.Beginning).q
        return Response(shapes.Somebody(queries.found(typed, self.player), many=True).data)


class OnePerson(View):
    @extend_schema(
        operation_id="people_view",
        summary="View a person’s profile",
        description="What they show of themselves, their ratings, and how you know each other.",
        responses=reads(shapes.PersonView, 404),
    )
    def get(self, request: Request, username: str) -> Response:
        person = finding.account(username, "profile")
        return Response(shapes.PersonView(person, context={"reader": request.user}).data)
