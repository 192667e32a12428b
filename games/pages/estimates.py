"""How long a new game would take, as a sentence."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse

import rules
from games.pages.forms import NewGameForm
from rulebook import lengths, phrases


def new_estimate(request: HttpRequest) -> HttpResponse:
    """Called by the new-game page after each change of its form. 204 if the game isn't possible."""
    sentence = estimate_of(request.GET.dict())
    return HttpResponse(sentence, content_type="text/plain; charset=utf-8", status=200 if sentence else 204)


def estimate_of(chosen: Mapping[str, object]) -> str:
    """The sentence for these values of the new-game form; empty if they aren't valid."""
    form = NewGameForm({"visibility": "link", **chosen}, ask_name=False)
    if not form.is_valid():
        return ""
    ruleset = rules.ruleset(form.cleaned_data["variant"], form.options(), form.cleaned_data["seats"])
    return phrases.lasts_at_most(lengths.estimate(ruleset, form.control))
