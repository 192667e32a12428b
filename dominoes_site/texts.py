"""The texts of the scripts in the reader's language."""

import json
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import get_language
from django.views.decorators.vary import vary_on_headers
from django.views.i18n import JavaScriptCatalog

from common.kept import Packed, kept


class Texts(JavaScriptCatalog):
    """`globalThis.texts`, which static/js/i18n.js reads: only our own texts, without Django's functions and formats.

    Django's view sends the texts of its admin along, and 3 kB of functions that i18n.js doesn't need.
    """

    packages = ["boneyard"]  # any: without one Django takes those of every installed app

    def get_paths(self, packages: object) -> list[str]:  # noqa: ARG002 - Django's name for it
        return [str(path) for path in settings.LOCALE_PATHS]

    def render_to_response(self, context: dict[str, Any], **_response: Any) -> HttpResponse:
        texts = json.dumps(context["catalog"], ensure_ascii=False, separators=(",", ":"))
        script = f"globalThis.texts={{catalog:{texts},plural:n=>Number({context['plural'] or 'n!=1'})}};\n"
        return HttpResponse(script)


@vary_on_headers("Cookie", "Accept-Language")
def catalog(request: HttpRequest) -> HttpResponseBase:
    [texts] = kept.get(("texts", get_language()), lambda: [Packed.of(_written(request))])
    return texts.answer(request, "text/javascript; charset=utf-8")


def _written(request: HttpRequest) -> bytes:
    written: HttpResponse = Texts.as_view()(request)  # type: ignore[assignment]
    return written.content
