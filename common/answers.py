"""A refusal as an answer, where no view and no REST framework makes one."""

from functools import lru_cache

from django.http import HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language

from common.refusals import Refused


def answer(path: str, refused: Refused, template: str, **shown: str) -> HttpResponse:
    """JSON under the addresses of the API; elsewhere the page *template*, which needs no request to be drawn."""
    if path.startswith("/api/v1/"):
        said: HttpResponse = JsonResponse(refused.as_dict(), status=refused.status)
    else:
        page = _drawn(template, get_language(), message=refused.message, **shown)
        said = HttpResponse(page, status=refused.status)
    if refused.wait:
        said["Retry-After"] = str(refused.wait)
    return said


@lru_cache(maxsize=256)
def _drawn(template: str, _language: str, **shown: str) -> str:
    """Once for all who are told the same: whoever is refused asks again, and many may."""
    return render_to_string(template, shown)
