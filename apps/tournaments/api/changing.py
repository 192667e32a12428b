"""The API of tournaments, to take part: enter, leave, agree, pause; create one, and cancel it."""

from contextlib import nullcontext

from django.utils import timezone
from rest_framework.response import Response

from accounts import finding
from accounts.models import User
from common import limits
from common.api.documented import endpoint, nothing
from common.api.pages import page_answer
from common.lists.paging import page
from tournaments import audience, queries, wishes
from tournaments.api import outputs
from tournaments.api.reading import A_PAGE, View
from tournaments.entries import entering, withdrawing
from tournaments.life import beginning, closing, making


class Tournaments(View):
    @endpoint("tournaments_list", "List tournaments", outputs.TournamentList, 404)
    def get(self, asked: wishes.WhichTournaments) -> Response:
        """Tournaments by link are never listed, and those of clubs only with `club`, the newest first."""
        if asked.club:
            there = audience.of_club(asked.club, asked.state, self.request.user)
        else:
            there = queries.listed(asked.state)
        tournaments = page(there, asked.cursor, A_PAGE)
        return Response(page_answer(outputs.TournamentList, self.request, tournaments))

    @endpoint("tournaments_create", "Create a tournament", {201: outputs.TournamentView}, 409)
    def post(self, player: User, wish: wishes.NewTournament) -> Response:
        """You need an account with a confirmed email address and ten finished games against people, the first at least
        three days ago, and may have three at a time. We refuse terms with which the games can't end in time. You aren't
        in it until you enter.
        """
        now = timezone.now()
        asked = wish.tournament(now)
        limits.check("find", self.request)
        made = making.make(maker=player, tournament=asked, now=now)
        return self.tournament(made.public_id, status=201)


class OneTournament(View):
    @endpoint("tournament_view", "Get a tournament", outputs.TournamentView, 404)
    def get(self, tournament: str) -> Response:
        """Its terms, its state, what it takes of a player, and your entry."""
        return self.tournament(tournament)


class Enter(View):
    @endpoint("tournament_enter", "Enter a tournament", outputs.TournamentView, 404, 409, guests=True)
    def post(self, sent: wishes.NewEntry, tournament: str) -> Response:
        """Rated tournaments that everyone may enter ask for as much as creating one does, and take one player of a
        browser or network (`shared_network`). Guests can enter unrated tournaments by link, and unrated evenings. In
        those:
        """
        there = queries.find(tournament)
        entrant = self.player_or_guest(sent.name, by_link=True) if there.takes_newcomers else nullcontext(self.player)
        limits.check("find", self.request)
        partner = finding.account(sent.partner) if sent.partner else None
        with entrant as player:
            entering.enter(public_id=tournament, player=player, partner=partner, now=timezone.now())
        return self.tournament(tournament)


class Leave(View):
    @endpoint("tournament_leave", "Leave a tournament", nothing("You have left."), 404, 409)
    def post(self, tournament: str) -> Response:
        """Before the start, you can enter again. Later, you resign your running games in it. In groups, if less than
        half of your games are over, they count for nobody.
        """
        withdrawing.leave(public_id=tournament, player=self.player, now=timezone.now())
        return Response(status=204)


class Agree(View):
    @endpoint(
        "tournament_agree",
        "Agree to play with the player who named you as their partner",
        outputs.TournamentView,
        404,
        409,
    )
    def post(self, player: User, sent: wishes.Agreement, tournament: str) -> Response:
        """That declines the others who asked you. To decline all, enter by yourself, or `leave/`."""
        asked_by = finding.account(sent.partner) if sent.partner else None
        entering.agree(public_id=tournament, player=player, asked_by=asked_by, now=timezone.now())
        return self.tournament(tournament)


class Pause(View):
    @endpoint("tournament_pause", "Pause, or go on", outputs.TournamentView, 404, 409)
    def post(self, player: User, wanted: wishes.Paused, tournament: str) -> Response:
        """While you pause, you get no new games; running ones go on. Go on, too, if you were absent."""
        withdrawing.pause(public_id=tournament, player=player, paused=wanted.paused)
        return self.tournament(tournament)


class StartNow(View):
    @endpoint("tournament_start", "Start your evening now", outputs.TournamentView, 404, 409)
    def post(self, player: User, tournament: str) -> Response:
        """Only its maker can, once at least `least` have entered; computers fill it if that was agreed."""
        beginning.start_now(public_id=tournament, by=player, now=timezone.now())
        return self.tournament(tournament)


class Cancel(View):
    @endpoint("tournament_cancel", "Cancel your tournament before it starts", nothing("It is cancelled."), 404, 409)
    def post(self, tournament: str) -> Response:
        """Only its maker can, before it starts. All who entered get a notification."""
        closing.cancel_own(public_id=tournament, by=self.player, now=timezone.now())
        return Response(status=204)
