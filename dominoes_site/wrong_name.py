"""The page for unreadable requests and unknown host names."""

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext as _

from common.answers.outside_views import answer
from common.refusals import Unreadable


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """People who host the site at home meet this page first, on a phone, so it says what to set."""
    if not isinstance(exception, DisallowedHost):
        return render(None, "400.html", status=400)  # this page needs no request
    with translation.override(translation.get_language_from_request(request)):  # no middleware has run yet
        message = _("This site has another address: %(address)s.") % {"address": settings.SITE_URL}
        name = request.META.get("HTTP_HOST", "")[:100]
        unknown = Unreadable("unknown_host", message)
        return answer(request.path, unknown, "400_name.html", site_url=settings.SITE_URL, name=name)
