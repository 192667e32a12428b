"""Each connection to the database comes back."""

import asyncio
import threading

import pytest
from asgiref.sync import sync_to_async
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from dominoes_site import asgi

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_request_that_breaks_off_leaves_no_connection_behind(monkeypatch: pytest.MonkeyPatch):
    """An export, when the database goes away over it."""
    used = []

    async def break_off(*_request: object) -> None:
        await sync_to_async(lambda: used.append(connected()))()
        raise BrokenPipeError

    monkeypatch.setattr(asgi, "pages", break_off)
    with pytest.raises(BrokenPipeError):
        await asgi.application({"type": "http"}, None, None)
    assert used[0].connection is None


async def test_a_request_that_nobody_waits_for_any_more_leaves_no_connection_behind(monkeypatch: pytest.MonkeyPatch):
    """Who asked has hung up, and Daphne ends the request, every second until it is over: its thread can't be ended."""
    used: list[BaseDatabaseWrapper] = []
    began, go_on, hung_up = threading.Event(), threading.Event(), asyncio.Event()
    said = [{"type": "http.request"}]

    def view() -> None:
        used.append(connected())
        began.set()
        go_on.wait(20)

    async def receive() -> dict[str, str]:
        if said:
            return said.pop()
        await hung_up.wait()
        return {"type": "http.disconnect"}

    monkeypatch.setattr(asgi.pages, "get_response_async", lambda _request: sync_to_async(view)())
    scope = {"type": "http", "method": "GET", "path": "/", "headers": []}
    request = asyncio.ensure_future(asgi.application(scope, receive, None))
    assert await asyncio.to_thread(began.wait, 20)
    hung_up.set()
    for _time in range(3):
        await asyncio.sleep(0.05)
        request.cancel()
    go_on.set()
    async with asyncio.timeout(20):
        while used[0].connection is not None:
            await asyncio.sleep(0.05)


def connected() -> BaseDatabaseWrapper:
    """The connection of this thread, which is in use."""
    connection.ensure_connection()
    return connections["default"]
