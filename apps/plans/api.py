"""A player's conditional moves, as JSON."""

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api.documented import changes, changes_by_body, reads
from common.api.inputs import Input, Text, Whole
from common.api.shapes import Shape
from games import game_refusals
from games.api.base import View
from games.positions import memory
from plans import actions, queries
from plans.fitting import Line

LARGEST_HALF = 18


class PlanLine(Input):
    """A conditional move: play *tile* on an end that shows *end*."""

    tile = Text(min_length=3, max_length=5, help_text='A tile in your hand, higher half first: "5-3".')
    end = Whole(
        required=False, allow_null=True, default=None, min_value=0, max_value=LARGEST_HALF,
        help_text="The number that the end must show. Null or missing: any end that takes the tile.",
    )  # fmt: skip


class PlanSent(Input):
    """All your conditional moves; they replace the saved ones."""

    lines = PlanLine(  # type: ignore[call-arg]  # of the list that `many` makes
        many=True, max_length=actions.LONGEST_PLAN, help_text="In order: we play the first that fits."
    )


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
        request=PlanSent,
        responses=changes_by_body(PlanShown, 404, 409),
    )
    def put(self, _request: Request, public_id: str) -> Response:
        lines = [Line(line["tile"], line["end"]) for line in self.body(PlanSent)["lines"]]
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
