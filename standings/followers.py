"""What the standings do after a move, and when something happens to people: the books are kept in the transaction of
the game's end, so both are stored, or neither.
"""

from collections.abc import Iterable

from accounts.followers import FollowsPeople
from accounts.models import User
from games import live
from games.after_move import FollowsGames, Next
from games.changes import Change, Kind
from games.models import Game
from standings import rating, tallies
from standings.models import Rating, Tally


class StandingsAfterMove(FollowsGames):
    kinds = frozenset({Kind.STARTED, Kind.FINISHED, Kind.ANNULLED})

    def stored(self, change: Change) -> None:
        if change.kind is Kind.STARTED:
            rating.decide_at_start(change.game_id)
        elif change.kind is Kind.FINISHED:
            game = Game.objects.get(pk=change.game_id)
            tallies.count_game(game)
            if game.rated and rating.ratable(Game.objects.filter(pk=game.pk)).exists():
                rating.rate_game(game)
        elif change.kind is Kind.ANNULLED:
            game = Game.objects.get(pk=change.game_id)
            tallies.recount(player for player in change.players if player is not None)
            rating.unrate_game(game)

    def committed(self, change: Change) -> Iterable[Next]:
        """The open boards learn that there is something to be seen in the panel of ratings."""
        if change.kind in {Kind.FINISHED, Kind.ANNULLED}:
            live.show_panel(change.public_id, "ratings")
        return ()


class StandingsOfPeople(FollowsPeople):
    def signed_up(self, user: User) -> None:
        """A guest who makes an account brings their games along: they count, but stay unrated."""
        tallies.recount([user.pk])

    def merged(self, guest: User, account: User) -> None:
        tallies.recount([account.pk])

    def deleted(self, user: User) -> None:
        """Who goes for good stands in no list; what they won and lost stays in the ratings of the others."""
        Rating.objects.filter(player=user).delete()
        Tally.objects.filter(player=user).delete()
