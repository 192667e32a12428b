"""Player actions in a game. Each address hands one request to one action."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common import limits
from common.api.documented import GUEST, changes, changes_by_body
from games import actions, queries
from games.api import outputs
from games.api.base import View
from games.api.inputs import Abort, Join, MoveSent, Seen, TakenBack


class JoinGame(View):
    @extend_schema(
        operation_id="games_join",
        summary="Join a game",
        description="Who takes the last seat starts the game. " + GUEST,
        request=Join,
        responses=changes_by_body(outputs.GameView, 404, 409),
    )
    def post(self, _request: Request, public_id: str) -> Response:
        wanted = self.body(Join)
        with self.player_or_guest(wanted.pop("name")) as player:
            actions.join_game(public_id=public_id, player=player, **wanted)
        return self.table(public_id)


def wish(name: str, action: Callable[..., Any], summary: str, description: str = "") -> Callable[..., Response]:
    """What needs no body: one action, and the answer is the table as it is then."""

    @extend_schema(
        operation_id=f"games_{name}",
        summary=summary,
        description=description,
        request=None,
        responses=changes(outputs.GameView, 404, 409),
    )
    def post(self: View, _request: Request, public_id: str) -> Response:
        action(public_id=public_id, player=self.player_at(public_id))
        return self.table(public_id)

    return post


class LeaveGame(View):
    post = wish(
        "leave", actions.leave_game, "Stand up again", "Before the start, and not whose game it is: they cancel."
    )


class CancelGame(View):
    post = wish("cancel", actions.cancel_game, "Take an open game back")


class BackGame(View):
    post = wish(
        "back",
        actions.come_back,
        "Play yourself again",
        "Where a computer plays on for you as your time was over. Any move of yours does the same.",
    )


class ResignGame(View):
    post = wish(
        "resign", actions.resign_game, "Give up", "With two sides the other one wins; with more the others play on."
    )


class AbortGame(View):
    @extend_schema(
        operation_id="games_abort",
        summary="End a game that has hardly begun",
        description="Without result, before the players' second move. Of rated games you may abort one a day (UTC): "
        "each further one is refused with `abort_is_loss`, unless you say `loss`; then you resign it. "
        "`games/<id>/ratings/` tells which it is.",
        request=Abort,
        responses=changes_by_body(outputs.GameView, 404, 409),
    )
    def post(self, _request: Request, public_id: str) -> Response:
        as_loss = self.body(Abort)["loss"]
        actions.abort_game(public_id=public_id, player=self.player_at(public_id), as_loss=as_loss)
        return self.table(public_id)


class Moves(View):
    @extend_schema(
        operation_id="games_move",
        summary="Play, draw, pass, bid …",
        description="Draws, passes and turns that are the only thing to do are made for you, right after the move.",
        request=MoveSent,
        responses=changes_by_body(outputs.Played, 404, 409),
    )
    def post(self, _request: Request, public_id: str) -> Response:
        sent = self.body(MoveSent)
        played = actions.play_move(
            public_id=public_id,
            seat=self.my_seat(public_id),
            text=sent["move"],
            version=sent["version"],
            key=sent["key"],
        )
        answer: dict[str, Any] = {"version": played.version}
        if sent["view"]:
            answer["view"] = queries.table_for(public_id, self.player_at(public_id))
        return Response(answer)


class TakeBack(View):
    @extend_schema(
        operation_id="games_take_back",
        summary="Take back your last move",
        description="Where you play alone against computers: the last move of the running deal that you have chosen is "
        "undone, and all that followed it. The tiles are not shuffled again. If you win the game, it doesn't count in "
        "how you fare against computers.",
        request=TakenBack,
        responses=changes_by_body(outputs.Played, 404, 409),
    )
    def post(self, _request: Request, public_id: str) -> Response:
        version = self.body(TakenBack)["version"]
        taken = actions.take_back(public_id=public_id, player=self.player_at(public_id), version=version)
        return Response({"version": taken.version})


class RematchGame(View):
    @extend_schema(
        operation_id="games_rematch",
        summary="Ask for a rematch, or accept one",
        description="The answer is the new game, everybody one seat further. Within seven days after the end.",
        request=None,
        responses=changes(outputs.GameView, 404, 409),
    )
    def post(self, _request: Request, public_id: str) -> Response:
        limits.check("rematch", self.request)
        return self.table(actions.offer_rematch(public_id=public_id, player=self.player).public_id)


class SeenGame(View):
    @extend_schema(
        operation_id="games_seen",
        summary="Say what has been looked at",
        description="`since` of the view then tells what came after this version.",
        request=Seen,
        responses=changes_by_body({204: OpenApiResponse(description="Noted.")}, 404),
    )
    def post(self, _request: Request, public_id: str) -> Response:
        version = self.body(Seen)["version"]
        actions.mark_seen(public_id=public_id, seat=self.my_seat(public_id), version=version)
        return Response(status=204)
