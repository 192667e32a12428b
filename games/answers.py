"""A refusal as an answer, where no view and no REST framework makes one."""

from django.http import HttpResponse, JsonResponse
from django.template.loader import render_to_string

from games.refusals import Refused


def answer(path: str, refused: Refused, template: str, **shown: str) -> HttpResponse:
    """JSON under the addresses of the API; elsewhere the page *template*, which needs no request to be drawn."""
    if path.startswith("/api/v1/"):
        said: HttpResponse = JsonResponse({"code": refused.code, "message": refused.message}, status=refused.status)
    else:
        page = render_to_string(template, {"message": refused.message, **shown})
        said = HttpResponse(page, status=refused.status)
    if refused.wait:
        said["Retry-After"] = str(refused.wait)
    return said
