"""The schema's descriptions of refusals, shared by all addresses."""

from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers


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


def reads(ok: object, *codes: int) -> dict[int, object]:
    """The answers of a GET. *codes* are its errors, besides those that every address has."""
    return {**_ok(ok), **_refusals({*codes, *ANYWHERE})}


def changes(ok: object, *codes: int) -> dict[int, object]:
    """The answers of a POST without a body."""
    return {**_ok(ok), **_refusals({*codes, *ANYWHERE})}


def changes_by_body(ok: object, *codes: int) -> dict[int, object]:
    """The answers of a POST that reads a body."""
    return changes(ok, *codes, *ANY_BODY)


def _ok(ok: object) -> dict[int, object]:
    return ok if isinstance(ok, dict) else {200: ok}


def _refusals(codes: set[int]) -> dict[int, object]:
    return {code: OpenApiResponse(Refusal, description=REASONS[code]) for code in sorted(codes)}
