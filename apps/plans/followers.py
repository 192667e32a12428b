"""After a move, note the next turn if a plan may play it; delete plans that ended."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.followers import FollowsPeople
from accounts.models import User
from common import queues, refusals
from common.database import write_rows
from games.after_move import FollowsGames
from games.changes import Change, Kind
from plans import actions
from plans.models import PlannedMove, PlannedTurn
from plans.turns import planned_turns

chance = random.SystemRandom()
NOTE = """
    INSERT INTO plans_plannedturn (game_id, version, due, tries) SELECT %s, %s, %s, 0
    WHERE EXISTS (SELECT 1 FROM plans_plannedmove WHERE game_id = %s AND seat = %s)
       OR EXISTS (SELECT 1 FROM accounts_user WHERE id = %s AND autoplay) OR %s
    ON CONFLICT (game_id) DO UPDATE SET version = excluded.version, due = excluded.due, tries = 0
"""
FORGET = "DELETE FROM plans_plannedmove WHERE game_id = %s"


OVER = {Kind.FINISHED, Kind.ABORTED, Kind.ANNULLED, Kind.TAKEN_BACK}  # these delete all plans of the game


class PlansAfterMove(FollowsGames):
    def stored(self, changes: Sequence[Change]) -> None:
        """Note the next turns, and delete the plans of a deal or game that ended.

        A planned move deletes its line in the same transaction. If the player removed the line first, raise `NotNow`
        and undo the move. One statement notes all turns, so that its cost doesn't depend on the plans.
        """
        for change in changes:
            if change.planned is not None and not PlannedMove.objects.filter(pk=change.planned).delete()[0]:
                raise refusals.NotNow("plan_changed", _("The plan changed in the meantime."))
            if change.rounds_over or change.kind in OVER:
                write_rows(FORGET, [(change.game_id,)])
        note_turns([change for change in changes if change.kind in {Kind.STARTED, Kind.MOVED}])

    def before_deadlines(self, now: datetime) -> int:
        """Play due plans first, because a deadline may have passed too while the server was down."""
        return queues.drain(planned_turns, now)

    def spared(self) -> QuerySet[PlannedTurn, int]:
        """No clock runs out before we tried the plan."""
        return PlannedTurn.objects.values_list("game", flat=True)


def note_turns(changes: Sequence[Change]) -> None:
    """Store the turns that a plan or autoplay may play. Call it inside the transaction of *changes*."""
    rows = []
    for change in changes:
        if change.turn is not None:
            due = connection.ops.adapt_datetimefield_value(change.now + pause())
            game, player = change.game_id, change.players[change.turn]
            goes_on = change.planned is not None and not change.new_turn  # its plan may say that an opening is over
            rows.append((game, change.version, due, game, change.turn, player, goes_on))
    if rows:
        write_rows(NOTE, rows)


def pause() -> timedelta:
    """A random wait before we play a turn, the same for plans and autoplay, so that opponents learn nothing from it.

    It is shorter than the head start, so it uses no time bank.
    """
    return timedelta(seconds=settings.HEAD_START_SECONDS * chance.uniform(0.3, 0.9))


class PlansOfPeople(FollowsPeople):
    def deleted(self, user: User) -> None:
        actions.forget_player(user)
