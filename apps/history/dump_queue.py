"""The worker writes the dumps of past months, once a month, if the host wants them (`settings.DUMPS`)."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from common.queues import Later, Meanwhile, Outcome, Queue
from history import dumps
from history.models import DumpTask

AFTER_MIDNIGHT = timedelta(hours=3)  # on the first of a month: by then, its last games are settled


def load(now: datetime) -> None:
    """The queue's only row, if the host wants dumps."""
    if settings.DUMPS:
        DumpTask.objects.get_or_create(pk=1, defaults={"due": now})


class Dumps(Queue[DumpTask]):
    """One row that comes again each month. Each piece of a dump is a step, so that mails don't wait for all of it."""

    name = "dumps"
    model = DumpTask
    lease = timedelta(minutes=10)

    def work(self, row: DumpTask, now: datetime, /) -> Outcome:
        return self._piece(row, _pieces(Path(settings.DUMPS), now) if settings.DUMPS else iter(()))

    def _piece(self, row: DumpTask, pieces: Iterator[object]) -> Outcome:
        now = timezone.now()
        if next(pieces, None) is None:
            next_month = dumps.Month.at(now).next.begins + AFTER_MIDNIGHT
            return Later(next_month if settings.DUMPS else now + timedelta(days=1))
        if not self.renew(row, now):  # another worker goes on
            return None
        return Meanwhile(partial(self._piece, row, pieces))


def _pieces(folder: Path, now: datetime) -> Iterator[object]:
    for month in dumps.outdated(folder, now):
        yield from dumps.write(month, folder, now)
        yield month


queue = Dumps()
