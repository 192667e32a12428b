"""What plans do after a move, and when somebody goes for good."""

from datetime import datetime

from django.db.models import QuerySet

from accounts.followers import FollowsPeople
from accounts.models import User
from games.after_move import FollowsGames
from games.changes import Change
from plans import actions
from plans.models import Due


class PlansAfterMove(FollowsGames):
    def stored(self, change: Change) -> None:
        """A turn that may be played by plan is noted, with when."""
        actions.note_turn(change)

    def before_deadlines(self, now: datetime) -> int:
        """The server may have been away over both a plan and a deadline."""
        return actions.play_due(now)

    def spared(self) -> QuerySet[Due, int]:
        return actions.to_be_played()


class PlansOfPeople(FollowsPeople):
    def deleted(self, user: User) -> None:
        actions.forget_player(user)
