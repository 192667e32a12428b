"""Waiting for PostgreSQL connections and answers has a time limit, and every connection is returned."""

import asyncio
import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.postgresql import base as django_base
from psycopg_pool import PoolTimeout

from common.database import somebody_waits
from dominoes_site import asgi
from dominoes_site.postgresql import base
from tests.ops.processes import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def waiting() -> Iterator[None]:
    token = somebody_waits.set(True)
    yield
    somebody_waits.reset(token)


@pytest.fixture(autouse=True)
def nothing_happened_yet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nor do threads and their connections stay behind."""
    idle: list[ThreadPoolExecutor] = []
    monkeypatch.setattr(base, "known", base.Known())
    monkeypatch.setattr(asgi, "idle_threads", idle)
    yield
    for thread in idle:
        thread.submit(connections.close_all).result()
        thread.shutdown()


def sleep(seconds: float) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(%s)", [seconds])


@pytest.mark.postgres
def test_a_slow_statement_fails_but_not_its_connection(monkeypatch: pytest.MonkeyPatch, waiting: None):
    monkeypatch.setattr(base, "PATIENCE", 0.2)
    monkeypatch.setattr(base, "LAST_WORD", 30)
    sleep(0)
    same = connection.connection
    with pytest.raises(OperationalError, match="cancel"):
        sleep(60)
    sleep(0)
    assert connection.connection is same
    assert base.known.away_at == float("-inf")


@pytest.mark.postgres
def test_background_statements_have_no_time_limit(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(base, "PATIENCE", 0.1)
    sleep(0.5)


@pytest.mark.postgres
def test_background_work_fails_fast_when_the_server_is_down():
    """The host disappeared silently. The kernel sends probes and gives up after `tcp_user_timeout`."""
    connection.ensure_connection()
    with socket.fromfd(connection.connection.fileno(), socket.AF_INET, socket.SOCK_STREAM) as line:
        asked = [line.getsockopt(socket.IPPROTO_TCP, of) for of in (socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL)]
    assert sum(asked) <= 30  # seconds


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("served", "took_too_long", "tries"),
    [(0, 60, 2), (base.STUCK + 1, 60, 1), (0, 0, 1)],
    ids=["busy", "held", "stuck"],
)
def test_waiting_for_a_connection_goes_on_only_while_others_succeed(monkeypatch, served, took_too_long, tries):
    asked = []

    def none_free(self: object, params: object) -> None:
        asked.append(params)
        base.known.served_at = time.monotonic() - served
        base.known.stuck_at = time.monotonic() - took_too_long
        if len(asked) == 2:
            raise ZeroDivisionError  # enough
        raise PoolTimeout

    monkeypatch.setattr(django_base.DatabaseWrapper, "get_new_connection", none_free)
    with pytest.raises((PoolTimeout, ZeroDivisionError)):
        connection.get_new_connection({})
    assert len(asked) == tries


@pytest.mark.both_databases
async def test_an_aborted_request_leaves_no_connection_behind(monkeypatch: pytest.MonkeyPatch):
    """An export during which the database goes down."""
    used = []

    async def break_off(*_request: object) -> None:
        await sync_to_async(lambda: used.append(connected()))()
        raise BrokenPipeError

    monkeypatch.setattr(asgi, "pages", break_off)
    with pytest.raises(BrokenPipeError):
        await asgi.application({"type": "http", "path": "/"}, None, None)
    assert used[0].connection is None


@pytest.mark.both_databases
async def test_an_abandoned_request_leaves_no_connection_behind(monkeypatch: pytest.MonkeyPatch):
    """The client has disconnected, and Daphne ends the request every second until it is over, because its thread can't
    be ended.
    """
    used: list[BaseDatabaseWrapper] = []
    began, go_on, hung_up = threading.Event(), threading.Event(), asyncio.Event()
    said = [{"type": "http.request"}]

    def view() -> None:
        used.append(connected())
        began.set()
        go_on.wait(PATIENCE)

    async def receive() -> dict[str, str]:
        if said:
            return said.pop()
        await hung_up.wait()
        return {"type": "http.disconnect"}

    monkeypatch.setattr(asgi.pages, "get_response_async", lambda _request: sync_to_async(view)())
    scope = {"type": "http", "method": "GET", "path": "/", "headers": []}
    request = asyncio.ensure_future(asgi.application(scope, receive, None))
    assert await asyncio.to_thread(began.wait, PATIENCE)
    hung_up.set()
    for _time in range(3):
        await asyncio.sleep(0.05)
        request.cancel()
    go_on.set()
    async with asyncio.timeout(PATIENCE):
        while not asgi.idle_threads:
            await asyncio.sleep(0.05)
    assert used[0].connection is None or connection.vendor == "sqlite"  # the thread keeps its files


@pytest.mark.both_databases
async def test_the_next_request_reuses_the_thread_and_its_files(monkeypatch: pytest.MonkeyPatch):
    used = []

    async def page(*_request: object) -> None:
        await sync_to_async(lambda: used.append(threading.get_ident()))()

    monkeypatch.setattr(asgi, "pages", page)
    await asgi.application({"type": "http", "path": "/"}, None, None)
    await asgi.application({"type": "http", "path": "/"}, None, None)
    assert used[0] == used[1]
    monkeypatch.setattr(asgi, "KEPT", 1)
    await asyncio.gather(*(asgi.application({"type": "http", "path": "/"}, None, None) for _ in range(3)))
    assert len(asgi.idle_threads) == 1


@pytest.mark.both_databases
async def test_a_request_never_gets_a_thread_that_still_works_for_another(monkeypatch: pytest.MonkeyPatch):
    """`/readyz` waits three seconds for each check. One on a disk that hangs goes on, perhaps for ever."""
    go_on, began, used = threading.Event(), asyncio.Event(), list[int]()
    loop = asyncio.get_running_loop()

    def hangs() -> None:
        used.append(threading.get_ident())
        loop.call_soon_threadsafe(began.set)
        go_on.wait(PATIENCE)

    async def readyz(*_request: object) -> None:
        check = asyncio.ensure_future(sync_to_async(hangs)())
        await began.wait()
        for given_up in (check, asyncio.ensure_future(sync_to_async(hangs)())):  # the second never begins
            await asyncio.sleep(0)
            given_up.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await given_up

    async def page(*_request: object) -> None:
        await sync_to_async(lambda: used.append(threading.get_ident()))()

    for does in (readyz, page):
        monkeypatch.setattr(asgi, "pages", does)
        async with asyncio.timeout(PATIENCE / 2):
            await asgi.application({"type": "http", "path": "/"}, None, None)
    go_on.set()
    assert used[0] != used[1]
    assert len(asgi.idle_threads) == 1


def connected() -> BaseDatabaseWrapper:
    """This thread's connection, in use."""
    connection.ensure_connection()
    return connections["default"]
