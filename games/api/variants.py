"""The catalogue of games, with the options of each number of seats."""

from collections.abc import Callable

from django.http import HttpResponseBase
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rest_framework.request import Request

import rules
from accounts.api.base import View
from common import refusals
from common.api.codec import JSONRenderer
from common.api.documented import endpoint
from common.cache.unchanging import Packed, kept_answers
from games.api import outputs


class Variants(View):
    @endpoint("variants_list", "List the games in the catalogue", outputs.VariantLine(many=True))
    def get(self) -> HttpResponseBase:
        """Each with its key, its numbers of seats, and the options of the site's form."""
        return _told(self.request, lambda: outputs.VariantLine(rules.VARIANTS.values(), many=True).data)


class OneVariant(View):
    @endpoint("variants_view", "Get a game from the catalogue", outputs.VariantView, 404)
    def get(self, key: str) -> HttpResponseBase:
        """Includes the value of every option for each number of seats."""
        variant = rules.VARIANTS.get(key)
        if variant is None:
            raise refusals.NotFound("unknown_variant", _("This game isn’t in our catalogue."))
        return _told(self.request, lambda: outputs.VariantView(variant).data, key)


def _told(request: Request, answer: Callable[[], object], *key: str) -> HttpResponseBase:
    """The answer, computed once for each language."""
    [packed] = kept_answers.get(
        ("variants", *key, get_language()), lambda: [Packed.of(JSONRenderer().render(answer()))]
    )
    return packed.answer(request._request, "application/json")
