from typing import Any

from django.dispatch import receiver

import metrics
from games import changes, clock, refusals
from limits.sockets import connections

metrics.sockets.set_function(lambda: sum(connections.open.values()))
refusals.listeners.append(lambda code: metrics.refusals.labels(code).inc())


@receiver(changes.committed)
def count_change(change: changes.Change, **_kwargs: Any) -> None:
    metrics.changes.labels(change.kind.value).inc()


@receiver(clock.swept)
def count_sweep(decided: int, **_kwargs: Any) -> None:
    metrics.sweeps.inc()
    metrics.decided.inc(decided)
