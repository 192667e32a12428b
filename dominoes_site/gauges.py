"""Metrics read from the database and the disk at each scrape: a few narrow queries, each with an index."""

import math
import shutil
from collections.abc import Iterator

import redis
from django.conf import settings
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from common import database, queues
from common.processes import heartbeat, redis_wire
from dominoes_site import disk
from games.models import Game


class OfRedis(Collector):
    def describe(self) -> list[GaugeMetricFamily]:
        return []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Asks Redis at each scrape; no value without Redis."""
        up = GaugeMetricFamily("boneyard_redis_up", "Whether this process reaches Redis, which it uses (1) or not (0)")
        if settings.REDIS_URL:
            up.add_metric([], float(_redis_answers()))
        yield up


def _redis_answers() -> bool:
    database.let_go()  # Redis may take a second to answer
    try:
        with redis_wire.client() as wire:
            return bool(wire.ping())
    except redis.RedisError:
        return False


class OfTheDatabase(Collector):
    def describe(self) -> list[GaugeMetricFamily]:
        """Empty, because registering must not query the database."""
        return []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Lets its connection go: at a worker's port, each scrape has a thread of its own, which ends then."""
        try:
            yield from self._read()
        finally:
            database.let_go()

    def _read(self) -> Iterator[GaugeMetricFamily]:
        now = timezone.now()
        oldest = (
            Game.objects.filter(status=Game.Status.PLAYING, deadline__lt=now)
            .order_by("deadline")
            .values_list("deadline", flat=True)
            .first()
        )
        age = (now - oldest).total_seconds() if oldest else 0
        yield GaugeMetricFamily("boneyard_overdue_seconds", "How long the oldest overdue turn waits for the clock", age)
        yield GaugeMetricFamily(
            "boneyard_worker_age_seconds", "How long ago a worker last looked at the clocks", heartbeat.age()
        )
        if not math.isinf(backup := heartbeat.backup_age()):
            yield GaugeMetricFamily("boneyard_backup_age_seconds", "How long ago the last backup was made", backup)
        free = GaugeMetricFamily("boneyard_disk_free_bytes", "Free space where this process writes", labels=["disk"])
        size = GaugeMetricFamily("boneyard_disk_size_bytes", "All space where this process writes", labels=["disk"])
        for name, folder in disk.folders().items():
            usage = shutil.disk_usage(folder)
            free.add_metric([name], usage.free)
            size.add_metric([name], usage.total)
        yield from (free, size)
        lengths = GaugeMetricFamily("boneyard_queue_length", "What waits to be done", labels=["queue"])
        ages = GaugeMetricFamily("boneyard_queue_age_seconds", "How long the first of it has waited", labels=["queue"])
        for queue in queues.all_queues():
            length, waited = queue.waiting(now)
            lengths.add_metric([queue.name], length)
            ages.add_metric([queue.name], waited.total_seconds())
        yield from (lengths, ages)
