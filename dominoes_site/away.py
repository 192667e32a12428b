"""What is answered where a thing isn't there; and while the database isn't: 503 and when to come back."""

import sys

from django.http import Http404, HttpRequest, HttpResponse
from django.views.defaults import page_not_found, server_error

from common import refusals
from common.answers import answer


def not_there(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler404; a refusal counts when its sentence is asked for."""
    said = Http404(exception.message) if isinstance(exception, refusals.NotFound) else exception
    return page_not_found(request, said)


def broken(request: HttpRequest) -> HttpResponse:
    """Django's handler500: whatever failed, in a view or on the way to it."""
    error = sys.exc_info()[1]
    if error is None or not refusals.is_away(error):
        return server_error(request)
    return answer(request.path, refusals.away(), "503.html")
