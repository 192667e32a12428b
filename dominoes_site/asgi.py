"""HTTP and websockets of one web process. Start it with `daphne dominoes_site.asgi:application`."""

import asyncio
import gc
import logging
import os
import re
import sys
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dominoes_site.settings")

import django
from django.core.exceptions import ImproperlyConfigured

try:
    django.setup()
except ImproperlyConfigured as error:  # a setting is wrong
    sys.exit(str(error))

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from channels.routing import ProtocolTypeRouter, URLRouter
from daphne.ws_protocol import WebSocketFactory
from django.conf import settings
from django.core import checks
from django.core.handlers.asgi import ASGIHandler
from django.db import connections
from django.http import HttpRequest, HttpResponseBase

from common import queues
from common.database import somebody_waits
from common.limits.frames import BoundedProtocol
from common.metrics.waits import watch
from common.processes import child, heartbeat
from dominoes_site import bodies
from dominoes_site.bodies import Receive, Scope
from dominoes_site.origin import SameOriginOnly
from games.clocks import clock
from games.sockets.base import DATABASE_THREADS
from games.sockets.open_sockets import hub
from games.sockets.routing import websocket_urlpatterns
from games.viewers.news import News

WebSocketFactory.protocol = BoundedProtocol  # Daphne's own queues have no limit; see common/limits/frames.py

for warning in checks.run_checks(tags=["mail", "settings"]):  # commands run their checks by themselves
    logging.getLogger(__name__).warning("%s", warning)


Send = Callable[[Mapping[str, object]], Awaitable[None]]


class Pages(ASGIHandler):
    """Run all middleware and the view in a single hop to a thread. All of ours are sync; Django itself would hop for
    most of them, which costs more than the rest of a small page (`benchmarks/pages.py`).
    """

    request_class = bodies.WithLength

    def load_middleware(self, is_async: bool = False) -> None:  # noqa: ARG002
        super().load_middleware(is_async=False)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().handle(scope, bodies.bounded(scope, receive), send)
        except bodies.TooLong:
            headers = {name: value.decode("latin1") for name, value in scope["headers"]}
            refused = bodies.refusal(scope["path"], headers.get(b"cookie", ""), headers.get(b"accept-language", ""))
            refused["Connection"] = "close"  # the rest of the body is not read
            await self.send_response(refused, send)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        return await sync_to_async(self.get_response)(request)


pages = Pages()
queues.PROMPT.line = DATABASE_THREADS  # computers' moves share the threads of people's moves

if settings.WORKER == "child":
    child.start("worker", kind=News, hear=hub.heard)
elif settings.WORKER == "thread":
    clock.start_in_this_process()
if settings.WEB_BEATS:
    heartbeat.show_that_we_serve()

STREAMS = re.compile(r"/api/v1/(?:games/\w+/)?events/")
FOR_STREAMS = ThreadPoolExecutor(1, thread_name_prefix="streams")  # only opens them, one after the other
KEPT = 8  # idle threads; with SQLite each has three open files


class OneThread(ThreadPoolExecutor):
    """A thread that knows whether it still works, such as on a check for which `/readyz` no longer waits."""

    def __init__(self) -> None:
        super().__init__(1, thread_name_prefix="request")
        self._given: list[Future[Any]] = []

    def submit(self, call: Callable[..., Any], /, *args: Any, **named: Any) -> "Future[Any]":
        given = super().submit(call, *args, **named)
        self._given = [*(each for each in self._given if not each.done()), given]
        return given

    @property
    def is_idle(self) -> bool:
        return all(each.done() for each in self._given)


idle_threads: list[OneThread] = []  # last in, first out
_requests: set[asyncio.Task[None]] = set()  # the event loop has only weak references to tasks


async def http(scope: Scope, receive: Receive, send: Send) -> None:
    """Run every request to its end, even if the client has left and Daphne cancels it after ten seconds.

    A thread can't be cancelled: it would go on and take a database connection that no one returns. Eight of those would
    drain the pool permanently.
    """
    request = asyncio.ensure_future(_to_its_end(scope, receive, send))
    _requests.add(request)
    request.add_done_callback(_requests.discard)
    await asyncio.shield(request)


async def _to_its_end(scope: Scope, receive: Receive, send: Send) -> None:
    """Use one thread for the whole request, then for the next one: opening SQLite takes as long as a small page."""
    if STREAMS.fullmatch(str(scope["path"])):  # they last for hours, so they share a thread
        async with ThreadSensitiveContext(executor=FOR_STREAMS):
            return await pages(scope, receive, send)
    thread = idle_threads.pop() if idle_threads else OneThread()
    try:
        async with ThreadSensitiveContext(executor=thread):
            try:
                await pages(scope, receive, send)
            except BaseException:  # such as an interrupted export: Django signals no end of the request
                await sync_to_async(connections.close_all)()
                raise
    finally:
        if len(idle_threads) < KEPT and thread.is_idle:  # else the next request would wait for it, too
            idle_threads.append(thread)
        else:
            thread.submit(connections.close_all)
            thread.shutdown(wait=False)


protocols = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": SameOriginOnly(URLRouter(websocket_urlpatterns)),
    }
)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    somebody_waits.set(True)
    watch.begin()
    hub.begin()
    await protocols(scope, receive, send)


bodies.install()

# With thousands of positions in memory, a process spent a fifth of its time in full collections: 300 ms each, while
# everyone waited (`make bench`). So we exclude everything loaded until now, and collect less often.
gc.collect()
gc.freeze()
gc.set_threshold(50_000, 20, 50)
