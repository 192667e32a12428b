"""Work soon after the end of a game: we rate it, notify the players and update their statistics.

Players don't wait for that. The transaction that ends the game also sets `settle_at` on its row. The transaction that
does the work clears it, so the work is done exactly once, even if a process is killed. The process that ended the game
does it at once; workers do the rest. Until then, statistics leave this game out. The work locks the game's row, as do
annulling a game, deleting a player and giving their seats away.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from common import queues
from common.database import read_rows, tried_again
from common.queues import SOON, Queue
from games import after_move
from games.changes import Change
from games.models import Game
from games.seating import seated_games

LEASE = timedelta(seconds=2)  # for the process that ended the game; after that, any process may do it
TAKE = "UPDATE games_game SET settle_at = NULL WHERE id = %s AND settle_at IS NOT NULL RETURNING id"


class Ends(Queue[Game]):
    """Games that have ended, in the order of their ends. One that fails delays no other."""

    name = "ends"
    model = Game
    lane = SOON
    lease = LEASE
    most = 1  # keeps the order
    column = "settle_at"
    order = ("finished_at", "pk")

    def rows(self) -> QuerySet[Game]:
        return Game.objects.only("public_id", "settle_at", "finished_at")

    def work(self, game: Game, _now: datetime, /) -> None:
        settle(game.pk)

    def held(self, game: Game) -> QuerySet[Game]:
        return Game.objects.filter(pk=game.pk, settle_at__isnull=False)

    def pause(self, game: Game, now: datetime, /) -> timedelta:
        """As long again as it has waited, because games don't count their failures."""
        assert game.finished_at is not None
        return min(max(now - game.finished_at, LEASE), self.longest)

    def retry(self, now: datetime) -> int:
        return Game.objects.filter(settle_at__isnull=False).update(settle_at=now)


ends = Ends()


def soon(game: Game) -> None:
    """Settle the game in the background. Call after the commit of its end."""
    queues.wake(ends, game)


def ended(change: Change) -> Game:
    """The row of a game that has just ended, as the queue claims it."""
    return Game(pk=change.game_id, public_id=change.public_id, finished_at=change.now, settle_at=change.now + LEASE)


@tried_again
@transaction.atomic(durable=True)
def settle(game_id: int) -> bool:
    """Do the work after the game's end, unless it's done. True if this call did it."""
    taken = read_rows(TAKE, [game_id])
    if taken:
        [game] = seated_games("game.id = %s", [game_id])
        for follower in after_move.followers():
            follower.settled(game)
    return bool(taken)
