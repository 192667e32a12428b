"""Only our own pages, and programs (which send no origin), may open sockets."""

from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host


class SameOriginOnly:
    """Refuses what a page of another site opens: the browser would send its reader's cookie along.

    And who comes by a name that isn't ours, as pages do. Channels' own check compares the origin with ALLOWED_HOSTS:
    it never looks at the port, and refuses programs.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        headers = {name: value.decode("latin1") for name, value in scope["headers"]}
        origin, host = headers.get(b"origin"), headers.get(b"host", "")
        if _is_our_name(host) and (origin is None or _is_ours(origin, host)):
            return await self.application(scope, receive, send)
        return await WebsocketDenier()(scope, receive, send)


def _is_our_name(host: str) -> bool:
    return validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)


def _is_ours(origin: str, host: str) -> bool:
    """As for forms: the address of the page, or an origin from the settings."""
    return origin in settings.CSRF_TRUSTED_ORIGINS or origin in {f"http://{host}", f"https://{host}"}
