"""Player actions in a game, and the host's before it starts. Each address hands one request to one action."""

from collections.abc import Callable

from django.conf import settings
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common import limits
from common.api.documented import GUEST, changes, changes_by_body
from common.wishes import shape_of
from games import actions, queries
from games.api import outputs
from games.api.base import View
from games.api.inputs import Abort, Fill, Join, MoveSent, Seen, TakenBack


class JoinGame(View):
    @extend_schema(
        operation_id="games_join",
        summary="Join a game",
        description="The player who takes the last seat starts the game. " + GUEST,
        request=shape_of(Join),
        responses=changes_by_body(outputs.GameView, 404, 409),
    )
    def post(self, _request: Request, public_id: str) -> Response:
        wanted = self.body(Join)
        invited = settings.REGISTRATION == "invited"  # only then it matters how a guest came here
        by_link = invited and queries.find_game(public_id).invites_guests
        with self.player_or_guest(wanted.name, by_link=by_link) as player:
            actions.join_game(public_id=public_id, player=player, seat=wanted.seat, shuffle_seed=wanted.shuffle_seed)
        return self.table(public_id)


def wish(name: str, action: Callable[..., object], summary: str, description: str = "") -> Callable[..., Response]:
    """The POST handler of an action that needs no body. The answer is the game after the action."""

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
        "leave", actions.leave_game, "Leave a game", "Works before the start. The host can't leave, but can cancel."
    )


class CancelGame(View):
    post = wish(
        "cancel",
        actions.cancel_game,
        "Cancel your open game",
        "Only the host can, before the start. The other players get a notification.",
    )


class Computers(View):
    @extend_schema(
        operation_id="games_computers_seat",
        summary="Add computers",
        description="Fills one free seat of your open game, or all that aren't reserved. The last one starts the game.",
        request=shape_of(Fill),
        responses=changes_by_body(outputs.GameView, 404, 409),
    )
    def post(self, request: Request, public_id: str) -> Response:
        wanted = self.body(Fill)
        limits.check("new_game", request)
        host = self.player_at(public_id)
        if wanted.seat is None:
            actions.fill_with_computers(public_id=public_id, host=host, level=wanted.level)
        else:
            actions.seat_computer(public_id=public_id, host=host, seat=wanted.seat, level=wanted.level)
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


class BackGame(View):
    post = wish(
        "back",
        actions.come_back,
        "Take over from the computer",
        "Use it when a computer plays for you because you ran out of time. Making a move has the same effect.",
    )


class ResignGame(View):
    post = wish(
        "resign", actions.resign_game, "Resign a game", "With two sides the other side wins; with more, they play on."
    )


class AbortGame(View):
    @extend_schema(
        operation_id="games_abort",
        summary="Abort a game",
        description="Ends the game without a result. This works before the players' second move. You can abort one "
        "rated game a day (UTC). If you abort another, you get the error `abort_is_loss`. With `loss`, you resign it "
        "instead. `games/<id>/ratings/` shows which of the two it would be.",
        request=shape_of(Abort),
        responses=changes_by_body(outputs.GameView, 404, 409),
    )
    def post(self, _request: Request, public_id: str) -> Response:
        as_loss = self.body(Abort).loss
        actions.abort_game(public_id=public_id, player=self.player_at(public_id), as_loss=as_loss)
        return self.table(public_id)


class Moves(View):
    @extend_schema(
        operation_id="games_move",
        summary="Make a move",
        description="Play, draw, pass or bid. After your move, we make every draw, pass and turn-over that is forced.",
        request=shape_of(MoveSent),
        responses=changes_by_body(outputs.Played, 404, 409),
    )
    def post(self, _request: Request, public_id: str) -> Response:
        sent = self.body(MoveSent)
        played = actions.play_move(
            public_id=public_id,
            seat=self.my_seat(public_id),
            text=sent.move,
            version=sent.version,
            key=sent.key,
        )
        answer: dict[str, object] = {"version": played.version}
        if sent.view:
            answer["view"] = queries.table_for(public_id, self.player_at(public_id))
        return Response(answer)


class TakeBack(View):
    @extend_schema(
        operation_id="games_take_back",
        summary="Take back your last move",
        description="Works when you play alone against computers. It undoes the last move you chose in the current "
        "deal, and every move after it. The tiles are not shuffled again. If you then win, the game doesn't count in "
        "your results against computers.",
        request=shape_of(TakenBack),
        responses=changes_by_body(outputs.Played, 404, 409),
    )
    def post(self, _request: Request, public_id: str) -> Response:
        version = self.body(TakenBack).version
        taken = actions.take_back(public_id=public_id, player=self.player_at(public_id), version=version)
        return Response({"version": taken.version})


class RematchGame(View):
    @extend_schema(
        operation_id="games_rematch",
        summary="Offer or accept a rematch",
        description="Works for seven days after the end. Returns the new game. Every player moves up one seat.",
        request=None,
        responses=changes(outputs.GameView, 404, 409),
    )
    def post(self, _request: Request, public_id: str) -> Response:
        limits.check("rematch", self.request)
        return self.table(actions.offer_rematch(public_id=public_id, player=self.player).public_id)

    @extend_schema(
        operation_id="games_rematch_drop",
        summary="Withdraw or decline a rematch",
        description="Works until the rematch starts. The player who asked cancels it; a player who has accepted leaves "
        "it, and may accept again; a player who was asked declines. Returns the game that has ended.",
        request=None,
        responses=changes(outputs.GameView, 404, 409),
    )
    def delete(self, _request: Request, public_id: str) -> Response:
        limits.check("rematch", self.request)
        actions.drop_rematch(public_id=public_id, player=self.player)
        return self.table(public_id)


class SeenGame(View):
    @extend_schema(
        operation_id="games_seen",
        summary="Mark a version as seen",
        description="From then on, `since` in your view lists only what happened after this version.",
        request=shape_of(Seen),
        responses=changes_by_body({204: OpenApiResponse(description="Noted.")}, 404),
    )
    def post(self, _request: Request, public_id: str) -> Response:
        version = self.body(Seen).version
        actions.mark_seen(public_id=public_id, seat=self.my_seat(public_id), version=version)
        return Response(status=204)
