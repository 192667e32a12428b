"""Work soon after the end of a game: we rate it, notify the players and update their statistics.

Players don't wait for that. The transaction that ends the game also sets `settle_at` on its row. The transaction that
does the work clears it, so the work is done exactly once, even if a process is killed. The process that ended the game
does it at once, in its own thread; the chores of all processes do the rest. Until then, statistics leave this game out.
The work locks the game's row, as do annulling a game, deleting a player and giving their seats away.
"""

import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Prefetch
from django.utils import timezone

from common.processes.background import in_this_thread
from games import after_move
from games.models import Game, Seat

logger = logging.getLogger(__name__)
SOON = timedelta(seconds=2)  # for the process that ended the game; after that, any process may do it
LATEST = timedelta(hours=1)  # between two tries
AT_ONCE = 500  # games read at a time
TAKE = "UPDATE games_game SET settle_at = NULL WHERE id = %s AND settle_at IS NOT NULL RETURNING *"

_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="settling")  # one: keeps the order


def soon(game_id: int) -> None:
    """Settle the game in the background. Call after the commit of its end."""
    _thread.submit(in_this_thread, f"settling game {game_id}", lambda: settle(game_id, timezone.now()))


def settle_due(now: datetime) -> int:
    """Settle games that other processes left or failed at, the oldest end first. Returns how many were settled."""
    settled = 0
    due = Game.objects.filter(settle_at__lte=now).order_by("finished_at", "pk").values_list("pk", flat=True)
    while games := list(due[:AT_ONCE]):  # each is settled or postponed
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
