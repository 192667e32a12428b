"""The API of tournaments, to take part: enter, leave, agree, pause; create one, and cancel it."""

from contextlib import nullcontext

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import finding
from common import limits
from common.api.documented import GUEST, changes, changes_by_body, reads
from common.api.pages import page_answer
from common.lists.paging import page
from common.wishes import shape_of
from tournaments import queries, wishes
from tournaments.api import outputs
from tournaments.api.reading import A_PAGE, View
from tournaments.entries import entering, withdrawing
from tournaments.life import closing, making


class Tournaments(View):
    @extend_schema(
        operation_id="tournaments_list",
        summary="List tournaments",
        description="Tournaments by link are never listed.",
        parameters=[shape_of(wishes.WhichTournaments)],
        responses=reads(outputs.TournamentList, 400, 404),
    )
    def get(self, request: Request) -> Response:
        asked = self.query(wishes.WhichTournaments)
        tournaments = page(queries.listed(asked.state), asked.cursor, A_PAGE)
        return Response(page_answer(outputs.TournamentList, request, tournaments))

    @extend_schema(
        operation_id="tournaments_create",
        summary="Create a tournament",
        description="You need an account with a confirmed email address and ten finished games against people, "
        "the first at least three days ago, and may have three at a time. We refuse terms with which the games can't "
        "end in time. You aren't in it until you enter.",
        request=shape_of(wishes.NewTournament),
        responses=changes_by_body({201: outputs.TournamentView}, 409),
    )
    def post(self, _request: Request) -> Response:
        maker, wish, now = self.player, self.body(wishes.NewTournament), timezone.now()
        limits.check("find", self.request)
        made = making.make(maker=maker, tournament=wish.tournament(now), now=now)
        return self.tournament(made.public_id, status=201)


class OneTournament(View):
    @extend_schema(
        operation_id="tournament_view",
        summary="Get a tournament",
        description="Its terms, its state, what it takes of a player, and your entry.",
        responses=reads(outputs.TournamentView, 404),
    )
    def get(self, _request: Request, tournament: str) -> Response:
        return self.tournament(tournament)


class Enter(View):
    @extend_schema(
        operation_id="tournament_enter",
        summary="Enter a tournament",
        description="Rated tournaments that everyone may enter ask for as much as creating one does, and take one "
        "player of a browser or network (`shared_network`). Guests can enter unrated tournaments by link. In those: "
        + GUEST,
        request=shape_of(wishes.NewEntry),
        responses=changes_by_body(outputs.TournamentView, 404, 409),
    )
    def post(self, _request: Request, tournament: str) -> Response:
        there, sent = queries.find(tournament), self.body(wishes.NewEntry)
        entrant = self.player_or_guest(sent.name, by_link=True) if there.takes_guests else nullcontext(self.player)
        limits.check("find", self.request)
        partner = finding.account(sent.partner) if sent.partner else None
        with entrant as player:
            entering.enter(public_id=tournament, player=player, partner=partner, now=timezone.now())
        return self.tournament(tournament)


class Leave(View):
    @extend_schema(
        operation_id="tournament_leave",
        summary="Leave a tournament",
        description="Before the start, you can enter again. Later, you resign your running games in it. In groups, if "
        "less than half of your games are over, they count for nobody.",
        request=None,
        responses=changes({204: OpenApiResponse(description="You have left.")}, 404, 409),
    )
    def post(self, _request: Request, tournament: str) -> Response:
        withdrawing.leave(public_id=tournament, player=self.player, now=timezone.now())
        return Response(status=204)


class Agree(View):
    @extend_schema(
        operation_id="tournament_agree",
        summary="Agree to play with the player who named you as their partner",
        description="That declines the others who asked you. To decline all, enter by yourself, or `leave/`.",
        request=shape_of(wishes.Agreement),
        responses=changes_by_body(outputs.TournamentView, 404, 409),
    )
    def post(self, _request: Request, tournament: str) -> Response:
        sent = self.body(wishes.Agreement)
        asked_by = finding.account(sent.partner) if sent.partner else None
        entering.agree(public_id=tournament, player=self.player, asked_by=asked_by, now=timezone.now())
        return self.tournament(tournament)


class Pause(View):
    @extend_schema(
        operation_id="tournament_pause",
        summary="Pause, or go on",
        description="While you pause, you get no new games; running ones go on. Go on, too, if you were absent.",
        request=shape_of(wishes.Paused),
        responses=changes_by_body(outputs.TournamentView, 404, 409),
    )
    def post(self, _request: Request, tournament: str) -> Response:
        player, paused = self.player, self.body(wishes.Paused).paused
        withdrawing.pause(public_id=tournament, player=player, paused=paused)
        return self.tournament(tournament)


class Cancel(View):
    @extend_schema(
        operation_id="tournament_cancel",
        summary="Cancel your tournament before it starts",
        description="Only its maker can, before it starts. All who entered get a notification.",
        request=None,
        responses=changes({204: OpenApiResponse(description="It is cancelled.")}, 404, 409),
    )
    def post(self, _request: Request, tournament: str) -> Response:
        closing.cancel_own(public_id=tournament, by=self.player, now=timezone.now())
        return Response(status=204)
