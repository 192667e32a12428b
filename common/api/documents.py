"""The schema, a page to try the API, and the answer for addresses that don't exist."""

from typing import Any

from django.http import HttpResponseBase
from django.utils import translation
from django.utils.translation import gettext as _
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response

from common import limits
from common.api.base import View
from common.api.codec import AlwaysJSON
from common.api.errors import refusal
from common.cache.unchanging import Packed, kept_answers

V1 = "/api/v1/"


class Schema(SpectacularAPIView):
    """The OpenAPI schema, as YAML or with `?format=json`. Built once, because it is slow and the same for everyone."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *_args: object, **_kwargs: object) -> HttpResponseBase:
        limits.check("schema", request)
        renderer = request.accepted_renderer
        [written] = kept_answers.get(("schema", renderer.media_type), lambda: [Packed.of(_written(renderer))])
        return written.answer(request._request, renderer.media_type)


def _written(renderer: Any) -> bytes:
    with translation.override("en"):
        text: bytes = renderer.render(SchemaGenerator().get_schema(request=None, public=True), renderer_context={})
    return text


class TryIt(SpectacularSwaggerSplitView):
    """Swagger UI, with its script in a separate file, because the site allows no inline scripts."""

    url_name = "api:schema"
    template_name = "try_it.html"


@extend_schema(exclude=True)
class Nothing(View):
    """Every other address under /api/, so that programs always get JSON."""

    authentication_classes = []
    content_negotiation_class = AlwaysJSON  # browsers, too

    def _nothing(self, _request: Request, address: str) -> Response:
        message = _("There is nothing at this address.")
        if not self.request.path.startswith(V1):
            message = _("There is nothing at this address. The API has one version, at %(address)s.") % {"address": V1}
        elif address and not address.endswith("/"):
            message = _("There is nothing at this address. Addresses end with a slash.")
        return refusal(404, "unknown_address", message)

    get = post = put = patch = delete = options = _nothing
