"""Compresses pages and answers where no proxy does."""

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class Compression(GZipMiddleware):
    """Django's middleware, which adds random bytes so that a page's length reveals no secrets (BREACH). Streams stay
    streams.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        return response if response.streaming else super().process_response(request, response)
