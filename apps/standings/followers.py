"""Updates of the standings when a game ends, and when accounts change."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from accounts.followers import FollowsPeople
from accounts.models import User
from games.after_move import FollowsGames, HostsRated, Next
from games.changes import Change, Kind
from games.models import Game
from games.viewers import live
from standings import meetings, queries, rating, tallies
from standings.models import Rating, SharedYear, Tally


class StandingsAfterMove(FollowsGames):
    kinds = frozenset({Kind.ANNULLED})

    def have_met_enough(self, sides: Mapping[int, int], now: datetime) -> bool:
        """Whether two opponents have played three rated games today. Of two such games that start simultaneously, the
        second sees the first.
        """
        rating.hold(*meetings.locks(sides))
        return meetings.have_met_enough(sides, now)

    def of_hosts_rated(self, games: QuerySet[Game], hosts: HostsRated) -> QuerySet[Game]:
        return queries.of_hosts_rated(games, hosts)

    def stored(self, changes: Sequence[Change]) -> None:
        """Take an annulled game out of tallies and ratings."""
        for change in changes:
            tallies.recount(player for player in change.people if player is not None)
            rating.unrate_game(Game.objects.get(pk=change.game_id))

    def committed(self, change: Change) -> Iterable[Next]:
        """Tell open boards that the ratings panel has changes."""
        live.show_panel(change.public_id, "ratings")
        return ()

    def settled(self, game: Game) -> None:
        """Count the result and rate the game."""
        tallies.count_game(game)
        if rating.counts(game):
            rating.rate_game(game)
        transaction.on_commit(lambda: live.show_panel(game.public_id, "ratings"), robust=True)


class StandingsOfPeople(FollowsPeople):
    def signed_up(self, user: User) -> None:
        """Count the guest's games for the new account; they stay unrated."""
        tallies.recount([user.pk])

    def merged(self, guest: User, account: User) -> None:
        tallies.recount([account.pk])

    def deleted(self, user: User) -> None:
        """Remove deleted accounts from all lists. The ratings of their opponents don't change."""
        Rating.objects.filter(player=user).delete()
        Tally.objects.filter(player=user).delete()
        SharedYear.objects.filter(player=user).delete()
