"""The catalogue: which games there are, and what each number of seats makes of them."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

import rules
from common import refusals
from common.api.documented import reads
from games.api import outputs
from games.api.base import View


class Variants(View):
    @extend_schema(
        operation_id="variants_list",
        summary="List the games of the catalogue",
        responses=reads(outputs.VariantLine(many=True)),
    )
    def get(self, _request: Request) -> Response:
        return Response(outputs.VariantLine(rules.VARIANTS.values(), many=True).data)


class OneVariant(View):
    @extend_schema(
        operation_id="variants_view",
        summary="Look at a game of the catalogue",
        description="With the value of every option, for each number of seats.",
        responses=reads(outputs.VariantView, 404),
    )
    def get(self, _request: Request, key: str) -> Response:
        variant = rules.VARIANTS.get(key)
        if variant is None:
            raise refusals.NotFound("unknown_variant", _("There is no such game in the catalogue."))
        return Response(outputs.VariantView(variant).data)
