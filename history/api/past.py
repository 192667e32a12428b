"""My games that are over; how I stand against somebody."""

from dataclasses import asdict
from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import finding
from common import timestamps
from common.api.documented import reads
from common.api.pages import page_answer
from games.api.base import View
from games.models import Seat
from games.shown import table_view
from history import book, exports, lines
from history.against import head_to_head
from history.api import shapes
from history.lines import Wanted

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
        found = lines.past(self.player, wanted, cursor, A_PAGE)
        return Response(page_answer(request, found, [line(seat) for seat in found.rows]))


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
        return Response(
            {
                "username": other.username,
                "name": other.name,
                "against": asdict(both.against),
                "together": asdict(both.together),
                "variants": [{"variant": variant, **asdict(score)} for variant, score in both.variants],
                "longest_mine": both.longest[0],
                "longest_theirs": both.longest[1],
                "now": asdict(both.now) if both.now else None,
                "last": [line(seat) for seat in both.last],
            }
        )


def line(seat: Seat) -> dict[str, Any]:
    game = seat.game
    return {
        "id": game.public_id,
        "variant": game.variant,
        "name": game.rules.name,
        "status": game.status,
        "rated": game.rated,
        "result": book.result(seat),
        "you": seat.number,
        "seats": table_view.seats_shown(game),
        "totals": game.totals,
        "reason": game.reason,
        "started": timestamps.stamp(game.started_at),
        "finished": timestamps.stamp(game.finished_at),
    }
