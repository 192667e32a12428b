"""JSON in and out: bounded, strict and quick."""

from typing import IO, Any

import orjson
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer


class TooLarge(exceptions.APIException):
    status_code = 413
    default_code = "too_large"

    def __init__(self, largest: int) -> None:
        super().__init__(_("This is too large. The limit is %(n)d kB.") % {"n": largest // 1024})


LARGEST_BODY = 16 * 1024  # bytes; the largest thing one can ask for is a game with many house rules


class JSONParser(BaseParser):
    """One JSON value of UTF-8. orjson, because it also refuses what Python's own reader lets through to
    the database or to the stack: lone surrogates, NaN, and a thousand brackets."""

    media_type = "application/json"
    largest = LARGEST_BODY

    def parse(self, stream: IO[Any], *_context: Any) -> Any:
        body = stream.read(self.largest + 1)
        if len(body) > self.largest:
            raise TooLarge(self.largest)
        try:
            return orjson.loads(body)
        except orjson.JSONDecodeError as error:
            raise exceptions.ParseError(f"The body is no JSON: {error}.", code="malformed") from None


class JSONRenderer(BaseRenderer):
    media_type = "application/json"
    format = "json"
    charset = None

    def render(self, data: Any, *_context: Any) -> bytes:
        # str: sentences that wait for their language
        return b"" if data is None else orjson.dumps(data, default=str)
