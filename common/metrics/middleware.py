import secrets
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from common import metrics

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
request_id: ContextVar[str] = ContextVar("request_id", default="-")  # stands in every line of the log


@sync_and_async_middleware
def counted(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Count the request and time it, and give it a name that logs and answer share."""

    def answered(request: HttpRequest, answer: HttpResponseBase, began: float) -> HttpResponseBase:
        view = request.resolver_match.view_name if request.resolver_match else ""
        method = request.method if request.method in METHODS else "other"
        metrics.requests.labels(view or "unknown", method, answer.status_code).inc()
        metrics.seconds.labels(view or "unknown").observe(time.perf_counter() - began)
        answer["X-Request-ID"] = request_id.get()
        return answer

    if iscoroutinefunction(get_response):

        async def middleware(request: HttpRequest) -> HttpResponseBase:
            request_id.set(_name())
            began = time.perf_counter()
            return answered(request, await get_response(request), began)

        return middleware

    def sync_middleware(request: HttpRequest) -> HttpResponseBase:
        request_id.set(_name())
        began = time.perf_counter()
        return answered(request, get_response(request), began)

    return sync_middleware


def _name() -> str:
    return secrets.token_hex(8)
