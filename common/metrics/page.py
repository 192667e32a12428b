import hmac

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

LOOPBACK = {"127.0.0.1", "::1"}


def show(request: HttpRequest) -> HttpResponse:
    """For Prometheus: who has METRICS_TOKEN; or, of a site that is for this machine alone, asks from it.

    Anywhere else a proxy on this machine may stand in front, and need not say for whom it asks.
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
