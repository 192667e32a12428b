"""Headers of every answer that no package sets for us."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

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


def policies(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    def middleware(request: HttpRequest) -> HttpResponseBase:
        answer = get_response(request)
        answer["Permissions-Policy"] = POLICY
        elsewhere = request.path.startswith(SHOWN_ELSEWHERE)
        answer["Cross-Origin-Resource-Policy"] = "cross-origin" if elsewhere else "same-origin"
        return answer

    return middleware
