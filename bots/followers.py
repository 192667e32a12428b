"""Follows changes of games with computers: stores and deletes their turns. Games without computers cost nothing."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import QuerySet

from accounts.models import User
from bots import limits, playing, thinking
from bots.models import Turn
from common.database import write_rows
from games.after_move import FollowsGames, Next
from games.changes import Change
from games.models import Game
from minds import pool as minds

NOTE = """
    INSERT INTO bots_turn (game_id, version, began, at, tries) VALUES (%s, %s, %s, %s, 0)
    ON CONFLICT (game_id) DO UPDATE SET
        version = excluded.version, began = excluded.began, at = excluded.at, tries = excluded.tries
"""
FORGET = "DELETE FROM bots_turn WHERE game_id = %s"


class BotsAfterMove(FollowsGames):
    only_with_computers = True

    def stored(self, change: Change) -> None:
        self.stored_together([change])

    def stored_together(self, changes: Sequence[Change]) -> None:
        """One statement that stores a computer's turn, or deletes it."""
        note_turns(changes)

    def committed(self, change: Change) -> Iterable[Next]:
        playing.wake(change)
        return ()

    def joining(self, game: Game, player: User, seated: Collection[int], by: User) -> None:
        """Called before a computer joins. Raises `NotNow` if *by* has too many games with computers."""
        if player.is_bot:
            limits.check(by, game)

    def before_deadlines(self, now: datetime) -> int:
        """Play the computers' turns first, so that none runs out of time because the server was down."""
        return thinking.play_due(now)

    def spared(self) -> QuerySet[Turn, int]:
        return Turn.objects.values_list("game", flat=True)


def note_turns(changes: Sequence[Change]) -> None:
    """Store the computers' new turns, inside the transaction of the changes. A process with minds thereby claims them.
    Turns of people whom a computer stands in for stay unclaimed until their players had time to come back.
    """
    stamp, claimed = connection.ops.adapt_datetimefield_value, thinking.CLAIMED if minds.number() else timedelta()
    noted, over = [], []
    for change in changes:
        if change.turn is not None and change.turn_levels[change.turn]:
            stands_in = not change.computers[change.turn]
            at = change.now + (playing.room() if stands_in else claimed)
            noted.append((change.game_id, change.version, stamp(change.now), stamp(at)))
        else:
            over.append((change.game_id,))
    if noted:
        write_rows(NOTE, noted)
    if over:
        write_rows(FORGET, over)
