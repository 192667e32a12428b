"""Adding and removing computers in an open game, for its host."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common import limits
from common.api.documented import changes, changes_by_body
from games import actions
from games.api import outputs
from games.api.base import View
from games.api.inputs import Fill


class Computers(View):
    @extend_schema(
        operation_id="games_computers_seat",
        summary="Add computers",
        description="Fills one free seat of your open game, or all that aren't reserved. The last one starts the game.",
        request=Fill,
        responses=changes_by_body(outputs.GameView, 404, 409),
    )
    def post(self, request: Request, public_id: str) -> Response:
        wanted = self.body(Fill)
        limits.check("new_game", request)
        host = self.player_at(public_id)
        if wanted["seat"] is None:
            actions.fill_with_computers(public_id=public_id, host=host, level=wanted["level"])
        else:
            actions.seat_computer(public_id=public_id, host=host, seat=wanted["seat"], level=wanted["level"])
        return self.table(public_id)


class OneComputer(View):
    @extend_schema(
        operation_id="games_computers_send_away",
        summary="Remove a computer",
        description="Works before the game starts. The seat becomes free.",
        request=None,
        responses=changes(outputs.GameView, 404, 409),
    )
    def delete(self, _request: Request, public_id: str, seat: int) -> Response:
        actions.send_computer_away(public_id=public_id, host=self.player_at(public_id), seat=seat)
        return self.table(public_id)
