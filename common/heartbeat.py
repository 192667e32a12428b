"""That a worker lives, told to whoever asks the database: web processes, in whatever process or place it works.

By the database's clock alone, so that no other has to be right.
"""

import time

from django.db.models import F
from django.db.models.functions import Now

from common.models import Heartbeat

EVERY = 15.0  # seconds between two writes, however often a worker looks
DEAD = 60.0  # seconds after which nobody works


class Heart:
    """Of one worker."""

    def __init__(self) -> None:
        self._beat_at = float("-inf")

    def beat(self) -> None:
        """After each look at the clocks; now and then it is written down."""
        if time.monotonic() >= self._beat_at + EVERY:
            Heartbeat.objects.bulk_create(
                [Heartbeat(pk=1, at=Now())], update_conflicts=True, unique_fields=["id"], update_fields=["at"]
            )
            self._beat_at = time.monotonic()


def age() -> float:
    """Seconds since a worker last looked; infinity if none ever has."""
    since = Heartbeat.objects.values_list(Now() - F("at"), flat=True).first()
    return float("inf") if since is None else since.total_seconds()
