"""How long the game would take that somebody is about to offer, in a sentence."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse

import rules
from games.pages.forms import NewGameForm
from rulebook import lengths, words


def new_estimate(request: HttpRequest) -> HttpResponse:
    """Asked by the page of a new game whenever something is chosen there; nothing to say of what can't be played."""
    sentence = estimate_of(request.GET.dict())
    return HttpResponse(sentence, content_type="text/plain; charset=utf-8", status=200 if sentence else 204)


def estimate_of(chosen: Mapping[str, Any]) -> str:
    """For the fields of a new game, as they are sent or stand there to begin with."""
    form = NewGameForm({"visibility": "link", **chosen}, ask_name=False)
    if not form.is_valid():
        return ""
    ruleset = rules.ruleset(form.cleaned_data["variant"], form.options(), form.cleaned_data["seats"])
    return words.lasts_at_most(lengths.estimate(ruleset, form.control))
