"""The API of invitations by name."""

from dataclasses import asdict

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import finding
from common import limits
from common.api.documented import changes, changes_by_body, reads
from common.refusals import Forbidden
from common.wishes import shape_of
from games import queries as games
from games.api.outputs import GameView
from people import actions, queries
from people.api import shapes
from people.api.base import View

DONE = {204: OpenApiResponse(description="The seat is free again.")}


class MyInvitations(View):
    @extend_schema(
        operation_id="invitations_list",
        summary="List the invitations you haven’t answered",
        description="The newest first. Accept or decline each by the id of its game.",
        parameters=[shape_of(shapes.Place)],
        responses=reads(shapes.InvitationList, 400),
    )
    def get(self, _request: Request) -> Response:
        rows = queries.invitations_to(self.player).select_related("player")
        return self.page(shapes.InvitationList, rows)


class Accept(View):
    @extend_schema(
        operation_id="invitations_accept",
        summary="Accept an invitation",
        description="You join on your reserved seat. The game starts when the last seat is filled.",
        request=shape_of(shapes.Seed),
        responses=changes_by_body(GameView, 404, 409),
    )
    def post(self, _request: Request, public_id: str) -> Response:
        seed = self.body(shapes.Seed).shuffle_seed
        actions.accept_invitation(public_id=public_id, player=self.player, shuffle_seed=seed)
        return self.table(public_id)


class Decline(View):
    @extend_schema(
        operation_id="invitations_decline",
        summary="Decline an invitation, with a reason",
        description="Frees the seat that the host reserved for you. The host sees the reason.",
        request=shape_of(actions.Answer),
        responses=changes_by_body(DONE, 404, 409),
    )
    def post(self, _request: Request, public_id: str) -> Response:
        answer = asdict(self.body(actions.Answer))
        actions.decline_invitation(public_id=public_id, player=self.player, now=timezone.now(), **answer)
        return Response(status=204)


class Invite(View):
    @extend_schema(
        operation_id="games_invitations",
        summary="List the invitations to your game",
        description="For the host: who is invited, what they answered, and why they declined.",
        responses=reads(shapes.InvitationLine(many=True), 403, 404),
    )
    def get(self, _request: Request, public_id: str) -> Response:
        game = games.find_game(public_id)
        if game.creator_id != self.player.pk:
            raise Forbidden("not_host", "Only the host can see who is invited to this game.")
        rows = queries.invitations_of(game).select_related("game", "by")
        return Response(shapes.InvitationLine(rows, many=True).data)

    @extend_schema(
        operation_id="games_invite",
        summary="Invite players to your open game and reserve their seats",
        description="Each of them gets a notification, and finds the game in `me/invitations/`.",
        request=shape_of(shapes.Whom),
        responses=changes_by_body(shapes.InvitationLine(many=True), 404, 409, 429),
    )
    def post(self, _request: Request, public_id: str) -> Response:
        me, players = self.player, finding.accounts_called(self.body(shapes.Whom).players)
        limits.check("invite", self.request)
        made = actions.invite(public_id=public_id, by=me, players=players, now=timezone.now())
        return Response(shapes.InvitationLine(made, many=True).data)


class Withdraw(View):
    @extend_schema(
        operation_id="games_invite_withdraw",
        summary="Withdraw an invitation",
        description="The seat is free again. The invitation disappears from the player's list.",
        request=None,
        responses=changes(DONE, 404, 409),
    )
    def delete(self, _request: Request, public_id: str, username: str) -> Response:
        player = finding.anybody(username)
        actions.withdraw(public_id=public_id, by=self.player, player=player, now=timezone.now())
        return Response(status=204)
