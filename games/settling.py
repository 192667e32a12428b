"""Work soon after the end of a game: we rate it, notify the players and update their statistics.

Nobody at the table waits for that. That it is to be done is noted in the game's row with the end itself (`settle_at`),
and the note goes with what is done, in one transaction: it is done once, whoever is killed. Who ended the game does it
at once, in a thread of its own; what is left over is a chore of all processes. Until then whatever sums up games
leaves this one out, and who annuls it, deletes somebody or gives their seats away waits for its row, or we for theirs.
"""

import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Prefetch
from django.utils import timezone

from common.background import in_this_thread
from games import after_move
from games.models import Game, Seat

logger = logging.getLogger(__name__)
SOON = timedelta(seconds=2)  # for who ended the game; then anybody may
LATEST = timedelta(hours=1)  # between two tries
AT_ONCE = 500  # games read at a time
TAKE = "UPDATE games_game SET settle_at = NULL WHERE id = %s AND settle_at IS NOT NULL RETURNING *"

_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="settling")  # in the order in which they ended


def soon(game_id: int) -> None:
    """Settle the game, without waiting for it. After the commit of its end."""
    _thread.submit(in_this_thread, f"settling game {game_id}", lambda: settle(game_id, timezone.now()))


def settle_due(now: datetime) -> int:
    """Settle games that other processes left or failed at, the oldest end first. Returns how many were settled."""
    settled = 0
    due = Game.objects.filter(settle_at__lte=now).order_by("finished_at", "pk").values_list("pk", flat=True)
    while games := list(due[:AT_ONCE]):  # each is done, or put off
        settled += sum(settle(game_id, now) for game_id in games)
    return settled


def settle(game_id: int, now: datetime) -> bool:
    """Do the work after the game's end, unless it's done. True if this call did it.

    A failing game doesn't delay others. We retry it after ever longer waits.
    """
    try:
        return _settle(game_id)
    except Exception:  # if the database is down, the next query fails, too: we blame no game
        unsettled = Game.objects.filter(pk=game_id, settle_at__isnull=False)
        for ended in unsettled.values_list("finished_at", flat=True):
            assert ended is not None
            unsettled.update(settle_at=now + min(max(now - ended, SOON), LATEST))
        logger.exception("The end of game %s could not be settled; it is tried again", game_id)
        return False


@transaction.atomic(durable=True)
def _settle(game_id: int) -> bool:
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))
    taken = list(Game.objects.raw(TAKE, [game_id]).prefetch_related(seats))
    for game in taken:
        after_move.settled(game)
    return bool(taken)
