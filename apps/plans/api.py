"""A player's conditional moves, as JSON."""

from dataclasses import dataclass
from typing import Annotated

from rest_framework import serializers
from rest_framework.response import Response

from common.api.documented import endpoint, nothing
from common.api.shapes import Shape
from common.wishes import NULLABLE, Between, Most
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
        "The number that the end must show, or the half of a matador that stays outside. Null or missing: any end"
        " that takes the tile. Null in Mexican Train, where your plan is your own train, tile by tile.",
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
    @endpoint("plan_read", "Get your conditional moves", PlanShown, 403, 404)
    def get(self, public_id: str) -> Response:
        """A few seconds after your turn starts, the server plays the first one that fits and removes it. To others, it
        looks like any other move. The server drops a conditional move when its tile is played, and all of them when the
        round ends.
        """
        return self._plan(public_id)

    @endpoint("plan_save", "Save conditional moves", PlanShown, 404, 409)
    def put(self, wanted: PlanSent, public_id: str) -> Response:
        """If it's your turn, the server plays the first one that fits at once."""
        lines = [Line(line.tile, line.end) for line in wanted.lines]
        actions.save_plan(public_id=public_id, player=self.player_at(public_id), lines=lines)
        return self._plan(public_id)

    @endpoint("plan_drop", "Delete your conditional moves", nothing("Deleted."), 404, 409)
    def delete(self, public_id: str) -> Response:
        """Nothing happens if you have none. Moves that we made for you stay."""
        actions.save_plan(public_id=public_id, player=self.player_at(public_id), lines=[])
        return Response(status=204)

    def _plan(self, public_id: str) -> Response:
        table = memory.current(public_id)
        seat = table.seat_of(self.player_at(public_id).pk)
        if seat is None:
            raise game_refusals.not_seated()
        return Response(PlanShown({"version": table.version, "lines": queries.plan_of(table, seat)}).data)
