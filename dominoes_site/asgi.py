"""HTTP and websockets of one process; `daphne dominoes_site.asgi:application`."""

import asyncio
import contextlib
import gc
import logging
import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dominoes_site.settings")

from django.core.asgi import get_asgi_application

pages = get_asgi_application()

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from channels.routing import ProtocolTypeRouter, URLRouter
from daphne.ws_protocol import WebSocketFactory
from django.conf import settings
from django.core import checks
from django.core.exceptions import SynchronousOnlyOperation
from django.core.signals import request_finished
from django.db import connection, connections

from common import child
from common.limits.frames import BoundedProtocol
from dominoes_site import bodies
from dominoes_site.origin import SameOriginOnly
from dominoes_site.postgresql import somebody_waits
from games import clock
from games.open_sockets import hub
from games.sockets.routing import websocket_urlpatterns

WebSocketFactory.protocol = BoundedProtocol  # Daphne's own has queues without an end; see there

for warning in checks.run_checks(tags=["mail"]):  # which commands do by themselves
    logging.getLogger(__name__).warning("%s", warning)


def close_files(**_kwargs: Any) -> None:
    """Each request has a thread of its own. When that ends, SQLite's connection, three open files, would stay open
    until a full collection finds it: hundreds, with eight people. A pool gets its connections back by itself.
    """
    with contextlib.suppress(SynchronousOnlyOperation):  # the thread of the event loop has no connection
        if connection.vendor == "sqlite" and not connection.in_atomic_block:
            connection.close()


request_finished.connect(close_files)

if settings.WORKER == "child":
    child.start("worker", "--skip-checks", hear=hub.heard)  # which load all pages
elif settings.WORKER == "thread":
    clock.start_in_this_process()

_requests: set[asyncio.Task[None]] = set()  # the loop itself keeps tasks only weakly


async def http(scope: Any, receive: Any, send: Any) -> None:
    """Every request to its end, though whoever asked has gone and Daphne, ten seconds later, ends what waits for it.

    A thread can't be ended: it goes on, and gets its connection to the database when there is nobody left to give it
    back. After eight of those the pool would be empty for good.
    """
    request = asyncio.ensure_future(_to_its_end(scope, receive, send))
    _requests.add(request)
    request.add_done_callback(_requests.discard)
    await asyncio.shield(request)


async def _to_its_end(scope: Any, receive: Any, send: Any) -> None:
    async with ThreadSensitiveContext():  # one thread for all of it
        try:
            await pages(scope, receive, send)
        except BaseException:  # such as an export that broke off: Django tells nobody that the request is over
            await sync_to_async(connections.close_all)()
            raise


protocols = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": SameOriginOnly(URLRouter(websocket_urlpatterns)),
    }
)


async def application(scope: Any, receive: Any, send: Any) -> None:
    somebody_waits.set(True)
    await protocols(scope, receive, send)


bodies.install()

# A process that remembers thousands of positions spent a fifth of its time in full collections, 300 ms each, with
# everybody waiting (`make bench`). What is loaded by now stays for good; what comes is looked at less often.
gc.collect()
gc.freeze()
gc.set_threshold(50_000, 20, 50)
