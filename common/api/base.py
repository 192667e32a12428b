"""The base class of all API views: JSON in, JSON out.

`accounts.api.base` adds the caller, `games.api.base` the game.
"""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from common import wishes
from common.api.codec import JSONParser, JSONRenderer
from common.limits.throttling import headers
from common.wishes.reading import Wish


# Answers depend on the caller, so caches must not store them. (Not a docstring: the schema would repeat it for every
# address without a description.)
class View(APIView):
    parser_classes = [JSONParser]
    renderer_classes = [JSONRenderer]

    def finalize_response(self, request: Request, response: Response, *args: object, **kwargs: object) -> Response:
        final = super().finalize_response(request, response, *args, **kwargs)
        final.headers.setdefault("Cache-Control", "private, no-store")
        for name, value in headers(getattr(request._request, "usage", None)).items():
            final.headers.setdefault(name, value)
        return final

    def options(self, _request: Request, *_args: Any, **_kwargs: Any) -> Response:  # type: ignore[override]
        """Only the header Allow. The schema describes the rest."""
        return Response(status=204)

    def body(self, kind: type[Wish]) -> Wish:
        """The wish in the body. No body counts as an empty object."""
        sent = self.request.data
        if not isinstance(sent, dict):
            raise exceptions.ValidationError(_("The body must be a JSON object."))
        return wishes.sent(kind, {} if isinstance(sent, QueryDict) else sent)

    def query(self, kind: type[Wish]) -> Wish:
        """The wish in the query string. An empty value counts as a value."""
        return wishes.asked(kind, self.request.query_params)
