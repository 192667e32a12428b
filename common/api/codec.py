"""Reads and writes JSON: limited, strict and fast."""

from typing import IO, Any

import orjson
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class TooLarge(exceptions.APIException):
    status_code = 413
    default_code = "too_large"

    def __init__(self, largest: int) -> None:
        super().__init__(_("This is too large. The limit is %(n)d kB.") % {"n": largest // 1024})


LARGEST_BODY = 16 * 1024  # bytes; the largest request is a game with many house rules


class JSONParser(BaseParser):
    """Reads one JSON value in UTF-8. orjson refuses lone surrogates, NaN and a thousand brackets, which Python's own
    reader would let through to the database or the stack."""

    media_type = "application/json"
    largest = LARGEST_BODY

    def parse(self, stream: IO[bytes], *_context: object) -> Any:
        body = stream.read(self.largest + 1)
        if len(body) > self.largest:
            raise TooLarge(self.largest)
        try:
            sent = orjson.loads(body)
            orjson.dumps(sent)  # refuses more than 254 brackets within each other, which no sentence of ours can quote
        except (orjson.JSONDecodeError, orjson.JSONEncodeError) as error:
            place = {"line": getattr(error, "lineno", 1), "column": getattr(error, "colno", 1)}
            message = _("The body isn’t valid JSON: look at line %(line)d, column %(column)d.") % place
            raise exceptions.ParseError(message, code="malformed") from None
        return sent


class JSONRenderer(BaseRenderer):
    media_type = "application/json"
    format = "json"
    charset = None

    def render(self, data: object, *_context: object) -> bytes:
        # str: lazy translations
        return b"" if data is None else orjson.dumps(data, default=str)


class AlwaysJSON(BaseContentNegotiation):
    """Answers JSON, whatever the client accepts."""

    def select_parser(self, _request: Request, parsers: list[Any]) -> Any:  # type: ignore[override]
        return parsers[0]

    def select_renderer(self, _request: Request, renderers: list[Any], *_suffix: object) -> Any:  # type: ignore[override]
        return renderers[0], JSONRenderer.media_type
