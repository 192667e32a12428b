"""Describes each address once, for reading its requests and for the schema."""

from collections.abc import Callable
from dataclasses import dataclass, is_dataclass
from datetime import UTC, date, datetime, time
from functools import wraps
from typing import Any

from django.http import HttpResponseBase
from django.utils.http import http_date
from drf_spectacular.utils import OpenApiResponse, OpenApiWebhook, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from common.api.shapes import Shape
from common.wishes import shape_of

Handler = Callable[..., HttpResponseBase]


class Refusal(serializers.Serializer[object]):
    """The reason why a request failed. *code* is for programs, *message* for people."""

    code = serializers.CharField()
    message = serializers.CharField()
    fields = serializers.DictField(  # type: ignore[assignment]
        child=serializers.CharField(),
        required=False,
        help_text="With the code “invalid”: a sentence for each invalid field.",
    )
    reason = serializers.CharField(
        required=False, help_text="If the move or the rules aren't allowed: a more exact code."
    )
    values = serializers.DictField(
        required=False,
        help_text="The values in that message: tiles, moves, numbers of seats, options.",
    )


REASONS = {
    400: "The request is invalid. With the code “invalid”, `fields` shows which part.",
    401: "The token isn't valid, or you need to log in.",
    403: "You aren't allowed to do this, the token lacks the scope (code “scope”), or the CSRF token is missing "
    "(code “csrf”, sessions only).",
    404: "Not found.",
    406: "The API answers only with JSON.",
    409: "Not possible now, or against the rules. Nothing was changed.",
    413: "The body is too large.",
    415: "The body must be application/json.",
    429: "Too many requests. Wait as many seconds as the header Retry-After says.",
}
GUEST = "Without a token or session, we create a guest and log them in by cookie."
ANYWHERE = (401, 403, 406, 429)
ANY_BODY = (400, 413, 415)


@dataclass(frozen=True, slots=True)
class Ends:
    """The days (UTC) since when an address is deprecated, and when it ends: docs/api.md promises six months between."""

    since: date
    on: date

    def headers(self) -> dict[str, str]:
        """RFC 9745 and RFC 8594."""
        since, on = (datetime.combine(day, time(), UTC).timestamp() for day in (self.since, self.on))
        return {"Deprecation": f"@{since:.0f}", "Sunset": http_date(on)}


def endpoint(
    name: str, summary: str, ok: object, *codes: int, guests: bool = False, ends: Ends | None = None, **more: Any
) -> Callable[[Handler], Handler]:
    """Makes a method of a view an address: we read and check what its signature names, and describe the same.

        @endpoint("games_abort", "Abort a game", GameView, 404, 409)
        def post(self, wanted: Abort, public_id: str) -> Response:
            '''The description in the schema.'''

    A parameter with a wish as its type gets what a GET asks for in the query string, or what other methods have in the
    body. The parameter `player` gets the caller; visitors get 401 before we read anything. The others come from the
    address. *name*: of the operation; *ok*: the shape of the answer, or shapes by status; *codes*: the errors, besides
    those that every address has; *guests*: whether it makes guests of visitors; *ends*: if it's deprecated; *more*: for
    `extend_schema`.
    """

    def decorated(handler: Handler) -> Handler:
        reads_query = handler.__name__ == "get"
        hints = handler.__annotations__
        wish = next((each for each, kind in hints.items() if is_dataclass(kind)), None)
        by_wish = () if wish is None else (400,) if reads_query else ANY_BODY
        shape = None if wish is None else shape_of(hints[wish])
        text = (handler.__doc__ or "").split()
        described = {
            "description": " ".join([*text, GUEST] if guests else text),
            "parameters": [shape] if shape and reads_query else None,
            "request": None if reads_query else shape,
            "responses": _answers(ok, {*codes, *by_wish, *ANYWHERE}),
            "deprecated": ends is not None,
        }

        @extend_schema(operation_id=name, summary=summary, **(described | more))
        @wraps(handler)
        def answer(view: Any, _request: Request, **given: object) -> HttpResponseBase:
            if "player" in hints:
                given["player"] = view.player
            if wish:
                given[wish] = view.query(hints[wish]) if reads_query else view.body(hints[wish])
            answered = handler(view, **given)
            for header, value in ends.headers().items() if ends else ():
                answered[header] = value
            return answered

        return answer

    return decorated


def webhook_of(name: str, summary: str, body: type[Shape]) -> OpenApiWebhook:
    """A body that we post to a program, for the schema. Its headers are in `common.api.schema_hooks`."""
    answers = {
        "2XX": OpenApiResponse(description="You have it."),
        "410": OpenApiResponse(description="We switch the webhook off, as with 404."),
        "default": OpenApiResponse(description="We try again for a day."),
    }
    text = " ".join((body.__doc__ or "").split())
    return OpenApiWebhook(name, extend_schema(summary=summary, description=text, request=body, responses=answers))


def nothing(said: str) -> dict[int, object]:
    """The answer 204, which has no body. *said*: what it means."""
    return {204: OpenApiResponse(description=said)}


def _answers(ok: object, codes: set[int]) -> dict[int, object]:
    refusals = {code: OpenApiResponse(Refusal, description=REASONS[code]) for code in sorted(codes)}
    return {**(ok if isinstance(ok, dict) else {200: ok}), **refusals}
