"""Analyses and puzzles when an account is deleted or a guest signs up; analyses in exports."""

from collections.abc import Collection, Mapping
from functools import reduce
from operator import or_

from django.http import HttpRequest

from accounts.followers import FollowsPeople
from accounts.models import User
from games.after_move import Below, FollowsGames
from games.changes import Kind
from games.models import Game
from games.queries import table
from learn.analysis import pieces, plain_text, queries
from learn.models import Analysis, Loss, Solver, Try
from learn.puzzles import sights, stock


class LearnOfGames(FollowsGames):
    kinds = frozenset[Kind]()  # analyses are made on request

    def beside_records(self, games: Collection[int]) -> Mapping[int, dict[str, object]]:
        """The analysis in the shape of the API, or null."""
        studies = queries.found_of(games)
        return {game: {"analysis": studies.get(game)} for game in games}

    def settled(self, game: Game) -> None:
        stock.note_source(game)

    def below_text(self, game: Game) -> Below | None:
        there = queries.analysis_of(game) if game.status == Game.Status.FINISHED else None
        if there is None or there.done_at is None:
            return None
        return Below(
            pieces.edition(there), lambda: plain_text.paragraphs(pieces.whole(there), table(game.public_id, None))
        )


class LearnOfPeople(FollowsPeople):
    def logged_in(self, request: HttpRequest, user: User) -> None:
        """Solutions this browser has shown before, to any login, count as seen."""
        sights.follow(user, sights.of_browser(request))

    def merged(self, guest: User, account: User) -> None:
        """The guest's requests of today count for the account."""
        Analysis.objects.filter(asked_by=guest).update(asked_by=account)
        both = Loss.objects.filter(player=account).values("analysis")
        Loss.objects.filter(player=guest).exclude(analysis__in=both).update(player=account)
        solvers = Solver.objects.filter(player__in=[guest, account])
        seen = [sights.of_person(solver) for solver in solvers]
        solvers.filter(player=account, tries=0).delete()
        if not solvers.filter(player=account).exists():  # if both have a solver, the account's is kept
            Solver.objects.filter(player=guest).update(player=account)
        sights.follow(account, reduce(or_, seen, 0))
        tried = Try.objects.filter(player=account).values("puzzle")
        Try.objects.filter(player=guest).exclude(puzzle__in=tried).update(player=account)

    def deleted(self, user: User) -> None:
        """An analysis belongs to all players of its game, so it stays."""
        Analysis.objects.filter(asked_by=user).update(asked_by=None)
        Loss.objects.filter(player=user).delete()
        Try.objects.filter(player=user).delete()
        Solver.objects.filter(player=user).delete()
