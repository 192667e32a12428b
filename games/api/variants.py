"""The catalogue: which games there are, and what each number of seats makes of them."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

import rulebook
import rules
from common import refusals
from common.api.documented import reads
from games.api import outputs
from games.api.base import View
from rulebook import lengths


class Variants(View):
    @extend_schema(
        operation_id="variants_list",
        summary="List the games of the catalogue",
        responses=reads(outputs.VariantLine(many=True)),
    )
    def get(self, _request: Request) -> Response:
        return Response([line(variant) for variant in rules.VARIANTS.values()])


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
        return Response({**line(variant), "tables": [table(rules.ruleset(key, {}, n)) for n in variant.seats]})


def line(variant: rules.Variant) -> dict[str, Any]:
    changeable = rules.OPTIONS if variant.changeable is None else variant.changeable
    return {
        "key": variant.key,
        "name": variant.name,
        "line": rulebook.one_line(variant.key),
        "seats": list(variant.seats),
        "pairs_at": list(variant.pairs_at),
        "options": dict(variant.options),
        "changeable": sorted(changeable),
    }


def table(ruleset: rules.RuleSet) -> dict[str, Any]:
    return {
        "seats": ruleset.seats,
        "sides": ruleset.sides,
        "tiles": len(ruleset.tiles),
        "options": {name: plain(getattr(ruleset, name)) for name in sorted(rules.OPTIONS)},
        "turns": lengths.turns(ruleset),
        "rules": rulebook.three_sentences(ruleset),
    }


def plain(value: Any) -> Any:
    return value if isinstance(value, str | int | None) else dict(value)
