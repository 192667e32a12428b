"""The site's own middlewares: headers, static files, compression."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase, HttpResponseNotFound
from django.middleware.gzip import GZipMiddleware
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
