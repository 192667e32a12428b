"""The reader's finished games, and their head-to-head results."""

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import finding
from common.api.documented import reads
from common.api.pages import page_answer
from games.api.base import View
from history import exports, glance, past_games
from history.against import head_to_head
from history.api import shapes
from history.past_games import Wanted

A_PAGE = 50


class History(View):
    @extend_schema(
        operation_id="history_list",
        summary="My games that are over",
        description="The newest first. All filters must hold. From a page that begins `on` a day, `previous` leads to "
        "newer games and `next` to older ones.",
        parameters=[shapes.WhichPast],
        responses=reads(shapes.PastGames, 400, 404),
    )
    def get(self, request: Request) -> Response:
        asked = self.query(shapes.WhichPast)
        cursor, username, on = asked.pop("cursor"), asked.pop("player"), asked.pop("on", None)
        wanted = Wanted(person=finding.anybody(username) if username else None, **asked)
        found = past_games.past(past_games.lines(self.player, wanted), self.player, cursor, A_PAGE, on)
        changes = past_games.rating_changes(self.player, found.rows)
        return Response(page_answer(shapes.PastGames, request, found, changes=changes))


class Results(View):
    @extend_schema(
        operation_id="history_results",
        summary="My results at a glance",
        description="Added up as games end: how games ended by game and by month, streaks, margins, the best win. By "
        "opponent they are under `me/history/opponents/`.",
        parameters=[shapes.WhichResults],
        responses=reads(shapes.Results, 400),
    )
    def get(self, _request: Request) -> Response:
        found = glance.glance(self.player, self.query(shapes.WhichResults)["computers"], 0)
        best = None if found.computers else glance.best_win(self.player)
        return Response(shapes.Results(found, context={"best": best}).data)


class Opponents(View):
    @extend_schema(
        operation_id="history_opponents",
        summary="Whom I have met, and how that went",
        description="The most met first.",
        parameters=[shapes.WhichOpponents],
        responses=reads(shapes.Opponents, 400, 404),
    )
    def get(self, request: Request) -> Response:
        asked = self.query(shapes.WhichOpponents)
        found = glance.opponents(self.player, asked["computers"], asked["opponent"], asked["cursor"], A_PAGE)
        return Response(page_answer(shapes.Opponents, request, found))


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
        both = head_to_head(self.player, other)
        changes = past_games.rating_changes(self.player, both.last)
        return Response(shapes.HeadToHead({"other": other, "both": both}, context={"changes": changes}).data)
