"""The rules of one game, to read while playing."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

import rulebook
from games.queries import find_game
from rulebook import words
from rulebook.lessons.prepared import by_game
from rulebook.options import changes, compared_sections


def table_rules(request: HttpRequest, public_id: str) -> HttpResponse:
    """The options this game changes, and all its rules with these options."""
    game = find_game(public_id)
    ruleset = game.rules
    shown = {
        "game": game,
        "ruleset": ruleset,
        "players": words.players(ruleset),
        "length": words.length(ruleset),
        "three": rulebook.three_sentences(ruleset),
        "changes": changes(ruleset),
        "sections": compared_sections(ruleset),
        "has_lesson": ruleset.key in by_game(),
    }
    return render(request, "games/table_rules.html", shown)
