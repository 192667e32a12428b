"""The rulebook pages."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

import rulebook
import rules
from games.queries import find_game
from rulebook import phrases
from rulebook.options import changes, compared_sections


def rules_index(request: HttpRequest) -> HttpResponse:
    """All games; see `all_games` for the filters."""
    return render(request, "games/rules_index.html")


def rules_variant(request: HttpRequest, variant: str) -> HttpResponse:
    """The game's rules for one number of players: `?players=`, or the smallest."""
    if (game := rules.VARIANTS.get(variant)) is None:
        raise Http404
    seats = {str(n): n for n in game.seats}.get(request.GET.get("players", ""), game.seats[0])
    context = {"game": game, "seats": seats, "line": rulebook.one_line(variant)}
    return render(request, "games/rules_variant.html", context)


def table_rules(request: HttpRequest, public_id: str) -> HttpResponse:
    """The options this game changes, and all its rules with these options."""
    game = find_game(public_id)
    ruleset = game.rules
    context = {
        "game": game,
        "ruleset": ruleset,
        "players": phrases.players(ruleset),
        "length": phrases.length(ruleset),
        "three": rulebook.three_sentences(ruleset),
        "changes": changes(ruleset),
        "sections": compared_sections(ruleset),
    }
    return render(request, "games/table_rules.html", context)
