"""The schema's descriptions of refusals, shared by all addresses."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers


class Refusal(serializers.Serializer[Any]):
    """Why a request changed nothing. *code* is API; *message* is a sentence for people."""

    code = serializers.CharField()
    message = serializers.CharField()
    fields = serializers.DictField(  # type: ignore[assignment]
        child=serializers.CharField(),
        required=False,
        help_text="With the code “invalid”: a sentence for each wrong field.",
    )
    reason = serializers.CharField(required=False, help_text="Where the rules refuse: what exactly, finer than *code*.")
    values = serializers.DictField(
        required=False,
        help_text="Where the rules refuse: what the sentence names: tiles, moves, numbers of seats, options.",
    )


REASONS = {
    400: "The request can't be read; with the code “invalid”, `fields` tells which part.",
    401: "The token is no good, or nobody is logged in where somebody must be.",
    403: "Somebody else may do this; or the token has not the scope for it (code “scope”); or the CSRF token is "
    "missing (code “csrf”, sessions only).",
    404: "There is no such thing at this address.",
    406: "The answer is JSON and nothing else.",
    409: "Not now, or not by the rules; nothing was changed.",
    413: "The body is too large.",
    415: "The body must be application/json.",
    429: "Too often: the header Retry-After says how many seconds to wait.",
}
GUEST = "Without token or session a guest is made, and logged in by the cookies of the answer."
ANYWHERE = (401, 403, 406, 429)
ANY_BODY = (400, 413, 415)


def reads(ok: Any, *codes: int) -> dict[int, Any]:
    """The answers of a GET, where *codes* can go wrong besides what can everywhere."""
    return {**_ok(ok), **_refusals({*codes, *ANYWHERE})}


def changes(ok: Any, *codes: int) -> dict[int, Any]:
    """The answers of a POST that reads no body."""
    return {**_ok(ok), **_refusals({*codes, *ANYWHERE})}


def changes_by_body(ok: Any, *codes: int) -> dict[int, Any]:
    """The answers of a POST that reads one."""
    return changes(ok, *codes, *ANY_BODY)


def _ok(ok: Any) -> dict[int, Any]:
    return ok if isinstance(ok, dict) else {200: ok}


def _refusals(codes: set[int]) -> dict[int, Any]:
    return {code: OpenApiResponse(Refusal, description=REASONS[code]) for code in sorted(codes)}
