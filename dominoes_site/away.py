"""Answers for missing pages, and 503 with a time to return while the database is down."""

import sys

from django.http import Http404, HttpRequest, HttpResponse
from django.views.defaults import page_not_found, server_error

from common import refusals
from common.answers.outside_views import answer


def not_there(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler404. For a refusal, the page has its sentence."""
    error = Http404(exception.counted().message) if isinstance(exception, refusals.NotFound) else exception
    return page_not_found(request, error)


def broken(request: HttpRequest) -> HttpResponse:
    """Django's handler500, for errors in a view or on the way to it."""
    error = sys.exc_info()[1]
    if error is None or not refusals.is_away(error):
        return server_error(request)
    return answer(request.path, refusals.away(error), "503.html")
