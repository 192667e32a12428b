"""What plans do after a move, and when somebody goes for good."""

from datetime import datetime

from django.db.models import QuerySet

from accounts.followers import FollowsPeople
from accounts.models import User
from games.after_move import FollowsGames
from games.changes import Change
from plans import services
from plans.models import Due


class PlansAfterMove(FollowsGames):
    def stored(self, change: Change) -> None:
        """A turn that may be played by plan is noted, with when."""
        services.note_turn(change)

    def before_deadlines(self, now: datetime) -> int:
        """The server may have been away over both a plan and a deadline."""
        return services.play_due(now)

    def spared(self) -> QuerySet[Due, int]:
        return services.to_be_played()


class PlansOfPeople(FollowsPeople):
    def deleted(self, user: User) -> None:
        services.forget_player(user)
