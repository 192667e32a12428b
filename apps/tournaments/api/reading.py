"""The API of tournaments, to read: lists, one tournament, its standings, its rounds, and the caller's games."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import base
from common.api.documented import reads
from common.api.pages import WhichPage, page_answer
from common.lists.paging import numbered_page, page
from common.refusals import NotFound
from common.wishes import shape_of
from tournaments import entering, queries
from tournaments.api import inputs, outputs
from tournaments.models import Round, Tournament

A_PAGE = 50


class View(base.View):
    def tournament(self, public_id: str, status: int = 200) -> Response:
        """The tournament as the caller sees it. Raises `NotFound`."""
        found, reader = entering.find(public_id), self.request.user
        member = queries.member_of(found, reader)
        names = queries.names([member.entry_id]) if member else queries.Names()
        waiting = queries.waiting(reader) if member else {}
        context = {"reader": reader.pk, "member": member, "names": names, "waiting": waiting}
        return Response(outputs.TournamentView(found, context=context).data, status=status)


class MyTournaments(View):
    @extend_schema(
        operation_id="me_tournaments",
        summary="List your tournaments",
        description="Those that aren't over, the newest first, with how many games wait for you in each.",
        parameters=[shape_of(WhichPage)],
        responses=reads(outputs.MyTournaments, 400, 404),
    )
    def get(self, request: Request) -> Response:
        mine = page(queries.mine(self.player), self.query(WhichPage).cursor, A_PAGE)
        names, waiting = queries.names([member.entry_id for member in mine]), queries.waiting(self.player)
        return Response(page_answer(outputs.MyTournaments, request, mine, names=names, waiting=waiting))


class Entries(View):
    @extend_schema(
        operation_id="tournament_entries",
        summary="List who has entered a tournament",
        description="The best rating first. Once it has started, `standings/` says where they stand.",
        parameters=[shape_of(WhichPage)],
        responses=reads(outputs.Entries, 400, 404),
    )
    def get(self, request: Request, tournament: str) -> Response:
        entries = queries.entered(entering.find(tournament), self.query(WhichPage).cursor)
        names = queries.names([entry.pk for entry in entries])
        return Response(page_answer(outputs.Entries, request, entries, names=names))


class Standings(View):
    @extend_schema(
        operation_id="tournament_standings",
        summary="Get the standings of a tournament",
        description="Group by group, the first of each group first. We rank them at most once a minute.",
        parameters=[inputs.WhichStandings],
        responses=reads(outputs.TournamentStandings, 400, 404),
    )
    def get(self, request: Request, tournament: str) -> Response:
        found, asked = entering.find(tournament), self.query(inputs.WhichStandings)
        stage = asked.get("stage", found.stage)
        places = queries.places(found, stage, asked["cursor"])
        names = queries.names([place.entry_id for place in places])
        shape = outputs.TournamentStandings
        return Response(page_answer(shape, request, places, tournament=found, stage=stage, names=names))


class Rounds(View):
    @extend_schema(
        operation_id="tournament_rounds",
        summary="List the rounds of a tournament",
        description="The rounds so far, the newest stage last.",
        responses=reads(outputs.TournamentRound(many=True), 404),
    )
    def get(self, _request: Request, tournament: str) -> Response:
        rounds = queries.rounds(entering.find(tournament))
        return Response(outputs.TournamentRound(rounds, many=True).data)


class OneRound(View):
    @extend_schema(
        operation_id="tournament_round",
        summary="Get the tables of a round",
        description="Who meets whom, how it ended, and the games.",
        parameters=[shape_of(WhichPage)],
        responses=reads(outputs.RoundTables, 400, 404),
    )
    def get(self, request: Request, tournament: str, stage: int, number: int) -> Response:
        found = entering.find(tournament)
        tables = queries.pairings(here := _round(found, stage, number), self.query(WhichPage).cursor)
        names = queries.names({result.entry_id for table in tables for result in table.results.all()})
        shape = outputs.RoundTables
        return Response(page_answer(shape, request, tables, tournament=found, round=here, names=names))


def _round(tournament: Tournament, stage: int, number: int) -> Round:
    is_possible = max(stage, number) <= inputs.MOST_STAGES
    here = (
        Round.objects.filter(tournament=tournament, stage=stage, number=number) if is_possible else Round.objects.none()
    )
    if (found := here.first()) is None:
        raise NotFound("unknown_round", _("There is no such round."))
    return found


class MyGames(View):
    @extend_schema(
        operation_id="tournament_games",
        summary="List your games in a tournament",
        description="Of the current stage, running ones first. `turn` says whose turn it is.",
        parameters=[shape_of(WhichPage)],
        responses=reads(outputs.MyTournamentGames, 400, 404),
    )
    def get(self, request: Request, tournament: str) -> Response:
        found, player = entering.find(tournament), self.player
        member = queries.member_of(found, player)
        games = queries.games_of(found, player.pk) if member else []
        mine = numbered_page(games, self.query(WhichPage).cursor, A_PAGE)
        me = member.entry_id if member else 0
        names = queries.names({other for game in mine for other in queries.opponents_at(game.pairing, me)})
        return Response(page_answer(outputs.MyTournamentGames, request, mine, names=names, me=me))


class NextGame(View):
    @extend_schema(
        operation_id="tournament_next",
        summary="Get your next game in a tournament",
        description="The one with your turn whose deadline comes first.",
        parameters=[inputs.AfterGame],
        responses=reads(outputs.NextGame, 400, 404),
    )
    def get(self, _request: Request, tournament: str) -> Response:
        after = self.query(inputs.AfterGame)["after"]
        game = queries.next_game(self.player.pk, entering.find(tournament), after)
        return Response(outputs.NextGame({"game": game}).data)
