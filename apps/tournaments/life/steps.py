"""What time does with a tournament, one step after the other: it begins, rounds are paired and end, it closes.

Each step is one transaction, which locks the tournament's row and moves its `Step` on. So a killed process leaves a
tournament before or after a step, and two workers do each step once.
"""

from datetime import datetime, timedelta

from django.db import transaction

from common.database import tried_again
from common.queues import SOON, Outcome, Queue
from tournaments import formats
from tournaments.life import beginning, closing
from tournaments.models import Step, Tournament

LEASE = timedelta(minutes=2)  # a round of 10,000 entries is paired within seconds


class Steps(Queue[Step]):
    """Tournaments for which it's time to go on."""

    name = "tournaments"
    model = Step
    lane = SOON
    lease = LEASE

    @tried_again
    def work(self, step: Step, now: datetime, /) -> Outcome:
        with transaction.atomic(durable=True):
            tournament = Tournament.objects.select_for_update().get(pk=step.tournament_id)
            if not self.held(step).exists():  # another process has done it, or it's due again already
                return None
            due = go_on(tournament, now)
            if due is None:
                self.held(step).delete()
            else:
                self.put_off(step, due)
        return None


steps = Steps()


def go_on(tournament: Tournament, now: datetime) -> datetime | None:
    """Do the next step of a locked tournament. Returns when the one after it is due; None after the last."""
    if tournament.is_open and (again := beginning.begin_or_wait(tournament, now)) is not None:
        return again
    if not tournament.is_running:  # cancelled
        return None
    due = formats.of(tournament).go_on(tournament, now)
    return closing.close(tournament, now) if due is None else due
