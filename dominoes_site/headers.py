"""Headers of every answer that no package sets for us."""

from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

# What no page of ours asks a browser for, so that nothing that ever got into one could.
UNUSED = (
    "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer", "microphone", "midi",
    "payment", "usb",
)  # fmt: skip
POLICY = ", ".join(f"{feature}=()" for feature in UNUSED)


@sync_and_async_middleware
def permissions_policy(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    if iscoroutinefunction(get_response):

        async def middleware(request: HttpRequest) -> HttpResponseBase:
            answer: HttpResponseBase = await get_response(request)
            answer["Permissions-Policy"] = POLICY
            return answer

        return middleware

    def sync_middleware(request: HttpRequest) -> HttpResponseBase:
        answer: HttpResponseBase = get_response(request)
        answer["Permissions-Policy"] = POLICY
        return answer

    return sync_middleware
