"""Metrics read from the database at each scrape: a few narrow queries, each with an index."""

from collections.abc import Iterator

from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from bots import queries
from common.processes import heartbeat
from games.models import Game
from notices.queries import waiting_deliveries


class OfTheDatabase(Collector):
    def describe(self) -> list[GaugeMetricFamily]:
        """Empty, because registering must not query the database."""
        return []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        now = timezone.now()
        oldest = (
            Game.objects.filter(status=Game.Status.PLAYING, deadline__lt=now)
            .order_by("deadline").values_list("deadline", flat=True).first()
        )  # fmt: skip
        age = (now - oldest).total_seconds() if oldest else 0
        yield GaugeMetricFamily("boneyard_overdue_seconds", "How long the oldest overdue turn waits for the clock", age)
        yield GaugeMetricFamily(
            "boneyard_worker_age_seconds", "How long ago a worker last looked at the clocks", heartbeat.age()
        )
        queues = GaugeMetricFamily("boneyard_queue_length", "What waits to be done", labels=["queue"])
        queues.add_metric(["notices"], waiting_deliveries())
        queues.add_metric(["computers"], queries.turns_waiting())
        yield queues
