"""Headers of every answer that no package sets for us."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

# What no page of ours asks a browser for, so that nothing that ever got into one could.
UNUSED = (
    "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer", "microphone", "midi",
    "payment", "usb",
)  # fmt: skip
POLICY = ", ".join(f"{feature}=()" for feature in UNUSED)
# What others show with a link to us. No page of another site loads anything else of ours: what a browser has loaded
# lies in that page's memory, where attacks on processors read it.
SHOWN_ELSEWHERE = ("/pictures/", f"/{settings.STATIC_URL.strip('/')}/img/")


def policies(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    def middleware(request: HttpRequest) -> HttpResponseBase:
        answer = get_response(request)
        answer["Permissions-Policy"] = POLICY
        elsewhere = request.path.startswith(SHOWN_ELSEWHERE)
        answer["Cross-Origin-Resource-Policy"] = "cross-origin" if elsewhere else "same-origin"
        return answer

    return middleware
