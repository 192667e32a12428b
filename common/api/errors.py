"""All API errors have the shape `{"code": …, "message": …}`: the code for programs, the message for people."""

from collections.abc import Iterator
from typing import TypedDict

from django.core.exceptions import PermissionDenied
from django.core.signals import got_request_exception
from django.http import Http404
from django.utils.log import log_response
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from common import refusals
from common.refusals import Refused


class Context(TypedDict):
    """What REST framework knows about a request that failed, as far as we read it."""

    request: Request


def answer(error: Exception, context: Context) -> Response:
    """The answer to a request that failed; the EXCEPTION_HANDLER of REST framework."""
    if refusals.is_away(error):
        return _on_record(_refused(refusals.away(error)), error, context)
    if (refused := refusals.meaning(error)) is not None:
        return _refused(refused)
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    if isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, exceptions.ValidationError):
        return _invalid(error)
    if isinstance(error, exceptions.APIException):
        answer = refusal(error.status_code, _code(error), str(error.detail))
        if challenge := getattr(error, "auth_header", None):
            answer["WWW-Authenticate"] = challenge
        return answer
    message = _("Something went wrong on our side. Your game is safe.")
    return _on_record(refusal(500, "broken", message), error, context)


def _refused(error: Refused) -> Response:
    error.counted()
    answer = refusal(error.status, error.code, error.message, **error.more)
    if error.wait:
        answer["Retry-After"] = str(error.wait)
    return answer


def refusal(status: int, code: str, message: str, **more: object) -> Response:
    return Response({"code": code, "message": message, **more}, status=status)


def _code(error: exceptions.APIException) -> str:
    """The code of REST framework, except for two errors that we name more precisely."""
    if isinstance(error, exceptions.PermissionDenied) and str(error.detail).startswith("CSRF"):
        return "csrf"
    if isinstance(error, exceptions.ParseError):
        return "malformed"
    return str(error.get_codes())


def _invalid(error: exceptions.ValidationError) -> Response:
    """A 400 with one sentence for each invalid field. The message repeats the first."""
    fields = {path: wrong for path, wrong in flat(error.detail) if path}
    path, wrong = next(flat(error.detail))
    return refusal(400, "invalid", f"{path}: {wrong}" if path else wrong, fields=fields)


def flat(detail: object, path: str = "") -> Iterator[tuple[str, str]]:
    """The nested errors of REST framework as pairs: path of the field, sentence."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            yield from flat(inner, path if name == "non_field_errors" else f"{path}.{name}".lstrip("."))
    elif isinstance(detail, list):
        for inner in detail:
            yield from flat(inner, path)
    else:
        yield path, str(detail)


def _on_record(answer: Response, error: Exception, context: Context) -> Response:
    """Log and signal an error of ours, as Django does with a 500."""
    request = context["request"]
    got_request_exception.send(sender=None, request=request)
    log_response("%s: %s", answer.status_text, request.path, response=answer, request=request, exception=error)
    return answer
