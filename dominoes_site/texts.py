"""The scripts' texts in the reader's language."""

import json

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language
from django.views.i18n import JavaScriptCatalog

from common.cache.unchanging import Packed, kept_answers

A_YEAR = 365 * 86_400  # seconds


class Texts(JavaScriptCatalog):
    """`globalThis.texts`, which static/js/text/i18n.js reads: only our texts, without Django's functions and formats.

    Django's view sends the texts of its admin along, and 3 kB of functions that i18n.js doesn't need.
    """

    packages = ["boneyard"]  # any name: without one, Django uses all installed apps

    def get_paths(self, packages: object) -> list[str]:  # noqa: ARG002 - Django's name for it
        return [str(path) for path in settings.LOCALE_PATHS]

    def render_to_response(self, context: dict[str, object], **_response: object) -> HttpResponse:
        texts = json.dumps(context["catalog"], ensure_ascii=False, separators=(",", ":"))
        script = f"globalThis.texts={{catalog:{texts},plural:n=>Number({context['plural'] or 'n!=1'})}};\n"
        return HttpResponse(script)


def catalog(request: HttpRequest, language: str, tag: str) -> HttpResponseBase:
    """The texts of one language. The address contains a hash of them, so browsers never need to ask again."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    texts = _texts(language)
    answer = texts.answer(request, "text/javascript; charset=utf-8")
    answer["Access-Control-Allow-Origin"] = "*"  # boards in other sites' pages have no origin (`embeds`)
    if tag == _name(texts):
        answer["Cache-Control"] = f"public, max-age={A_YEAR}, immutable"
    return answer


def address() -> str:
    """The address of the texts in the reader's language."""
    language = get_language()
    return reverse("javascript-catalog", args=[language, _name(_texts(language))])


def _name(texts: Packed) -> str:
    return texts.tag.strip('"')[:12]


def _texts(language: str) -> Packed:
    [texts] = kept_answers.get(("texts", language), lambda: [Packed.of(_written(language))])
    return texts


def _written(language: str) -> bytes:
    asked = HttpRequest()
    asked.method = "GET"
    with translation.override(language):
        written: HttpResponse = Texts.as_view()(asked)  # type: ignore[assignment]
    return written.content
