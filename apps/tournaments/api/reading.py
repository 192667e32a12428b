"""The API of tournaments, to read: lists, one tournament, its standings, its rounds, and the caller's games."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import base
from common.api.documented import reads
from common.api.pages import WhichPage, page_answer
from common.lists.paging import numbered_page, page
from common.wishes import shape_of
from tournaments import queries
from tournaments.api import outputs
from tournaments.wishes import AfterGame, WhichStandings

A_PAGE = 50


class View(base.View):
    def tournament(self, public_id: str, status: int = 200) -> Response:
        """The tournament as the caller sees it. Raises `NotFound`."""
        there, reader = queries.find(public_id), self.request.user
        member = queries.member_of(there, reader)
        names = queries.names([member.entry_id]) if member else queries.Names()
        waiting = queries.waiting(reader) if member else {}
        context = {"reader": reader.pk, "member": member, "names": names, "waiting": waiting}
        return Response(outputs.TournamentView(there, context=context).data, status=status)


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
        entries = queries.entered(queries.find(tournament), self.query(WhichPage).cursor)
        names = queries.names([entry.pk for entry in entries])
        return Response(page_answer(outputs.Entries, request, entries, names=names))


class Standings(View):
    @extend_schema(
        operation_id="tournament_standings",
        summary="Get the standings of a tournament",
        description="Group by group, the first of each group first. We rank them at most once a minute.",
        parameters=[shape_of(WhichStandings)],
        responses=reads(outputs.TournamentStandings, 400, 404),
    )
    def get(self, request: Request, tournament: str) -> Response:
        there, asked = queries.find(tournament), self.query(WhichStandings)
        stage = there.stage if asked.stage is None else asked.stage
        places = queries.places(there, stage, asked.cursor)
        names = queries.names([place.entry_id for place in places])
        shape = outputs.TournamentStandings
        return Response(page_answer(shape, request, places, tournament=there, stage=stage, names=names))


class Rounds(View):
    @extend_schema(
        operation_id="tournament_rounds",
        summary="List the rounds of a tournament",
        description="The rounds so far, the newest stage last.",
        responses=reads(outputs.TournamentRound(many=True), 404),
    )
    def get(self, _request: Request, tournament: str) -> Response:
        rounds = queries.rounds(queries.find(tournament))
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
        there = queries.find(tournament)
        tables = queries.pairings(here := queries.one_round(there, stage, number), self.query(WhichPage).cursor)
        names = queries.names({result.entry_id for table in tables for result in table.results.all()})
        shape = outputs.RoundTables
        return Response(page_answer(shape, request, tables, tournament=there, round=here, names=names))


class MyGames(View):
    @extend_schema(
        operation_id="tournament_games",
        summary="List your games in a tournament",
        description="Of the current stage, running ones first. `turn` says whose turn it is.",
        parameters=[shape_of(WhichPage)],
        responses=reads(outputs.MyTournamentGames, 400, 404),
    )
    def get(self, request: Request, tournament: str) -> Response:
        there, player = queries.find(tournament), self.player
        member = queries.member_of(there, player)
        games = queries.games_of(there, player.pk) if member else []
        mine = numbered_page(games, self.query(WhichPage).cursor, A_PAGE)
        me = member.entry_id if member else 0
        names = queries.names({other for game in mine for other in queries.opponents_at(game.pairing, me)})
        return Response(page_answer(outputs.MyTournamentGames, request, mine, names=names, me=me))


class NextGame(View):
    @extend_schema(
        operation_id="tournament_next",
        summary="Get your next game in a tournament",
        description="The one with your turn whose deadline comes first.",
        parameters=[shape_of(AfterGame)],
        responses=reads(outputs.NextGame, 400, 404),
    )
    def get(self, _request: Request, tournament: str) -> Response:
        after = self.query(AfterGame).after
        game = queries.next_game(self.player.pk, queries.find(tournament), after)
        return Response(outputs.NextGame({"game": game}).data)
