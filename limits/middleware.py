from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from games.refusals import TooMany


class SlowDown(MiddlewareMixin):
    """What no view has put into words itself becomes a page that does."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, TooMany):
            return None
        answer = render(request, "429.html", {"message": error.message}, status=429)
        answer["Retry-After"] = str(error.wait)
        return answer
