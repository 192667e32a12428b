"""The sweep over deadlines. Nothing is timed in memory, so a restart loses nothing.

Any number of sweepers may run at once. Each decision is a compare and swap, like a move, so only one of them succeeds.
We don't use SKIP LOCKED, because it would only save the loser a try.
"""

import logging
import threading
from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.db.models import F, QuerySet
from django.utils import timezone

from common import database, metrics, queues
from common.processes import heartbeat
from common.processes.heartbeat import Heart
from common.refusals import Refused
from games import actions
from games.actions import outages
from games.after_move import followers
from games.models import Game
from games.positions import memory

logger = logging.getLogger(__name__)
AT_ONCE = 100  # games loaded together
BROKEN_FOR = timedelta(minutes=10)  # until we try again a game that we couldn't decide

_broken: dict[str, datetime] = {}  # games we could not decide, and when we try again


def look(heart: Heart) -> int:
    """One turn of a worker: make up for an outage, handle what is overdue, and show that it's alive.

    Returns how many it decided. Does nothing while no web process is there: when one is back, that was an outage.
    """
    if heartbeat.nobody_serves():
        return 0
    outages.make_up(timezone.now())
    heartbeat.looked()
    decided = sweep(timezone.now(), heart)
    heart.beat()
    return decided


def sweep(now: datetime | None = None, heart: Heart | None = None) -> int:
    """Handle what is overdue at *now*: turns out of time, games at their time limit, expired open games.

    Returns how many it decided. *heart* beats meanwhile, because after an outage many may be.
    """
    now = now or timezone.now()
    overdue = Game.objects.filter(status=Game.Status.PLAYING, deadline__lte=now).order_by("deadline")
    overdue = overdue.exclude(last_moment__lt=F("deadline"), last_moment__lte=now)  # the limit came first
    up = Game.objects.filter(status=Game.Status.PLAYING, last_moment__lte=now).order_by("last_moment")
    for follower in followers():
        if (spared := follower.spared()) is not None:
            overdue = overdue.exclude(pk__in=spared)
    over = Game.objects.filter(status=Game.Status.OPEN, offer_ends__lte=now).order_by("offer_ends")
    decided = _moved(now)
    for games, decide in ((overdue, actions.time_out), (up, actions.adjudicate), (over, actions.expire_offer)):
        decided += _each(games, decide, now, heart)
    metrics.sweeps.inc()
    metrics.decided.inc(decided)
    return decided


def _moved(now: datetime) -> int:
    """Moves to be played for people come first, because the server may have been down at their deadlines.

    Raises if the database is down, so that no player runs out of time before we tried their move.
    """
    done = 0
    for follower in followers():
        try:
            done += follower.before_deadlines(now)
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            logger.exception("%s failed in a sweep", type(follower).__name__)
    return done


def _each(games: QuerySet[Game], decide: Callable[..., bool], now: datetime, heart: Heart | None) -> int:
    decided = 0
    for public_id in [public_id for public_id, until in _broken.items() if until <= now]:
        del _broken[public_id]
    # Broken games stay overdue and come first, so without this they would fill every sweep.
    waiting = games.exclude(public_id__in=_broken) if _broken else games
    while True:
        batch = list(waiting.values_list("public_id", flat=True)[:AT_ONCE])
        memory.remember(batch)
        now_decided = sum(_decided(public_id, decide, now) for public_id in batch)
        decided += now_decided
        if heart is not None and batch:
            heart.beat()
        if len(batch) < AT_ONCE or not now_decided:  # after a long outage, one sweep catches up with all
            return decided


def _decided(public_id: str, decide: Callable[..., bool], now: datetime) -> bool:
    try:
        return decide(public_id=public_id, now=now)
    except Refused as refused:  # another process won the race
        logger.info("Game %s was not decided: %s", public_id, refused.code)
    except (OperationalError, InterfaceError):  # database down: don't mark the game as broken; retry in the next sweep
        raise
    except Exception:  # one broken game must not stop the clocks of all others
        logger.exception("Game %s could not be decided", public_id)
        _broken[public_id] = now + BROKEN_FOR
    return False


def start_in_this_process() -> None:
    """Run the clock and the queues as threads of the web server, on hosts without memory for another process."""
    queues.start(threading.Event())
    threading.Thread(target=_run, name="clock", daemon=True).start()


def _run() -> None:
    pause, heart = threading.Event(), Heart()
    while not pause.wait(settings.SWEEP_SECONDS):
        try:
            look(heart)
        except Exception:
            logger.exception("The sweep failed; it is tried again")
        database.let_go()
