"""The site's own middlewares: headers, static files, compression."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotFound
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers
from whitenoise.middleware import WhiteNoiseMiddleware

GetResponse = Callable[[HttpRequest], HttpResponseBase]
# No page of ours needs these features, so injected code can't use them either.
UNUSED = (
    "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer", "microphone", "midi",
    "payment", "usb",
)  # fmt: skip
POLICY = ", ".join(f"{feature}=()" for feature in UNUSED)
# Other sites may show these: beside a link to us, or as boards in their pages. They may load nothing else, because
# attacks on processors (such as Spectre) can read everything in a page's memory.
STATIC = f"/{settings.STATIC_URL.strip('/')}"
SHOWN_ELSEWHERE = ("/pictures/", "/embed/", "/oembed/", f"{STATIC}/img/", f"{STATIC}/css/")


def policies(get_response: GetResponse) -> GetResponse:
    """Headers of every answer that no package sets for us."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        answer = get_response(request)
        answer["Permissions-Policy"] = POLICY
        elsewhere = request.path.startswith(SHOWN_ELSEWHERE)
        answer["Cross-Origin-Resource-Policy"] = "cross-origin" if elsewhere else "same-origin"
        return answer

    return middleware


SAFE = {"GET", "HEAD"}
SENT_ELSEWHERE = {  # on request of a browser, before it sends a token or a header of ours for a page of another site
    "Access-Control-Allow-Headers": "Authorization, If-None-Match, Last-Event-ID",
    "Access-Control-Max-Age": "86400",
}
READ_ELSEWHERE = ", ".join(
    ["ETag", "Retry-After", *(f"RateLimit-{name}" for name in ("Limit", "Remaining", "Reset")), "Deprecation", "Sunset"]
)


def for_other_sites(get_response: GetResponse) -> GetResponse:
    """Pages of other sites may read what the API answers without cookies: what is public, and what their token may see.

    They can't change anything. The answer to a request with any cookie isn't for them, not even from a cache. Of
    django-cors-headers, the list of headers would remain: it treats requests with and without cookies alike.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith("/api/v"):
            return get_response(request)
        wanted = request.headers.get("Access-Control-Request-Method") if request.method == "OPTIONS" else None
        answer = HttpResponse(status=204) if wanted else get_response(request)
        patch_vary_headers(answer, ["Cookie"])
        if (wanted or request.method) in SAFE and not request.COOKIES:
            answer["Access-Control-Allow-Origin"] = "*"
            answer["Access-Control-Expose-Headers"] = READ_ELSEWHERE
            for name, value in SENT_ELSEWHERE.items() if wanted else ():
                answer[name] = value
        return answer

    return middleware


class StaticFiles(WhiteNoiseMiddleware):
    """Answer missing files with one word: people never read these pages, and rendering one costs time."""

    def __init__(self, get_response: GetResponse) -> None:
        def elsewhere(request: HttpRequest) -> HttpResponseBase:
            if request.path_info.startswith(self.static_prefix):
                return HttpResponseNotFound("Nothing here.\n", content_type="text/plain")
            return get_response(request)

        super().__init__(elsewhere)


class Compression(GZipMiddleware):
    """Django's middleware, which adds random bytes so that a page's length reveals no secrets (BREACH). Streams stay
    streams.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        return response if response.streaming else super().process_response(request, response)
