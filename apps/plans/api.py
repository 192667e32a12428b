"""A player's conditional moves, as JSON."""

from dataclasses import dataclass
from typing import Annotated

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api.documented import changes, changes_by_body, reads
from common.api.shapes import Shape
from common.wishes import NULLABLE, Between, Most, shape_of
from games import game_refusals
from games.api.base import View
from games.positions import memory
from plans import actions, queries
from plans.fitting import Line

LARGEST_HALF = 18


@dataclass(frozen=True, slots=True)
class PlanLine:
    """A conditional move: play *tile* on an end that shows *end*."""

    tile: Annotated[str, Between(3, 5), 'A tile in your hand, higher half first: "5-3".']
    end: Annotated[
        int | None,
        NULLABLE,
        Between(0, LARGEST_HALF),
        "The number that the end must show. Null or missing: any end that takes the tile.",
    ] = None


@dataclass(frozen=True, slots=True)
class PlanSent:
    """All your conditional moves; they replace the saved ones."""

    lines: Annotated[tuple[PlanLine, ...], Most(actions.LONGEST_PLAN), "In order: we play the first that fits."]


class PlanLineShown(Shape):
    tile = serializers.CharField()
    end = serializers.IntegerField(allow_null=True)


class PlanShown(Shape):
    """Only you can see it. *version*: the game's version that it belongs to."""

    version = serializers.IntegerField()
    lines = PlanLineShown(many=True)


class Plan(View):
    @extend_schema(
        operation_id="plan_read",
        summary="Get your conditional moves",
        description="A few seconds after your turn starts, the server plays the first one that fits and removes it. To "
        "others, it looks like any other move. "
        "The server drops a conditional move when its tile is played, and all of them when the round ends.",
        responses=reads(PlanShown, 403, 404),
    )
    def get(self, _request: Request, public_id: str) -> Response:
        return self._plan(public_id)

    @extend_schema(
        operation_id="plan_save",
        summary="Save conditional moves",
        description="If it's your turn, the server plays the first one that fits at once.",
        request=shape_of(PlanSent),
        responses=changes_by_body(PlanShown, 404, 409),
    )
    def put(self, _request: Request, public_id: str) -> Response:
        lines = [Line(line.tile, line.end) for line in self.body(PlanSent).lines]
        actions.save_plan(public_id=public_id, player=self.player_at(public_id), lines=lines)
        return self._plan(public_id)

    @extend_schema(
        operation_id="plan_drop",
        summary="Delete your conditional moves",
        description="Nothing happens if you have none. Moves that we made for you stay.",
        request=None,
        responses=changes({204: OpenApiResponse(description="Deleted.")}, 404, 409),
    )
    def delete(self, _request: Request, public_id: str) -> Response:
        actions.save_plan(public_id=public_id, player=self.player_at(public_id), lines=[])
        return Response(status=204)

    def _plan(self, public_id: str) -> Response:
        table = memory.current(public_id)
        seat = table.seat_of(self.player_at(public_id).pk)
        if seat is None:
            raise game_refusals.not_seated()
        return Response(PlanShown({"version": table.version, "lines": queries.plan_of(table, seat)}).data)
