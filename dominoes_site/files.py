"""Static files."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase, HttpResponseNotFound
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFiles(WhiteNoiseMiddleware):
    """Answer missing files with one word: people never read these pages, and rendering one costs time."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        def elsewhere(request: HttpRequest) -> HttpResponseBase:
            if request.path_info.startswith(self.static_prefix):
                return HttpResponseNotFound("Nothing here.\n", content_type="text/plain")
            return get_response(request)

        super().__init__(elsewhere)
