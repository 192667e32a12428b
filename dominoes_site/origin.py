"""Only our own pages, and programs (which send no origin), may open sockets."""

from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, WebSocketScope
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host


class SameOriginOnly:
    """Refuses sockets that a page of another site opens, because browsers send the reader's cookie along. Also refuses
    host names that aren't ours, as pages do.

    Channels' own check compares the origin with ALLOWED_HOSTS. It ignores the port, and refuses programs.
    """

    def __init__(self, application: ASGI3Application) -> None:
        self.application = application

    async def __call__(self, scope: WebSocketScope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        headers = {name: value.decode("latin1") for name, value in scope["headers"]}
        origin, host = headers.get(b"origin"), headers.get(b"host", "")
        if _is_our_name(host) and (origin is None or _is_ours(origin, host)):
            await self.application(scope, receive, send)
        else:
            await WebsocketDenier()(scope, receive, send)


def _is_our_name(host: str) -> bool:
    return validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)


def _is_ours(origin: str, host: str) -> bool:
    """Whether the origin is the address of the page, or one of the settings. Forms use the same rule."""
    return origin in settings.CSRF_TRUSTED_ORIGINS or origin in {f"http://{host}", f"https://{host}"}
