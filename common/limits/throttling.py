from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from common.limits.counting import Usage, check


class Throttle(BaseThrottle):
    """The rate limit of the whole API; some addresses have stricter ones."""

    def allow_request(self, request: Request, _view: object) -> bool:
        """Raises `TooMany`."""
        count(request, request)
        return True


def count(request: Request, who: HttpRequest) -> None:
    """Count a request of *who*; how many are left goes with its answer. Raises `TooMany`."""
    request._request.usage = check("api", who)  # type: ignore[attr-defined]


def headers(usage: Usage | None) -> dict[str, str]:
    """Headers that let programs slow down by themselves."""
    if usage is None:
        return {}
    numbers = {"Limit": usage.most, "Remaining": usage.left, "Reset": usage.reset}
    return {f"RateLimit-{name}": str(number) for name, number in numbers.items()}
