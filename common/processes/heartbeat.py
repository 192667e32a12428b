"""Shows through the database that a worker is alive, and when the last backup was made, wherever they run.

Uses only the database's clock, so no other clock must be right.
"""

import time

from django.db.models import F
from django.db.models.functions import Now

from common.models import Heartbeat

EVERY = 15.0  # seconds between two writes, however often a worker looks
DEAD = 60.0  # seconds after which nobody works
WORKER, BACKUP = 1, 2  # the ids of the two rows


class Heart:
    """The heartbeat of one worker."""

    def __init__(self) -> None:
        self._beat_at = float("-inf")

    def beat(self) -> None:
        """Call after each sweep; writes to the database from time to time."""
        if time.monotonic() >= self._beat_at + EVERY:
            _note(WORKER)
            self._beat_at = time.monotonic()


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
