"""HTTP and websockets of one process; `daphne dominoes_site.asgi:application`."""

import gc
import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dominoes_site.settings")

from django.core.asgi import get_asgi_application

http = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.conf import settings

from dominoes_site.origin import SameOriginOnly
from games import clock
from games.routing import websocket_urlpatterns

if settings.WORKER_IN_PROCESS:
    clock.start_in_this_process()

application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": SameOriginOnly(AllowedHostsOriginValidator(URLRouter(websocket_urlpatterns))),
    }
)

# A process that remembers thousands of positions spent a fifth of its time in full collections, 300 ms each, with
# everybody waiting (`make bench`). What is loaded by now stays for good; what comes is looked at less often.
gc.collect()
gc.freeze()
gc.set_threshold(50_000, 20, 50)
