"""The API of tournaments, to read: lists, one tournament, its standings, its rounds, and the caller's games."""

from rest_framework.response import Response

from accounts.api import base
from accounts.models import User
from common.api.documented import endpoint
from common.api.pages import WhichPage, page_answer
from common.lists.paging import numbered_page, page
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
    @endpoint("me_tournaments", "List your tournaments", outputs.MyTournaments, 404)
    def get(self, player: User, wanted: WhichPage) -> Response:
        """Those that aren't over, the newest first, with how many games wait for you in each."""
        mine = page(queries.mine(player), wanted.cursor, A_PAGE)
        names, waiting = queries.names([member.entry_id for member in mine]), queries.waiting(player)
        return Response(page_answer(outputs.MyTournaments, self.request, mine, names=names, waiting=waiting))


class Entries(View):
    @endpoint("tournament_entries", "List who has entered a tournament", outputs.Entries, 404)
    def get(self, wanted: WhichPage, tournament: str) -> Response:
        """The best rating first. Once it has started, `standings/` says where they stand."""
        entries = queries.entered(queries.find(tournament), wanted.cursor)
        names = queries.names([entry.pk for entry in entries])
        return Response(page_answer(outputs.Entries, self.request, entries, names=names))


class Standings(View):
    @endpoint("tournament_standings", "Get the standings of a tournament", outputs.TournamentStandings, 404)
    def get(self, asked: WhichStandings, tournament: str) -> Response:
        """Group by group, the first of each group first. We rank them at most once a minute."""
        there = queries.find(tournament)
        stage = there.stage if asked.stage is None else asked.stage
        places = queries.places(there, stage, asked.cursor)
        names = queries.names([place.entry_id for place in places])
        shape = outputs.TournamentStandings
        return Response(page_answer(shape, self.request, places, tournament=there, stage=stage, names=names))


class Rounds(View):
    @endpoint("tournament_rounds", "List the rounds of a tournament", outputs.TournamentRound(many=True), 404)
    def get(self, tournament: str) -> Response:
        """The rounds so far, the newest stage last."""
        rounds = queries.rounds(queries.find(tournament))
        return Response(outputs.TournamentRound(rounds, many=True).data)


class OneRound(View):
    @endpoint("tournament_round", "Get the tables of a round", outputs.RoundTables, 404)
    def get(self, wanted: WhichPage, tournament: str, stage: int, number: int) -> Response:
        """Who meets whom, how it ended, and the games."""
        there = queries.find(tournament)
        tables = queries.pairings(here := queries.one_round(there, stage, number), wanted.cursor)
        names = queries.names({result.entry_id for table in tables for result in table.results.all()})
        shape = outputs.RoundTables
        return Response(page_answer(shape, self.request, tables, tournament=there, round=here, names=names))


class MyGames(View):
    @endpoint("tournament_games", "List your games in a tournament", outputs.MyTournamentGames, 404)
    def get(self, player: User, wanted: WhichPage, tournament: str) -> Response:
        """Of the current stage, running ones first. `turn` says whose turn it is."""
        there = queries.find(tournament)
        member = queries.member_of(there, player)
        games = queries.games_of(there, player.pk) if member else []
        mine = numbered_page(games, wanted.cursor, A_PAGE)
        me = member.entry_id if member else 0
        names = queries.names({other for game in mine for other in queries.opponents_at(game.pairing, me)})
        return Response(page_answer(outputs.MyTournamentGames, self.request, mine, names=names, me=me))


class NextGame(View):
    @endpoint("tournament_next", "Get your next game in a tournament", outputs.NextGame, 404)
    def get(self, player: User, wanted: AfterGame, tournament: str) -> Response:
        """The one with your turn whose deadline comes first."""
        game = queries.next_game(player.pk, queries.find(tournament), wanted.after)
        return Response(outputs.NextGame({"game": game}).data)
