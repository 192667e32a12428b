"""The plan of who asks, as JSON."""

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api.documented import changes, changes_by_body, reads
from common.api.inputs import Input, Text, Whole
from common.api.shapes import Shape
from games import game_refusals, memory
from games.api.base import View
from plans import actions, queries
from plans.fitting import Line

LARGEST_HALF = 18


class PlanLine(Input):
    """One line: play *tile* on an end that shows *end*."""

    tile = Text(min_length=3, max_length=5, help_text='Of your hand, the higher half first: "5-3".')
    end = Whole(
        required=False, allow_null=True, default=None, min_value=0, max_value=LARGEST_HALF,
        help_text="What the end must show. Null, or left out: any end that takes the tile.",
    )  # fmt: skip


class PlanSent(Input):
    """The whole plan; it takes the place of the one before."""

    lines = PlanLine(  # type: ignore[call-arg]  # of the list that `many` makes
        many=True, max_length=actions.LONGEST_PLAN, help_text="In order: the first that fits is played."
    )


class PlanLineShown(Shape):
    tile = serializers.CharField()
    end = serializers.IntegerField(allow_null=True)


class PlanShown(Shape):
    """Seen by you alone. *version*: of the game, for which it holds."""

    version = serializers.IntegerField()
    lines = PlanLineShown(many=True)


class Plan(View):
    @extend_schema(
        operation_id="plan_read",
        summary="What you have planned",
        description="Some seconds after your turn has begun the server plays the first line that fits, and takes it "
        "off the list; to others it looks like a move by hand. "
        "Lines whose tile is gone are dropped, and all of them with the deal.",
        responses=reads(PlanShown, 403, 404),
    )
    def get(self, _request: Request, public_id: str) -> Response:
        return self._plan(public_id)

    @extend_schema(
        operation_id="plan_save",
        summary="Plan ahead",
        description="If it is your turn by then, the first line that fits is played at once.",
        request=PlanSent,
        responses=changes_by_body(PlanShown, 404, 409),
    )
    def put(self, _request: Request, public_id: str) -> Response:
        lines = [Line(line["tile"], line["end"]) for line in self.body(PlanSent)["lines"]]
        actions.save_plan(public_id=public_id, player=self.player_at(public_id), lines=lines)
        return self._plan(public_id)

    @extend_schema(
        operation_id="plan_drop",
        summary="Drop the plan",
        request=None,
        responses=changes({204: OpenApiResponse(description="Nothing is planned any more.")}, 404, 409),
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
