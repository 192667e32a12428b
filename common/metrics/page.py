import hmac

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

LOOPBACK = {"127.0.0.1", "::1"}


def show(request: HttpRequest) -> HttpResponse:
    """The metrics for Prometheus, if the request has METRICS_TOKEN. A local site also shows them to its own machine.

    On other sites, a request from this machine may come from a proxy that doesn't name its client.
    """
    if not _may_look(request):
        return HttpResponseNotFound("Nothing here.\n", content_type="text/plain")
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)


def _may_look(request: HttpRequest) -> bool:
    token = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if settings.METRICS_TOKEN and hmac.compare_digest(token.encode(), settings.METRICS_TOKEN.encode()):
        return True
    local = settings.AT_HOME and not settings.PROXIES and request.META.get("REMOTE_ADDR") in LOOPBACK
    return local and "X-Forwarded-For" not in request.headers
