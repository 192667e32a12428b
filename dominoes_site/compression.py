"""Pages and answers are sent compressed, where no proxy does it."""

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class Compression(GZipMiddleware):
    """Django's, which adds some bytes by chance, so that how long a page is says nothing of its secrets (BREACH). What
    comes in pieces goes out in pieces.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        return response if response.streaming else super().process_response(request, response)
