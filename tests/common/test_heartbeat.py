"""Workers record that they are alive, and every process can read how long ago."""

import sys
import threading
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.db import OperationalError
from django.db.models.functions import Now
from prometheus_client import REGISTRY

from common.models import Heartbeat
from common.processes import heartbeat
from common.processes.heartbeat import Heart
from common.queues import runner
from dominoes_site.management.commands import worker
from games.clocks import clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock_of_this_process(monkeypatch):
    now = SimpleNamespace(seconds=1000.0)
    monkeypatch.setattr(heartbeat.time, "monotonic", lambda: now.seconds)
    return now


@pytest.mark.both_databases
def test_the_heartbeat_is_written_every_15_seconds(clock_of_this_process, django_assert_num_queries):
    Heart().beat()
    heart = Heart()
    with django_assert_num_queries(1):
        heart.beat()
        clock_of_this_process.seconds += 14.9
        heart.beat()
    with django_assert_num_queries(1):
        clock_of_this_process.seconds += 0.1
        heart.beat()


@pytest.mark.both_databases
def test_all_workers_share_one_heartbeat_row():
    for _each in range(3):
        Heart().beat()
    assert Heartbeat.objects.count() == 1


@pytest.mark.both_databases
def test_the_age_uses_the_database_clock():
    assert heartbeat.age() == float("inf")
    Heartbeat.objects.create(pk=heartbeat.WORKER, at=Now() - timedelta(seconds=90))
    assert 90 <= heartbeat.age() < 100
    assert 90 <= (REGISTRY.get_sample_value("boneyard_worker_age_seconds") or 0) < 100
    heartbeat.made_up()  # for the outage
    Heart().beat()
    assert 0 <= heartbeat.age() < 10


@pytest.mark.both_databases
def test_a_heartbeat_after_an_outage_does_not_hide_it():
    Heartbeat.objects.create(pk=heartbeat.WORKER, at=Now() - timedelta(hours=3))
    Heart().beat()
    gap = heartbeat.gap()
    assert gap is not None
    assert timedelta(hours=3) <= gap < timedelta(hours=3, minutes=1)
    heartbeat.made_up()
    assert heartbeat.gap() is None


@pytest.mark.both_databases
def test_web_processes_show_that_they_are_there(monkeypatch, settings):
    settings.WEB_BEATS = True
    assert not heartbeat.nobody_serves()  # nobody has ever: an older version
    monkeypatch.setattr(heartbeat, "in_this_thread", lambda _what, do, *given: do(*given))
    monkeypatch.setattr(heartbeat.time, "sleep", lambda _seconds: sys.exit())
    for ago, away in ((34, False), (36, True)):
        with pytest.raises(SystemExit):
            heartbeat._serve()
        assert not heartbeat.nobody_serves()
        Heartbeat.objects.filter(pk=heartbeat.WEB).update(at=Now() - timedelta(seconds=ago))
        assert heartbeat.nobody_serves() == away
    settings.WEB_BEATS = False
    assert not heartbeat.nobody_serves()


@pytest.mark.parametrize(("sweep_seconds", "outage"), [(5, True), (300, False)])
def test_a_gap_is_no_outage_if_the_worker_looks_as_seldom(settings, sweep_seconds, outage):
    settings.SWEEP_SECONDS = sweep_seconds
    Heartbeat.objects.create(pk=heartbeat.WORKER, at=Now() - timedelta(seconds=310))
    assert (heartbeat.gap() is not None) == outage


def test_a_process_that_slept_works_on_no_queue_until_the_clock_has_looked(monkeypatch):
    """A round must not end before its end has moved."""
    now = SimpleNamespace(seconds=1000.0)
    monkeypatch.setattr(heartbeat.time, "time", lambda: now.seconds)
    looks: list[object] = []
    monkeypatch.setattr(runner, "_look", looks.append)
    queue = SimpleNamespace(seconds=1.0, lane=SimpleNamespace(do=lambda *_task, after: None))

    def look() -> int:
        looks.clear()
        runner._keep_looking(queue, threading.Event())
        return len(looks)

    assert look() == 1  # a process without a clock works whenever it's asked
    heartbeat.looked()
    now.seconds += 60
    assert look() == 1
    now.seconds += 60
    Heart().beat()
    assert look() == 0
    heartbeat.looked()
    assert look() == 1


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_only_a_successful_sweep_writes_a_heartbeat(monkeypatch):
    def broken(_now, _heart):
        raise OperationalError

    with monkeypatch.context() as away:
        away.setattr(worker.clock, "sweep", broken)
        with pytest.raises(OperationalError):
            call_command("worker", once=True)
    assert not Heartbeat.objects.exists()
    call_command("worker", once=True)
    assert Heartbeat.objects.exists()


def test_the_clock_inside_the_server_writes_a_heartbeat_too(monkeypatch):
    """WORKER=thread."""
    looks = iter([False, True])
    monkeypatch.setattr(clock.threading, "Event", lambda: SimpleNamespace(wait=lambda _seconds: next(looks)))
    monkeypatch.setattr(clock.database, "let_go", lambda: None)
    monkeypatch.setattr(clock, "sweep", lambda _now, _heart: 0)
    clock._run()
    assert Heartbeat.objects.exists()
