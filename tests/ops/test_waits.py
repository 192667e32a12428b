"""Each wait appears in its histogram. A test holds what is waited for until somebody waits, and then a while longer."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from django.db import connection, transaction
from django.test import Client
from prometheus_client import REGISTRY

from accounts import database
from common.metrics import waits
from dominoes_site.postgresql import base

A_WHILE = 0.2  # seconds
on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL lets all write at the same time")


def waited(kind: str) -> tuple[float, float]:
    """How often, and how long in seconds."""
    names = ("boneyard_wait_seconds_count", "boneyard_wait_seconds_sum")
    count, seconds = (REGISTRY.get_sample_value(name, {"kind": kind}) for name in names)
    assert count is not None
    assert seconds is not None
    return count, seconds


def grown(kind: str, act: Callable[[], Any]) -> tuple[float, float]:
    count, seconds = waited(kind)
    act()
    after = waited(kind)
    return after[0] - count, after[1] - seconds


def let_go_once(is_asked: Callable[[], bool], let_go: Callable[[], Any]) -> threading.Thread:
    """Call *let_go* a while after *is_asked*, in another thread."""

    def wait() -> None:
        while not is_asked():
            time.sleep(0.01)
        time.sleep(A_WHILE)
        let_go()

    thread = threading.Thread(target=wait)
    thread.start()
    return thread


def test_work_waits_for_a_thread():
    threads, free = waits.Threads(1), threading.Event()

    def crowd() -> None:
        threads.submit(free.wait)
        second = threads.submit(pow, 2, 5)
        time.sleep(A_WHILE)
        free.set()
        assert second.result() == 32

    times, seconds = grown("thread", crowd)
    threads.shutdown()
    assert times == 2
    assert seconds >= A_WHILE


def test_the_loop_waits_for_the_interpreter():
    async def busy() -> None:
        watch = waits.Watch()
        watch.begin()
        watch.begin()  # the same loop: nothing new
        await asyncio.sleep(0)
        time.sleep(waits.LOOK_EVERY + A_WHILE)
        await asyncio.sleep(0.01)

    times, seconds = grown("interpreter", lambda: asyncio.run(busy()))
    assert times == 1
    assert seconds >= A_WHILE


@pytest.mark.both_databases
@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_transaction_waits_for_sqlites_lock():
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    begins = threading.Event()

    def seen(execute: Any, sql: str, *more: Any) -> Any:
        begins.set()
        return execute(sql, *more)

    def write() -> None:
        helper = let_go_once(begins.is_set, lambda: other.execute("COMMIT"))
        with connection.execute_wrapper(seen), transaction.atomic():
            pass
        helper.join()

    connection.ensure_connection()
    times, seconds = grown("lock", write)
    other.close()
    assert times == 1
    assert seconds >= A_WHILE


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_transaction_waits_for_a_row_on_postgresql(ada):
    with psycopg.connect(connection.connection.info.dsn, password=connection.connection.info.password) as other:
        other.execute("SELECT 1 FROM accounts_user WHERE id = %s FOR UPDATE", [ada.pk])
        ours = connection.connection.info.backend_pid

        def is_waiting() -> bool:
            found = other.execute("SELECT 1 FROM pg_locks WHERE pid = %s AND NOT granted", [ours]).fetchone()
            return found is not None

        def write() -> None:
            helper = let_go_once(is_waiting, other.rollback)
            with transaction.atomic():
                database.hold(ada)
            helper.join()

        times, seconds = grown("lock", write)
    assert times == 1
    assert seconds >= A_WHILE


@pytest.mark.parametrize(
    ("sql", "waits_for_rows"),
    [
        ("SELECT 1 FROM games_game FOR UPDATE", True),
        ("SELECT 1 FROM games_game FOR NO KEY UPDATE OF u", True),
        ("SELECT 1 FROM games_game FOR UPDATE SKIP LOCKED", False),
        ("UPDATE games_game SET version = 1", False),
    ],
)
def test_statements_that_lock_rows_are_found(sql: str, waits_for_rows: bool):
    assert bool(base.LOCKS.search(sql)) is waits_for_rows


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_request_waits_for_a_connection(monkeypatch):
    connection.close()
    # A pool of its own, because threads of earlier tests may still hold connections of the other.
    monkeypatch.delitem(connection._connection_pools, connection.alias)
    pool = connection.pool
    pool.open()
    taken = [pool.getconn() for _ in range(pool.max_size)]

    def look() -> None:
        helper = let_go_once(lambda: pool.get_stats()["requests_waiting"] > 0, lambda: pool.putconn(taken.pop()))
        connection.ensure_connection()
        helper.join()

    times, seconds = grown("connection", look)
    for each in taken:
        pool.putconn(each)
    connection.close()
    connection.close_pool()
    assert times == 1
    assert seconds >= A_WHILE


@pytest.mark.django_db
def test_all_waits_are_in_the_metrics_from_the_start(settings):
    settings.AT_HOME = True
    shown = Client().get("/metrics").content.decode()
    for kind in ("thread", "connection", "lock", "interpreter"):
        assert f'boneyard_wait_seconds_bucket{{kind="{kind}",le="0.001"}}' in shown
