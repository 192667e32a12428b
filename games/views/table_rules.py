"""The rules of one table, to be read while playing at it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games import rulebook, words
from games.rulebook.options import changes, compared_sections
from games.views.parts import find


def table_rules(request: HttpRequest, public_id: str) -> HttpResponse:
    """What this table plays otherwise than usual, and all its rules with the options it has."""
    game = find(public_id)
    ruleset = game.rules
    shown = {
        "game": game,
        "ruleset": ruleset,
        "players": words.players(ruleset),
        "length": words.length(ruleset),
        "three": rulebook.three_sentences(ruleset),
        "changes": changes(ruleset),
        "sections": compared_sections(ruleset),
    }
    return render(request, "games/table_rules.html", shown)
