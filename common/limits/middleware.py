import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin

from common import address
from common.answers import answer
from common.limits.leaks import Leaks
from common.refusals import TooMany

pages, work = Leaks("page"), Leaks("work")
# Answered without any work. Of the API the number is counted by itself, which knows whose a token is.
FREE = ("/healthz", "/readyz", "/metrics")
API = "/api/v1/"
LONGEST_COOKIE = 64  # characters; ours are shorter, and so are tokens
MILLISECONDS = 1_000


def paced(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Pages come no faster than anybody can read them, and make us work no more than we can for many.

    Their number is counted before anything is asked of the database, in this process: who is flooded has no time for
    more. What a page, or an answer of the API, has cost is known when it is there: the CPU time of its thread in
    milliseconds, one at least. Who has cost too much lately is refused the next one.
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
    """A browser by its cookie, a program by its token; "" has neither.

    Who makes them up, or has none yet, is counted with all others at their address. By number no more narrowly: a
    newcomer to a class room has done nothing.
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
    """What no view has put into words itself becomes a page that does."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return answer(request.path, error, "429.html") if isinstance(error, TooMany) else None
