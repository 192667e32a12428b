"""What is answered while the database is away: 503 and when to come back, for pages and programs alike."""

import sys

from django.http import HttpRequest, HttpResponse
from django.views.defaults import server_error

from common import refusals
from common.answers import answer


def broken(request: HttpRequest) -> HttpResponse:
    """Django's handler500: whatever failed, in a view or on the way to it."""
    error = sys.exc_info()[1]
    if error is None or not refusals.is_away(error):
        return server_error(request)
    return answer(request.path, refusals.away(), "503.html")
