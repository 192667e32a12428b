import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin

from common import address
from common.answers.outside_views import answer
from common.limits.leaks import Leaks
from common.refusals import TooMany

pages, work = Leaks("page"), Leaks("work")
# Answered without any work. Of the API the number is counted by itself, which knows whose a token is.
FREE = ("/healthz", "/readyz", "/metrics")
API = "/api/v1/"
LONGEST_COOKIE = 64  # characters; ours are shorter, and so are tokens
MILLISECONDS = 1_000


def paced(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Limit pages to the pace of a reader, and to a fair share of our work.

    We count requests in this process before any database query, because a flooded server has no time for more. The cost
    of a page or API answer is known only afterwards: its thread's CPU time, at least one millisecond. Callers whose
    recent cost is too high are refused next time.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path.startswith((f"/{settings.STATIC_URL.strip('/')}/", *FREE)):
            return get_response(request)
        caller, place = _caller(request), f"address {address.of_request(request)}"
        counted = 0 if request.path.startswith(API) else pages.too_many(caller, place)
        worker = caller or f"nobody at {place}"
        if wait := counted or work.wait(worker, place):
            return _refused(request, wait)
        began = time.thread_time()
        try:
            return get_response(request)
        finally:
            work.count(worker, place, max(1, (time.thread_time() - began) * MILLISECONDS))

    return middleware


def _caller(request: HttpRequest) -> str:
    """A browser by its cookie, a program by its token, "" for others.

    Clients without a real one count together at their address. There is no stricter limit for them, because a newcomer
    in a class room has done nothing wrong.
    """
    cookies = request.COOKIES
    cookie = cookies.get(settings.SESSION_COOKIE_NAME) or cookies.get(settings.CSRF_COOKIE_NAME)
    if token := request.headers.get("Authorization", "") if request.path.startswith(API) else "":
        return f"program {token[:LONGEST_COOKIE]}"
    return f"browser {cookie[:LONGEST_COOKIE]}" if cookie else ""


def _refused(request: HttpRequest, wait: int) -> HttpResponse:
    with translation.override(translation.get_language_from_request(request)):
        return answer(request.path, TooMany(wait), "429.html")


class SlowDown(MiddlewareMixin):
    """Turns refusals that no view has answered into a page."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return answer(request.path, error, "429.html") if isinstance(error, TooMany) else None
