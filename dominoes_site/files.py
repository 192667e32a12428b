"""Static files."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase, HttpResponseNotFound
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFiles(WhiteNoiseMiddleware):
    """Where there is no such file a word says so: nobody reads a page there, and drawing one is work."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        def elsewhere(request: HttpRequest) -> HttpResponseBase:
            if request.path_info.startswith(self.static_prefix):
                return HttpResponseNotFound("Nothing here.\n", content_type="text/plain")
            return get_response(request)

        super().__init__(elsewhere)
