from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin

from common import address
from common.answers import answer
from common.limits.leaks import Leaks
from common.refusals import TooMany

pages = Leaks("page")
# Answered without any work, or counted otherwise: the API counts by itself, and knows whose a token is.
NOT_COUNTED = ("/api/v1/", "/healthz", "/readyz", "/metrics")
LONGEST_COOKIE = 64  # characters; ours are shorter


def paced(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Pages come no faster than anybody can read them.

    Counted before anything is asked of the database, in this process: who is flooded has no time for more. A browser is
    told by its cookie; who makes them up, or has none yet, is counted with all others at their address, and no more
    narrowly: a newcomer to a class room has done nothing.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        return _too_fast(request) or get_response(request)

    return middleware


def _too_fast(request: HttpRequest) -> HttpResponse | None:
    if request.path.startswith((f"/{settings.STATIC_URL.strip('/')}/", *NOT_COUNTED)):
        return None
    place = f"address {address.of_request(request)}"
    cookies = request.COOKIES
    cookie = cookies.get(settings.SESSION_COOKIE_NAME) or cookies.get(settings.CSRF_COOKIE_NAME)
    wait = pages.too_many(f"browser {cookie[:LONGEST_COOKIE]}" if cookie else "", place)
    if not wait:
        return None
    with translation.override(translation.get_language_from_request(request)):
        return answer(request.path, TooMany(wait), "429.html")


class SlowDown(MiddlewareMixin):
    """What no view has put into words itself becomes a page that does."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return answer(request.path, error, "429.html") if isinstance(error, TooMany) else None
