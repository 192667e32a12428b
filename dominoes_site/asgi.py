"""HTTP and websockets of one process; `daphne dominoes_site.asgi:application`."""

import contextlib
import gc
import logging
import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dominoes_site.settings")

from django.core.asgi import get_asgi_application

http = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter
from daphne.ws_protocol import WebSocketFactory
from django.conf import settings
from django.core import checks
from django.core.exceptions import SynchronousOnlyOperation
from django.core.signals import request_finished
from django.db import connection

from dominoes_site import bodies
from dominoes_site.origin import SameOriginOnly
from games import clock
from games.routing import websocket_urlpatterns
from limits.frames import BoundedProtocol

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

if settings.WORKER_IN_PROCESS:
    clock.start_in_this_process()

bodies.install()
application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": SameOriginOnly(URLRouter(websocket_urlpatterns)),
    }
)

# A process that remembers thousands of positions spent a fifth of its time in full collections, 300 ms each, with
# everybody waiting (`make bench`). What is loaded by now stays for good; what comes is looked at less often.
gc.collect()
gc.freeze()
gc.set_threshold(50_000, 20, 50)
