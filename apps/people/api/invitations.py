"""The API of invitations by name."""

from dataclasses import asdict

from django.utils import timezone
from rest_framework.response import Response

from accounts import finding
from accounts.models import User
from common import limits
from common.api.documented import endpoint, nothing
from common.refusals import Forbidden
from games import queries as games
from games.api.outputs import GameView
from people import actions, queries
from people.api import shapes
from people.api.base import View

DONE = nothing("The seat is free again.")


class MyInvitations(View):
    @endpoint("invitations_list", "List the invitations you haven’t answered", shapes.InvitationList)
    def get(self, player: User, wanted: shapes.Place) -> Response:
        """The newest first. Accept or decline each by the id of its game."""
        rows = queries.invitations_to(player).select_related("player")
        return self.page(shapes.InvitationList, rows, wanted)


class Accept(View):
    @endpoint("invitations_accept", "Accept an invitation", GameView, 404, 409)
    def post(self, wanted: shapes.Seed, public_id: str) -> Response:
        """You join on your reserved seat. The game starts when the last seat is filled."""
        actions.accept_invitation(public_id=public_id, player=self.player, shuffle_seed=wanted.shuffle_seed)
        return self.table(public_id)


class Decline(View):
    @endpoint("invitations_decline", "Decline an invitation, with a reason", DONE, 404, 409)
    def post(self, wanted: actions.Answer, public_id: str) -> Response:
        """Frees the seat that the host reserved for you. The host sees the reason."""
        actions.decline_invitation(public_id=public_id, player=self.player, now=timezone.now(), **asdict(wanted))
        return Response(status=204)


class Invite(View):
    @endpoint("games_invitations", "List the invitations to your game", shapes.InvitationLine(many=True), 403, 404)
    def get(self, public_id: str) -> Response:
        """For the host: who is invited, what they answered, and why they declined."""
        game = games.find_game(public_id)
        if game.creator_id != self.player.pk:
            raise Forbidden("not_host", "Only the host can see who is invited to this game.")
        rows = queries.invitations_of(game).select_related("game", "by")
        return Response(shapes.InvitationLine(rows, many=True).data)

    @endpoint(
        "games_invite",
        "Invite players to your open game and reserve their seats",
        shapes.InvitationLine(many=True),
        404,
        409,
        429,
    )
    def post(self, player: User, wanted: shapes.Whom, public_id: str) -> Response:
        """Each of them gets a notification, and finds the game in `me/invitations/`."""
        players = finding.accounts_called(wanted.players)
        limits.check("invite", self.request)
        made = actions.invite(public_id=public_id, by=player, players=players, now=timezone.now())
        return Response(shapes.InvitationLine(made, many=True).data)


class Withdraw(View):
    @endpoint("games_invite_withdraw", "Withdraw an invitation", DONE, 404, 409)
    def delete(self, public_id: str, username: str) -> Response:
        """The seat is free again. The invitation disappears from the player's list."""
        player = finding.anybody(username)
        actions.withdraw(public_id=public_id, by=self.player, player=player, now=timezone.now())
        return Response(status=204)
