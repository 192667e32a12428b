"""What the standings do when a game has ended, and when something happens to people."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import transaction

from accounts.followers import FollowsPeople
from accounts.models import User
from games import live
from games.after_move import FollowsGames, Next
from games.changes import Change, Kind
from games.models import Game
from standings import meetings, rating, tallies
from standings.models import ALL, Rating, Tally
from standings.years import sums as years


class StandingsAfterMove(FollowsGames):
    kinds = frozenset({Kind.ANNULLED})

    def have_met_enough(self, sides: Mapping[int, int], now: datetime) -> bool:
        """They have played each other for their ratings three times today. Of two such games that begin at once, the
        second sees the first.
        """
        rating.hold(ALL)
        return meetings.have_met_enough(sides, now)

    def stored(self, change: Change) -> None:
        """It counts no more."""
        tallies.recount(player for player in change.people if player is not None)
        rating.unrate_game(Game.objects.get(pk=change.game_id))

    def committed(self, change: Change) -> Iterable[Next]:
        """The open boards learn that there is something to be seen in the panel of ratings."""
        live.show_panel(change.public_id, "ratings")
        return ()

    def settled(self, game: Game) -> None:
        """Who won is counted and rated."""
        tallies.count_game(game)
        if rating.counts(game):
            rating.rate_game(game)
        transaction.on_commit(lambda: live.show_panel(game.public_id, "ratings"), robust=True)


class StandingsOfPeople(FollowsPeople):
    def signed_up(self, user: User) -> None:
        """A guest who makes an account brings their games along: they count, but stay unrated."""
        tallies.recount([user.pk])

    def merged(self, guest: User, account: User) -> None:
        tallies.recount([account.pk])
        years.met_as(account.pk, guest.pk)

    def deleted(self, user: User) -> None:
        """Who goes for good stands in no list; what they won and lost stays in the ratings of the others."""
        Rating.objects.filter(player=user).delete()
        Tally.objects.filter(player=user).delete()
        years.forget(user.pk)
