import secrets
import time
from collections.abc import Callable
from contextvars import ContextVar

from django.http import HttpRequest, HttpResponseBase

from common import metrics

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
request_id: ContextVar[str] = ContextVar("request_id", default="-")  # appears in every log line


def counted(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Count and time requests. Give each an id that appears in the log and in the answer."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        request_id.set(_name())
        began = time.perf_counter()
        answer = get_response(request)
        view = request.resolver_match.view_name if request.resolver_match else ""
        method = request.method if request.method in METHODS else "other"
        metrics.requests.labels(view or "unknown", method, answer.status_code).inc()
        metrics.seconds.labels(view or "unknown").observe(time.perf_counter() - began)
        answer["X-Request-ID"] = request_id.get()
        return answer

    return middleware


def _name() -> str:
    return secrets.token_hex(8)
