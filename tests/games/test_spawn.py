"""Work that outlives the request that starts it."""

import ast
import asyncio
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from datetime import timedelta
from types import SimpleNamespace
from unittest import mock

import orjson
import pytest
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.db import connection
from django.utils import translation

from common import queues
from common.database import somebody_waits
from common.metrics import waits
from common.metrics.middleware import request_id
from common.processes import child
from common.queues import Lane
from dominoes_site import gauges
from games.sockets.open_sockets import spawn
from games.viewers import looking
from games.viewers.news import News
from tests.holding import holding
from tests.rooms import file_name
from tests.test_rooms import FILES

STARTS_A_TASK = {"create_task", "ensure_future", "run_coroutine_threadsafe", "to_thread"}
# `to_thread` starts none, but it, too, takes the request's context along.
MAY_START = {
    "games/sockets/open_sockets.py": "`spawn`, in an empty context",
    "dominoes_site/asgi.py": "the request itself, in which its context begins and ends",
}


async def test_spawned_work_goes_on_after_the_request_that_started_it():
    ended, found = asyncio.Event(), []

    async def work() -> None:
        await ended.wait()
        found.append(await sync_to_async(lambda: (somebody_waits.get(), request_id.get()))())

    with ThreadPoolExecutor(1) as thread:
        async with ThreadSensitiveContext(executor=thread):
            request_id.set("of the request")
            task = spawn(work())
        ended.set()
        await task
    assert found == [(True, "-")]


async def test_timers_that_go_on_for_ever_forget_the_request_that_began_them(monkeypatch):
    heard, both = dict[str, str](), asyncio.Event()

    def hears(name: str) -> None:
        heard[name] = request_id.get()
        if len(heard) == 2:
            both.set()

    monkeypatch.setattr(looking, "ALIVE", 0)
    monkeypatch.setattr(waits, "LOOK_EVERY", 0)
    monkeypatch.setattr(waits, "INTERPRETER", SimpleNamespace(observe=lambda _seconds: hears("watch")))
    boards, watch = looking.Looking(print, lambda _place: False, lambda _words: None), waits.Watch()
    monkeypatch.setattr(boards, "_keep", lambda *_words: hears("boards"))
    boards._elsewhere["game"] = {"gone": frozenset()}
    token = request_id.set("of the request")
    watch.begin()
    boards._start()
    boards._elsewhere, boards._heard = {"game": {"gone": frozenset({1})}}, {"gone": float("-inf")}
    request_id.reset(token)
    await both.wait()
    watch.loop = boards._loop = None  # ends them
    assert heard == {"watch": "-", "boards": "-"}


def test_threads_that_a_request_starts_know_nothing_of_it():
    """A queue's thread works for everybody from then on."""
    lane, found, done = Lane("of a test"), list[tuple[str, bool, str]](), threading.Event()

    def task() -> None:
        found.append((request_id.get(), somebody_waits.get(), translation.get_language()))
        done.set()

    def request() -> None:
        request_id.set("of the request")
        somebody_waits.set(True)
        translation.activate("de")
        lane.do(task)

    copy_context().run(request)
    assert done.wait(10)
    assert found == [("-", False, "en")]


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("work", ["news of the worker", "a scrape of the worker's metrics"])
def test_threads_of_our_own_let_their_connections_go(work):
    """A pool loses a connection that its thread takes along, and a broken one would stay with its thread."""
    kept: list[bool] = []

    def read(*_news: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        kept.append(holding())

    class Queue:
        name = "of a test"

        def waiting(self, _now: object) -> tuple[int, timedelta]:
            read()
            return 0, timedelta()

    def thread() -> None:
        if work == "news of the worker":
            child._read(orjson.dumps({"counted": [], "news": {"desks": [1]}}), News, read)
        else:
            with mock.patch.object(queues, "all_queues", return_value=[Queue()]):
                list(gauges.OfTheDatabase().collect())
        kept.append(holding())
        connection.close()

    running = threading.Thread(target=thread)
    running.start()
    running.join()
    assert kept == [True, False]


def test_only_spawn_starts_work_that_may_outlive_a_request():
    """Anywhere else it would inherit the request's context, and with it a thread that ends with the request."""
    found = Counter(
        file_name(path)
        for path in FILES.values()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute | ast.Name) and name_of(node) in STARTS_A_TASK
    )
    assert found == dict.fromkeys(MAY_START, 1)


def name_of(node: ast.Attribute | ast.Name) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id
