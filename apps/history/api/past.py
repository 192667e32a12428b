"""The reader's finished games, and their head-to-head results."""

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import finding
from accounts.api.base import View
from common.api.documented import reads
from common.api.pages import page_answer
from common.wishes import shape_of
from history import exports, glance, past_games
from history.against import head_to_head
from history.api import shapes
from history.glance import WantedOpponents, WantedResults
from history.past_games import Wanted

A_PAGE = 50


class History(View):
    @extend_schema(
        operation_id="history_list",
        summary="List your past games",
        description="The newest first. Games must match all filters. With `on`, the page starts at that day: "
        "`previous` leads to newer games and `next` to older ones.",
        parameters=[shape_of(Wanted)],
        responses=reads(shapes.PastGames, 400, 404),
    )
    def get(self, request: Request) -> Response:
        wanted = self.query(Wanted)
        found = past_games.past(past_games.lines(self.player, wanted), self.player, wanted, A_PAGE)
        changes = past_games.rating_changes(self.player, found.rows)
        return Response(page_answer(shapes.PastGames, request, found, changes=changes))


class Results(View):
    @extend_schema(
        operation_id="history_results",
        summary="Get your results",
        description="Results by variant and by month, streaks, margins and the best win. For results by opponent, see "
        "`me/history/opponents/`.",
        parameters=[shape_of(WantedResults)],
        responses=reads(shapes.Results, 400),
    )
    def get(self, _request: Request) -> Response:
        found = glance.glance(self.player, self.query(WantedResults).computers, 0)
        best = None if found.computers else glance.best_win(self.player)
        return Response(shapes.Results(found, context={"best": best}).data)


class Opponents(View):
    @extend_schema(
        operation_id="history_opponents",
        summary="List your opponents",
        description="With the results against each; those you played most come first.",
        parameters=[shape_of(WantedOpponents)],
        responses=reads(shapes.Opponents, 400, 404),
    )
    def get(self, request: Request) -> Response:
        found = glance.opponents(self.player, self.query(WantedOpponents), A_PAGE)
        return Response(page_answer(shapes.Opponents, request, found))


class Export(View):
    @extend_schema(
        operation_id="history_export",
        summary="Download all your games",
        description="One `dominoes/1` record per line, the newest game first. The extra key `game` has what a record "
        "leaves out. Games in play have only their finished deals.",
        responses=reads({(200, "application/x-ndjson"): OpenApiTypes.STR}),
    )
    def get(self, request: Request) -> HttpResponseBase:
        return exports.response(request._request, self.player)


class HeadToHead(View):
    @extend_schema(
        operation_id="head_to_head",
        summary="Get your head-to-head results with a player",
        description="Your finished games against and with each other: won, drawn and lost, streaks, and the last ten.",
        responses=reads(shapes.HeadToHead, 404),
    )
    def get(self, _request: Request, username: str) -> Response:
        other = finding.anybody(username)
        both = head_to_head(self.player, other)
        changes = past_games.rating_changes(self.player, both.last)
        return Response(shapes.HeadToHead(both, context={"other": other, "changes": changes}).data)
