"""Pages for errors that no view answers: unreadable requests, unknown hosts, missing pages, a database that is down."""

import sys

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.defaults import page_not_found, server_error

from common import refusals
from common.answers.outside_views import answer


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler400. People who host the site at home meet this page first, on a phone: it says what to set."""
    if not isinstance(exception, DisallowedHost):
        return render(None, "400.html", status=400)  # this page needs no request
    with translation.override(translation.get_language_from_request(request)):  # no middleware has run yet
        message = _("This site has another address: %(address)s.") % {"address": settings.SITE_URL}
        name = request.META.get("HTTP_HOST", "")[:100]
        unknown = refusals.Unreadable("unknown_host", message)
        return answer(request.path, unknown, "400_name.html", site_url=settings.SITE_URL, name=name)


def not_there(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler404. For a refusal, the page has its sentence."""
    error = Http404(exception.counted().message) if isinstance(exception, refusals.NotFound) else exception
    return page_not_found(request, error)


def broken(request: HttpRequest) -> HttpResponse:
    """Django's handler500, for errors in a view or on the way to it. While the database is down, it says when to
    return.
    """
    error = sys.exc_info()[1]
    if error is None or not refusals.is_away(error):
        return server_error(request)
    return answer(request.path, refusals.away(error), "503.html")
