"""Follows changes of games with computers: stores and deletes their turns. Games without computers cost nothing."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import QuerySet

from accounts.models import User
from bots import limits
from bots.minds import pool as minds
from bots.models import Turn
from bots.thinking import room, turns
from common import queues
from common.database import write_rows
from games.after_move import FollowsGames, Next
from games.changes import Change, Kind
from games.models import Game

NOTE = """
    INSERT INTO bots_turn (game_id, version, began, due, tries) VALUES (%s, %s, %s, %s, 0)
    ON CONFLICT (game_id) DO UPDATE SET
        version = excluded.version, began = excluded.began, due = excluded.due, tries = excluded.tries
"""
LEFT_OVER = timedelta(seconds=2)  # then a turn is left over: a process with minds should have claimed it
FORGET = "DELETE FROM bots_turn WHERE game_id = %s"


class BotsAfterMove(FollowsGames):
    only_with_computers = True

    def stored(self, changes: Sequence[Change]) -> None:
        """Store the computers' new turns; a process with minds thereby claims them. Turns of people whom a computer
        stands in for stay unclaimed until their players had time to come back.
        """
        stamp, noted, over = connection.ops.adapt_datetimefield_value, [], []
        for change in changes:
            if (due := due_at(change)) is not None:
                noted.append((change.game_id, change.version, stamp(change.now), stamp(due)))
            else:
                over.append((change.game_id,))
        if noted:
            write_rows(NOTE, noted)
        if over:
            write_rows(FORGET, over)

    def committed(self, change: Change) -> Iterable[Next]:
        wake(change)
        return ()

    def joining(self, game: Game, player: User, seated: Collection[int], by: User) -> None:
        """Called before a computer joins. Raises `NotNow` if *by* has too many games with computers."""
        if player.is_bot:
            limits.check(by, game)

    def before_deadlines(self, now: datetime) -> int:
        """Play the computers' turns first, so that none runs out of time because the server was down."""
        return queues.drain(turns, now - LEFT_OVER)

    def spared(self) -> QuerySet[Turn, int]:
        return Turn.objects.values_list("game", flat=True)


def due_at(change: Change) -> datetime | None:
    """When any process may claim the turn that has begun; None if it isn't a computer's."""
    if change.turn is None or not change.turn_levels[change.turn]:
        return None
    if not change.computers[change.turn]:
        return change.now + room()
    return change.now + turns.lease if minds.number() else change.now


def wake(change: Change) -> None:
    """If it is a computer's turn now, play it in this process, if it has minds. Workers play for absent players, whose
    turns are due later.
    """
    if not minds.number():
        return
    if change.kind is Kind.STARTED:
        minds.children().get_ready()
    if change.turn is not None and change.computers[change.turn] and (due := due_at(change)) is not None:
        game = Game(pk=change.game_id, public_id=change.public_id)
        queues.wake(turns, Turn(game=game, version=change.version, began=change.now, due=due))
