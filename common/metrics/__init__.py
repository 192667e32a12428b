"""This process's Prometheus counters. Each process counts and is scraped separately (`/metrics`); the server adds what
its child (common/processes/child.py) counts.

`dominoes_site/gauges.py` has the metrics that we read from the database at each scrape.
"""

from collections.abc import Iterator

from django.conf import settings
from prometheus_client import Counter, Gauge, Histogram, Info

requests = Counter("boneyard_requests", "Requests answered", ["view", "method", "status"])
seconds = Histogram(
    "boneyard_request_seconds",
    "Time to answer",
    ["view"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
changes = Counter("boneyard_game_changes", "Changes of games: moved, finished, joined …", ["kind"])
refusals = Counter("boneyard_refusals", "What players and programs were refused", ["code"])
sockets = Gauge("boneyard_sockets_open", "Websockets open in this process")
nudges_age = Gauge("boneyard_nudges_age_seconds", "How long ago this process last heard from Redis; 0 without it")
sweeps = Counter("boneyard_sweeps", "Looks of the clock")
decided = Counter("boneyard_decided", "Turns and offers the clock has ended")
notices = Counter("boneyard_notices", "Notices sent", ["channel", "outcome"])
queue_failures = Counter("boneyard_queue_failures", "Rows of a queue whose work has failed", ["queue"])
queue_given_up = Counter("boneyard_queue_given_up", "Rows of a queue that have failed too often", ["queue"])

conflicts = Counter("boneyard_conflicts", "Transactions that the database undid because of others")

server = Info("boneyard", "What runs here")
server.info({"version": settings.VERSION})

COUNTERS = (requests, changes, refusals, sweeps, decided, notices, queue_failures, queue_given_up, conflicts)
Labels = tuple[tuple[str, str], ...]  # a counter's: names and values
Count = tuple[int, dict[str, str], float]  # a counter's number in `COUNTERS`, its labels, and by how much it grew


def _values() -> Iterator[tuple[int, Labels, float]]:
    """Each counter's number in `COUNTERS`, labels and value."""
    for number, counter in enumerate(COUNTERS):
        for sample in next(iter(counter.collect())).samples:
            if sample.name.endswith("_total"):
                yield number, tuple(sample.labels.items()), sample.value


class Counted:
    """Counts since the last call, for another process that adds them to its own."""

    def __init__(self) -> None:
        self._told: dict[tuple[int, Labels], float] = {}

    def since_then(self) -> list[Count]:
        """The counts since the last call, in the form that `add` takes."""
        more: list[Count] = []
        for number, labels, value in _values():
            if by := value - self._told.get((number, labels), 0):
                self._told[number, labels] = value
                more.append((number, dict(labels), by))
        return more


def add(counted: list[Count]) -> None:
    """Add another process's counts."""
    for number, labels, by in counted:
        (COUNTERS[number].labels(**labels) if labels else COUNTERS[number]).inc(by)
