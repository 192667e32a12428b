"""Shows through the database that a worker is alive, and when the last backup was made, wherever they run.

Uses only the database's clock, so no other clock must be right. A gap between two heartbeats is an outage: the server,
the worker or the database was away, or the database is a restored backup. `games.actions.outages` makes up for it.
"""

import os
import threading
import time
from datetime import timedelta

from django.conf import settings
from django.db.models import Exists, F
from django.db.models.functions import Now

from common.models import Heartbeat
from common.processes.failures import in_this_thread

EVERY = 15.0  # seconds between two writes, however often a worker looks
DEAD = 60.0  # seconds after which nobody works
GONE = 35.0  # seconds after which no web process is there: it has missed two heartbeats
WORKER, BACKUP, MADE_UP, WEB = 1, 2, 3, 4  # the ids of the rows; `MADE_UP`: when somebody made up for an outage

_looked_at: float | None = None  # when this process last looked for an outage; its clock runs while a laptop sleeps


class Heart:
    """The heartbeat of one worker."""

    def __init__(self) -> None:
        self._beat_at = float("-inf")

    def beat(self) -> None:
        """Call after each sweep, and within a long one; writes to the database from time to time.

        Never hides an outage: after one, it writes only once somebody has made up for it.
        """
        if time.monotonic() >= self._beat_at + EVERY and not overslept():
            _beat()
            looked()
            self._beat_at = time.monotonic()


def _beat() -> None:
    fresh = Heartbeat.objects.filter(pk__in=[WORKER, MADE_UP], at__gt=Now() - _outage())
    if not Heartbeat.objects.filter(Exists(fresh), pk=WORKER).update(at=Now()):
        Heartbeat.objects.bulk_create([Heartbeat(pk=WORKER, at=Now())], ignore_conflicts=True)


# ---- Web processes


def show_that_we_serve() -> None:
    """Let this web process, in a thread, show that it's alive. For sites whose worker goes on without it."""
    os.register_at_fork(after_in_child=_start)  # threads don't survive a fork
    _start()


def _start() -> None:
    threading.Thread(target=_serve, name="heartbeat", daemon=True).start()


def _serve() -> None:
    while True:
        in_this_thread("The heartbeat of this web process", _note, WEB)
        time.sleep(EVERY)


def nobody_serves() -> bool:
    """Whether all web processes are away, so that nobody can move. Never where the worker ends with its server."""
    if not settings.WEB_BEATS:
        return False
    return Heartbeat.objects.filter(pk=WEB, at__lt=Now() - timedelta(seconds=GONE)).exists()


# ---- Outages


def _outage() -> timedelta:
    """The shortest gap that is an outage."""
    return timedelta(seconds=DEAD + settings.SWEEP_SECONDS)


def gap(*, new: bool = False) -> timedelta | None:
    """How long nobody has looked at the clocks, if that is an outage for which nobody has made up yet.

    *new*: only if nobody has made up for any outage since a worker looked last.
    """
    rows = Heartbeat.objects.filter(pk__in=[WORKER, MADE_UP]).order_by("-at")
    last, since = rows.values_list("pk", Now() - F("at")).first() or (WORKER, timedelta())
    return since if since > _outage() and (last == WORKER or not new) else None


def hold() -> None:
    """Lock what `gap` reads, until the transaction ends."""
    Heartbeat.objects.select_for_update().filter(pk=WORKER).first()


def made_up() -> None:
    """Somebody has made up for the outage until now, in this transaction."""
    _note(MADE_UP)


def looked() -> None:
    """This process has looked for an outage, and made up for it if there was one."""
    global _looked_at
    _looked_at = time.time()


def overslept() -> bool:
    """Whether this process hasn't looked for so long that there may have been an outage. Work whose time may have been
    moved by then has to wait. Never in processes that don't look at the clocks.
    """
    return _looked_at is not None and time.time() - _looked_at > _outage().total_seconds()


# ---- Ages


def age() -> float:
    """Seconds since a worker last swept; infinity if none ever has."""
    return _since(WORKER)


def backed_up() -> None:
    """A backup is complete."""
    _note(BACKUP)


def backup_age() -> float:
    """Seconds since the last backup by `manage.py backup`; infinity if there was none."""
    return _since(BACKUP)


def _note(what: int) -> None:
    row = Heartbeat(pk=what, at=Now())
    Heartbeat.objects.bulk_create([row], update_conflicts=True, unique_fields=["id"], update_fields=["at"])


def _since(what: int) -> float:
    since = Heartbeat.objects.filter(pk=what).values_list(Now() - F("at"), flat=True).first()
    return float("inf") if since is None else since.total_seconds()
