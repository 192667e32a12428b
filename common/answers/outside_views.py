"""Answers for refusals outside of views and the REST framework."""

from functools import lru_cache

from django.http import HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language

from common.refusals import Refused


def answer(path: str, refused: Refused, template: str, **values: str) -> HttpResponse:
    """JSON for API addresses, otherwise the page *template*, which must render without a request."""
    if path.startswith("/api/") and path != "/api/":  # which is a page to try it
        response: HttpResponse = JsonResponse(refused.counted().as_dict(), status=refused.status)
    else:
        page = _drawn(template, get_language(), message=refused.counted().message, **values)
        response = HttpResponse(page, status=refused.status)
    if refused.wait:
        response["Retry-After"] = str(refused.wait)
    return response


@lru_cache(maxsize=256)
def _drawn(template: str, _language: str, **values: str) -> str:
    """Render each page once: refused clients come back, and they may be many."""
    return render_to_string(template, values)
