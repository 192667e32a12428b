"""How games react to changes of people and to their own changes."""

from collections.abc import Iterable
from datetime import datetime
from functools import partial

from django.http import HttpRequest

from accounts.followers import FollowsPeople
from accounts.models import User
from accounts.rest import Rest
from games import actions, queries, settling
from games.actions import depart
from games.after_move import FollowsGames, Next
from games.changes import Change, Kind
from games.shown import events
from games.viewers import live


class GamesAfterMove(FollowsGames):
    def committed(self, change: Change) -> Iterable[Next]:
        """Tell the players' programs, start settling a finished game, and leave a game that started while one of its
        players was leaving the site.
        """
        live.tell_programs(events.of_change(change))
        if change.kind is Kind.FINISHED:
            settling.soon(settling.ended(change))
        if change.kind is not Kind.STARTED:
            return ()
        gone = User.objects.filter(pk__in=[player for player in change.players if player], is_active=False)
        return [partial(depart.leaving, player) for player in gone]


class GamesOfPeople(FollowsPeople):
    def signed_up(self, user: User) -> None:
        """Update the boards, because they mark guests."""
        actions.make_account(player=user)

    def claimed(self, user: User, here: str) -> None:
        live.hang_up(user.pk)

    def merged(self, guest: User, account: User) -> None:
        """Give the guest's games to the account."""
        actions.merge_guest(guest=guest, account=account)

    def renaming(self, user: User, name: str) -> None:
        """Refuse a name that another player in one of their games has."""
        actions.may_be_called(player=user, name=name)

    def renamed(self, user: User) -> None:
        """Update the names on remembered tables in all processes."""
        actions.show_name(player=user)

    def looking_changed(self, user: User) -> None:
        """Make their boards reconnect, so that the new setting applies."""
        live.hang_up(user.pk)

    def rest_changed(self, user: User, before: Rest, now: datetime) -> None:
        """Recompute their deadlines. The time left stays the same."""
        actions.reschedule(player=user, before=before, now=now)

    def not_pausing(self, user: User) -> list[str]:
        return [seat.game.public_id for seat in queries.timed_seats(user) if not seat.game.time_control.pauses]

    def waiting(self, user: User) -> int:
        return queries.waiting_count(user.pk)

    # An open socket doesn't notice that a session or key ended, and a board left open must not go on showing a hand.
    # So we close the socket; clients that may still connect do so at once.
    def logged_out(self, user: User, here: str) -> None:
        live.hang_up(user.pk)

    def password_changed(self, request: HttpRequest, user: User, *, reset: bool) -> None:
        live.hang_up(user.pk)

    def browsers_ended(self, user: User, names: list[str]) -> None:
        live.hang_up(user.pk)

    def tokens_ended(self, user: User) -> None:
        live.hang_up(user.pk)

    def leaving(self, user: User) -> None:
        actions.leave_all_games(player=user)

    def deleted(self, user: User) -> None:
        actions.forget_player(player=user)
