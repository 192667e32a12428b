"""Shows through the database that a worker is alive, wherever it runs.

Uses only the database's clock, so no other clock must be right.
"""

import time

from django.db.models import F
from django.db.models.functions import Now

from common.models import Heartbeat

EVERY = 15.0  # seconds between two writes, however often a worker looks
DEAD = 60.0  # seconds after which nobody works


class Heart:
    """The heartbeat of one worker."""

    def __init__(self) -> None:
        self._beat_at = float("-inf")

    def beat(self) -> None:
        """Call after each sweep; writes to the database from time to time."""
        if time.monotonic() >= self._beat_at + EVERY:
            Heartbeat.objects.bulk_create(
                [Heartbeat(pk=1, at=Now())], update_conflicts=True, unique_fields=["id"], update_fields=["at"]
            )
            self._beat_at = time.monotonic()


def age() -> float:
    """Seconds since a worker last swept; infinity if none ever has."""
    since = Heartbeat.objects.values_list(Now() - F("at"), flat=True).first()
    return float("inf") if since is None else since.total_seconds()
