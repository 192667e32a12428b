"""Sockets are opened by our own pages, and by programs, which name no origin."""

from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings


class SameOriginOnly:
    """Refuses what a page of another site opens: the browser would send its reader's cookie along.

    Channels' own check compares with ALLOWED_HOSTS, which may be any host, and never has a port.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        headers = {name: value.decode("latin1") for name, value in scope["headers"]}
        origin = headers.get(b"origin")
        if origin is None or _is_ours(origin, headers.get(b"host", "")):
            return await self.application(scope, receive, send)
        return await WebsocketDenier()(scope, receive, send)


def _is_ours(origin: str, host: str) -> bool:
    """As for forms: the address the page was read at, or one of the settings."""
    return origin in settings.CSRF_TRUSTED_ORIGINS or origin in {f"http://{host}", f"https://{host}"}
