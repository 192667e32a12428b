"""Work that outlives the request that starts it."""

import ast
import asyncio
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from asgiref.sync import ThreadSensitiveContext, sync_to_async

from common.database import somebody_waits
from common.metrics.middleware import request_id
from games.sockets.open_sockets import spawn
from tests.test_rooms import FILES, ROOT

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


def test_only_spawn_starts_work_that_may_outlive_a_request():
    """Anywhere else it would inherit the request's context, and with it a thread that ends with the request."""
    found = Counter(
        str(path.relative_to(ROOT))
        for path in FILES.values()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute | ast.Name) and name_of(node) in STARTS_A_TASK
    )
    assert found == dict.fromkeys(MAY_START, 1)


def name_of(node: ast.Attribute | ast.Name) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id
