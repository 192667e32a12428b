"""The API of ladders."""

from django.utils import timezone
from rest_framework.response import Response

from accounts import finding
from accounts.api import base
from accounts.models import User
from common import limits
from common.api.documented import endpoint, nothing
from common.api.pages import WhichPage, page_answer
from common.lists.paging import page
from ladders import challenging, joining, queries, wishes
from ladders.api import outputs

A_PAGE = 50


class View(base.View):
    def ladder(self, public_id: str, status: int = 200) -> Response:
        """The ladder as the caller sees it. Raises `NotFound`."""
        there, me = queries.find(public_id, self.request.user, timezone.now())
        return Response(outputs.LadderView(there, context={"me": me}).data, status=status)


class Ladders(View):
    @endpoint("ladders_list", "List ladders", outputs.LadderList, 404)
    def get(self, asked: wishes.WhichLadders) -> Response:
        """Of the site, or of a club. Only members see those of a club that hides its members."""
        found = queries.of_club(queries.club(asked.club, self.request.user)) if asked.club else queries.of_site()
        ladders = page(found.select_related("club"), asked.cursor, A_PAGE)
        return Response(page_answer(outputs.LadderList, self.request, ladders))

    @endpoint("ladders_open", "Open a ladder", {201: outputs.LadderView}, 404, 409)
    def post(self, player: User, wanted: wishes.NewLadder) -> Response:
        """On the site: you join the ladder of this game, and open it if you are the first. In a club: its organisers
        open it, and join it like all others. If there is one, you get it.
        """
        now = timezone.now()
        limits.check("find", self.request)
        if wanted.club:
            ladder = joining.open_for_club(club=wanted.club, variant=wanted.variant, by=player, now=now)
        else:
            ladder = joining.join_site(variant=wanted.variant, player=player, now=now).ladder
        return self.ladder(ladder.public_id, status=201)


class OneLadder(View):
    @endpoint("ladder_view", "Get a ladder", outputs.LadderView, 404)
    def get(self, ladder: str) -> Response:
        """Its game and clock, how many are on it, and your place."""
        return self.ladder(ladder)


class Places(View):
    @endpoint("ladder_places", "List the places of a ladder", outputs.LadderPlaces, 404)
    def get(self, wanted: WhichPage, ladder: str) -> Response:
        """From the top."""
        now = timezone.now()
        there, _me = queries.find(ladder, self.request.user, now)
        places = queries.places(there, None, wanted.cursor, now)
        return Response(page_answer(outputs.LadderPlaces, self.request, places))


class Challenges(View):
    @endpoint("ladder_challenges", "List the challenges of a ladder", outputs.LadderChallenges, 404)
    def get(self, wanted: WhichPage, ladder: str) -> Response:
        """The newest first."""
        there, _me = queries.find(ladder, self.request.user, timezone.now())
        challenges = queries.challenges(there, wanted.cursor)
        return Response(page_answer(outputs.LadderChallenges, self.request, challenges))

    @endpoint("ladder_challenge", "Challenge a player above you", {201: outputs.ChallengeLine}, 404, 409)
    def post(self, player: User, wanted: wishes.NewChallenge, ladder: str) -> Response:
        """Two games begin at once. The player can't decline. You can challenge the ten players above you, and have
        three challenges at a time, made and received.
        """
        limits.check("find", self.request)
        other = finding.account(wanted.player)
        made = challenging.challenge(public_id=ladder, player=player, other=other, now=timezone.now())
        queries.with_games([made])
        return Response(outputs.ChallengeLine(made).data, status=201)


class Join(View):
    @endpoint("ladder_join", "Join a ladder", outputs.LadderView, 404, 409)
    def post(self, player: User, ladder: str) -> Response:
        """At the bottom; also to come back after a long vacation. Ladders of the site ask for as much as creating a
        tournament does, and take one player of a browser or network (`shared_network`).
        """
        limits.check("find", self.request)
        joining.join(public_id=ladder, player=player, now=timezone.now())
        return self.ladder(ladder)


class Leave(View):
    @endpoint("ladder_leave", "Leave a ladder", nothing("You have left."), 404, 409)
    def post(self, player: User, ladder: str) -> Response:
        """Finish your challenges first. If you come back, you start at the bottom."""
        joining.leave(public_id=ladder, player=player, now=timezone.now())
        return Response(status=204)
