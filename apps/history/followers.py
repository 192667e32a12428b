"""Updates of the history after a move, and when accounts change."""

from collections.abc import Sequence

from accounts.followers import FollowsPeople
from accounts.models import User
from games.after_move import FollowsGames
from games.changes import Change, Kind
from games.models import Game
from history import balances, book
from history.models import Study


class HistoryAfterMove(FollowsGames):
    """Adds a finished game to the history of its players, and counts it."""

    kinds = frozenset({Kind.ABORTED, Kind.ANNULLED})

    def stored(self, changes: Sequence[Change]) -> None:
        for change in changes:
            if change.kind is Kind.ANNULLED:
                book.rewrite([change.game_id])
            else:
                book.write([change.game_id])

    def settled(self, game: Game) -> None:
        balances.add(book.write_seats(seat for seat in game.seats.all() if seat.player is not None))


class HistoryOfPeople(FollowsPeople):
    def signed_up(self, user: User) -> None:
        book.call_anew(user)

    def merged(self, guest: User, account: User) -> None:
        """Called after `games` moved the seats."""
        book.merge(guest)
        Study.objects.filter(owner=guest).update(owner=account)

    def renamed(self, user: User) -> None:
        book.call_anew(user)

    def deleted(self, user: User) -> None:
        book.forget(user)
        Study.objects.filter(owner=user).delete()
