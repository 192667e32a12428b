"""The API of clubs, for everyone: find clubs, join, ask, leave."""

from contextlib import nullcontext

from django.utils import timezone
from rest_framework.response import Response

from accounts.models import User
from clubs import actions, queries, shown, wishes
from clubs.api import outputs
from clubs.api.base import A_PAGE, DONE, View
from common.api.documented import endpoint
from common.api.pages import WhichPage, page_answer
from common.lists.paging import page


class Clubs(View):
    @endpoint("clubs_list", "List clubs", outputs.ClubList, 404)
    def get(self, asked: wishes.WhichClubs) -> Response:
        """The biggest first. Clubs with one or two members aren't listed."""
        return Response(
            page_answer(outputs.ClubList, self.request, page(queries.listed(asked.name), asked.cursor, A_PAGE))
        )

    @endpoint("clubs_create", "Create a club", {201: outputs.ClubView}, 409, 429)
    def post(self, player: User, wish: wishes.NewClub) -> Response:
        """You need an account with a confirmed email address, own it, and can own three clubs."""
        made = actions.make(maker=player, name=wish.name, terms=wish.terms, now=timezone.now())
        return self.club(made.public_id, status=201)


class OneClub(View):
    @endpoint("club_view", "Get a club", outputs.ClubView, 404)
    def get(self, club: str) -> Response:
        """What everybody sees of it, and your role in it."""
        return self.club(club)

    @endpoint("club_edit", "Edit a club", outputs.ClubView, 404, 409)
    def put(self, player: User, wish: wishes.ClubTerms, club: str) -> Response:
        """For organisers. Replaces everything but the name; what you leave out gets its default."""
        actions.edit(public_id=club, by=player, terms=wish, now=timezone.now())
        return self.club(club)


class Members(View):
    @endpoint("club_members", "List the members of a club", outputs.ClubMembers, 404)
    def get(self, wanted: WhichPage, club: str) -> Response:
        """Those who joined first come first. Empty if only members see who is in the club. People whom you blocked, or
        who blocked you, are left out, unless you organise the club.
        """
        members = shown.members(shown.seen(club, self.request.user), wanted.cursor)
        return Response(page_answer(outputs.ClubMembers, self.request, members))


class MyClubs(View):
    @endpoint("me_clubs", "List your clubs", outputs.MyClub(many=True))
    def get(self, player: User) -> Response:
        """The one you joined first comes first."""
        return Response(outputs.MyClub(queries.mine(player), many=True).data)


class MyInvitations(View):
    @endpoint("me_club_invitations", "List your invitations to clubs", outputs.ClubInvitation(many=True))
    def get(self, player: User) -> Response:
        """The newest first, at most 50. To accept one, join the club."""
        return Response(outputs.ClubInvitation(queries.invitations(player)[:A_PAGE], many=True).data)


class MyInvitation(View):
    @endpoint("club_decline_invitation", "Decline an invitation to a club", DONE, 409)
    def delete(self, club: str) -> Response:
        """Nobody can invite you to this club again."""
        actions.decline_invitation(public_id=club, player=self.player, now=timezone.now())
        return self.done()


class Join(View):
    @endpoint("club_join", "Join a club", outputs.ClubView, 404, 409, guests=True)
    def post(self, sent: wishes.JoinClub, club: str) -> Response:
        """Open clubs take everyone with an account; others need an invitation or the link. Guests need the link. With
        it:
        """
        actions.must_be_the_link(queries.find(club, self.request.user), sent.link)
        joiner = self.player_or_guest(sent.name, by_link=True) if sent.link else nullcontext(self.player)
        with joiner as player:
            actions.join(public_id=club, player=player, link=sent.link, now=timezone.now())
        return self.club(club)


class Ask(View):
    @endpoint("club_ask", "Ask to join a club", outputs.ClubView, 404, 409, 429)
    def post(self, club: str) -> Response:
        """Its organisers decide. If they decline, you can ask again after 30 days."""
        actions.ask(public_id=club, player=self.player, now=timezone.now())
        return self.club(club)

    @endpoint("club_withdraw", "Withdraw your request to join a club", DONE, 404, 409)
    def delete(self, club: str) -> Response:
        """You can ask again."""
        actions.withdraw(public_id=club, player=self.player, now=timezone.now())
        return self.done()


class Leave(View):
    @endpoint("club_leave", "Leave a club", DONE, 404, 409)
    def post(self, club: str) -> Response:
        """Its owner hands it over first, or closes it. With its last member, it closes."""
        actions.leave(public_id=club, player=self.player, now=timezone.now())
        return self.done()
