"""What plans do after a move, and when somebody goes for good."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.followers import FollowsPeople
from accounts.models import User
from common import refusals
from common.database import write_rows
from games.after_move import FollowsGames
from games.changes import Change, Kind
from plans import actions
from plans.models import Due, PlannedMove

chance = random.SystemRandom()
NOTE = """
    INSERT INTO plans_due (game_id, version, at) SELECT %s, %s, %s
    WHERE EXISTS (SELECT 1 FROM plans_plannedmove WHERE game_id = %s AND seat = %s)
       OR EXISTS (SELECT 1 FROM accounts_user WHERE id = %s AND autoplay)
    ON CONFLICT (game_id) DO UPDATE SET version = excluded.version, at = excluded.at
"""
FORGET = "DELETE FROM plans_plannedmove WHERE game_id = %s"


OVER = {Kind.FINISHED, Kind.ABORTED, Kind.ANNULLED, Kind.TAKEN_BACK}  # with what was planned


class PlansAfterMove(FollowsGames):
    def stored(self, change: Change) -> None:
        """A turn that may be played by plan is noted, with when; what is over is let go of.

        The line that is being played goes with its move: whoever took it back in the same instant has either the move
        undone or been too late.
        """
        if change.planned is not None and not PlannedMove.objects.filter(pk=change.planned).delete()[0]:
            raise refusals.NotNow("plan_changed", _("The plan changed in the meantime."))
        if change.rounds_over or change.kind in OVER:
            with connection.cursor() as cursor:
                cursor.execute(FORGET, [change.game_id])
        if change.kind in {Kind.STARTED, Kind.MOVED}:
            self.stored_together([change])

    def stored_together(self, changes: Sequence[Change]) -> None:
        """One statement for every turn, whatever is planned and whether or not it fits."""
        note_turns(changes)

    def before_deadlines(self, now: datetime) -> int:
        """The server may have been away over both a plan and a deadline."""
        return actions.play_due(now)

    def spared(self) -> QuerySet[Due, int]:
        return actions.to_be_played()


def note_turns(changes: Sequence[Change]) -> None:
    """Inside the transaction of the changes: remember the turns that may be played by plan."""
    rows = []
    for change in changes:
        if change.turn is not None:
            at = connection.ops.adapt_datetimefield_value(change.now + pause())
            game, player = change.game_id, change.players[change.turn]
            rows.append((game, change.version, at, game, change.turn, player))
    if rows:
        write_rows(NOTE, rows)


def pause() -> timedelta:
    """How long a turn waits before it is played: drawn anew each time, for a plan and for the only tile alike.

    Whoever made the move before learns nothing from it. It ends within the head start that everybody's bank has.
    """
    return timedelta(seconds=settings.HEAD_START_SECONDS * chance.uniform(0.3, 0.9))


class PlansOfPeople(FollowsPeople):
    def deleted(self, user: User) -> None:
        actions.forget_player(user)
