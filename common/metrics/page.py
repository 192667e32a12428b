import hmac

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

LOOPBACK = {"127.0.0.1", "::1"}


def show(request: HttpRequest) -> HttpResponse:
    """For Prometheus: who has METRICS_TOKEN, or asks from this very machine and not through a proxy."""
    if not _may_look(request):
        return HttpResponseNotFound("Nothing here.\n", content_type="text/plain")
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)


def _may_look(request: HttpRequest) -> bool:
    token = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if settings.METRICS_TOKEN and hmac.compare_digest(token.encode(), settings.METRICS_TOKEN.encode()):
        return True
    return request.META.get("REMOTE_ADDR") in LOOPBACK and "X-Forwarded-For" not in request.headers
