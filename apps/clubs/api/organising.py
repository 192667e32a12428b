"""The API of clubs, for their organisers."""

from django.utils import timezone
from rest_framework.response import Response

from accounts import finding
from accounts.models import User
from clubs import actions, shown, wishes
from clubs.api import outputs
from clubs.api.base import DONE, View
from common.api.documented import endpoint
from common.api.pages import WhichPage, page_answer


class Requests(View):
    @endpoint("club_requests", "List who asks to join your club", outputs.ClubRequests, 404)
    def get(self, wanted: WhichPage, club: str) -> Response:
        """For organisers, the newest first. Empty for others."""
        requests = shown.requests(shown.seen(club, self.request.user), wanted.cursor)
        return Response(page_answer(outputs.ClubRequests, self.request, requests))


class OneRequest(View):
    @endpoint("club_accept", "Accept a request to join your club", DONE, 404, 409)
    def post(self, club: str, username: str) -> Response:
        """They are members at once."""
        actions.accept(public_id=club, by=self.player, player=finding.anybody(username), now=timezone.now())
        return self.done()

    @endpoint("club_refuse", "Decline a request to join your club", DONE, 404, 409)
    def delete(self, club: str, username: str) -> Response:
        """They can ask again after 30 days."""
        actions.decline(public_id=club, by=self.player, player=finding.anybody(username), now=timezone.now())
        return self.done()


class OneMember(View):
    @endpoint("club_role", "Change the role of a member", DONE, 404, 409)
    def put(self, player: User, wanted: wishes.ClubRole, club: str, username: str) -> Response:
        """For the owner. Only an organiser can become the owner."""
        member = finding.anybody(username)
        actions.set_any_role(public_id=club, by=player, player=member, role=wanted.role, now=timezone.now())
        return self.done()

    @endpoint("club_remove", "Remove a member from your club", DONE, 404, 409, 429)
    def delete(self, club: str, username: str) -> Response:
        """They can't join for 30 days, unless somebody invites them, and the link of the club changes. An organiser can
        remove 20 members an hour and 60 a day, the owner any number.
        """
        actions.remove(public_id=club, by=self.player, player=finding.anybody(username), now=timezone.now())
        return self.done()


class Invite(View):
    @endpoint("club_invite", "Invite a player to your club", DONE, 404, 409, 429)
    def post(self, player: User, wanted: wishes.ClubInvite, club: str) -> Response:
        """Each player once, and 20 players a day. Somebody who asked to join becomes a member."""
        person = finding.account(wanted.player)
        actions.invite(public_id=club, by=player, player=person, now=timezone.now())
        return self.done()


class Link(View):
    @endpoint("club_link", "Replace the invitation link of your club", outputs.ClubView, 404, 409)
    def post(self, club: str) -> Response:
        """The old one doesn't work any more."""
        actions.renew_link(public_id=club, by=self.player)
        return self.club(club)


class ClubName(View):
    @endpoint("club_rename", "Rename your club", outputs.ClubView, 404, 409)
    def put(self, player: User, wanted: wishes.ClubName, club: str) -> Response:
        """Once in 90 days, in which everybody sees the former name."""
        actions.rename(public_id=club, by=player, name=wanted.name, now=timezone.now())
        return self.club(club)


class Close(View):
    @endpoint("club_close", "Close your club for good", DONE, 404, 409)
    def post(self, club: str) -> Response:
        """All members leave. The results of its tournaments stay."""
        actions.close(public_id=club, by=self.player, now=timezone.now())
        return self.done()
