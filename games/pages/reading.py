"""The rulebook pages."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rulebook
import rules
from games.queries import find_game
from rulebook import figures, groups, lengths, phrases
from rulebook.names import game_name
from rulebook.options import changes, compared_sections
from rulebook.people import either

TABLE_SIZES = (2, 3, 4, 5, 6)  # numbers of players to filter by


def rules_index(request: HttpRequest) -> HttpResponse:
    """The games in groups; `?players=` filters by number of players."""
    wanted = {str(n): n for n in TABLE_SIZES}.get(request.GET.get("players", ""))
    found = [(group, [_entry(key) for key in group.keys if _is_for(key, wanted)]) for group in groups.grouped()]
    shown = {"groups": [(group, games) for group, games in found if games], "sizes": TABLE_SIZES, "wanted": wanted}
    return render(request, "games/rules_index.html", shown)


def _is_for(key: str, players: int | None) -> bool:
    return players is None or players in rules.VARIANTS[key].seats


def _entry(key: str) -> dict[str, object]:
    variant = rules.VARIANTS[key]
    ruleset = rules.ruleset(key, {}, variant.seats[0])
    return {
        "key": key,
        "name": game_name(key),
        "line": rulebook.one_line(key),
        "emblem": rulebook.emblem(key),
        "players": _players(ruleset),
        "tiles": ngettext("%(n)d tile to %(top)s", "%(n)d tiles to %(top)s", len(ruleset.tiles))
        % {"n": len(ruleset.tiles), "top": max(ruleset.tiles)},
    }


def _players(ruleset: rules.RuleSet) -> str:
    """“2–4 players”, “4 players in pairs”."""
    seats = ruleset.variant.seats
    if len(seats) == 1 or ruleset.sides < ruleset.seats:
        return phrases.players(ruleset) if len(seats) == 1 else _("%(n)s players in pairs") % {"n": either(seats)}
    if len(seats) == seats[-1] - seats[0] + 1:
        return _("%(n)s players") % {"n": f"{seats[0]}–{seats[-1]}"}
    return _("%(n)s players") % {"n": either(seats)}


def rules_variant(request: HttpRequest, variant: str) -> HttpResponse:
    """The game's rules for one number of players: `?players=`, or the smallest."""
    if (game := rules.VARIANTS.get(variant)) is None:
        raise Http404
    seats = {str(n): n for n in game.seats}.get(request.GET.get("players", ""), game.seats[0])
    ruleset = rules.ruleset(variant, {}, seats)
    sections = rulebook.sections(ruleset)
    parts, pictures = figures.illustrated_parts(variant, seats, sections)
    shown = {
        "game": game,
        "seats": seats,
        "line": rulebook.one_line(variant),
        "emblem": rulebook.emblem(variant),
        "three": rulebook.three_sentences(ruleset),
        "parts": parts,
        "pictures": pictures,
        "players": phrases.players(ruleset),
        "length": phrases.length(ruleset),
        "turns": phrases.turns(lengths.turns(ruleset)),
    }
    return render(request, "games/rules_variant.html", shown)


def table_rules(request: HttpRequest, public_id: str) -> HttpResponse:
    """The options this game changes, and all its rules with these options."""
    game = find_game(public_id)
    ruleset = game.rules
    shown = {
        "game": game,
        "ruleset": ruleset,
        "players": phrases.players(ruleset),
        "length": phrases.length(ruleset),
        "three": rulebook.three_sentences(ruleset),
        "changes": changes(ruleset),
        "sections": compared_sections(ruleset),
    }
    return render(request, "games/table_rules.html", shown)
