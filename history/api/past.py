"""My games that are over; how I stand against somebody."""

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import finding
from common.api.documented import reads
from common.api.pages import page_answer
from games.api.base import View
from history import exports, past_games
from history.against import head_to_head
from history.api import shapes
from history.past_games import Wanted

A_PAGE = 50


class History(View):
    @extend_schema(
        operation_id="history_list",
        summary="My games that are over",
        description="The newest first. All filters must hold.",
        parameters=[shapes.WhichPast],
        responses=reads(shapes.PastGames, 400, 404),
    )
    def get(self, request: Request) -> Response:
        asked = self.query(shapes.WhichPast)
        cursor, username = asked.pop("cursor"), asked.pop("player")
        wanted = Wanted(person=finding.anybody(username) if username else None, **asked)
        found = past_games.past(self.player, wanted, cursor, A_PAGE)
        return Response(page_answer(shapes.PastGames, request, found))


class Export(View):
    @extend_schema(
        operation_id="history_export",
        summary="All my games in one file",
        description="A `dominoes/1` record a line, the newest game first, each with a further key `game` for what a "
        "record doesn't say. Of games that run only the finished deals.",
        responses=reads({(200, "application/x-ndjson"): OpenApiTypes.STR}),
    )
    def get(self, request: Request) -> HttpResponseBase:
        return exports.response(request._request, self.player)


class HeadToHead(View):
    @extend_schema(
        operation_id="head_to_head",
        summary="Me against somebody",
        responses=reads(shapes.HeadToHead, 404),
    )
    def get(self, _request: Request, username: str) -> Response:
        other = finding.anybody(username)
        return Response(shapes.HeadToHead({"other": other, "both": head_to_head(self.player, other)}).data)
