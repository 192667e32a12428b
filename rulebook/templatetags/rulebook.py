"""The rulebook's pages apart from their frame, which pages keep, because they are the same for every reader; drawn
tiles; and the reader's saved rules.
"""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

import rulebook
import rules
from accounts.models import User
from common.cache.templates import always_the_same
from rulebook import figures, lengths, phrases, tile_drawing
from rulebook.listed import by_place, matches
from rulebook.models import SavedRules

register = template.Library()
LONGEST_SEARCH = 80


@register.inclusion_tag("games/_rules_of.html")
def rules_of(variant: str, seats: int) -> dict[str, object]:
    """The rules of a game with so many players."""
    ruleset = rules.ruleset(variant, {}, seats)
    parts, pictures = figures.illustrated_parts(variant, seats, rulebook.sections(ruleset))
    return {
        "game": rules.VARIANTS[variant],
        "seats": seats,
        "line": rulebook.one_line(variant),
        "three": rulebook.three_sentences(ruleset),
        "parts": parts,
        "pictures": pictures,
        "players": phrases.players(ruleset),
        "length": phrases.length(ruleset),
        "turns": phrases.turns(lengths.turns(ruleset)),
    }


@register.inclusion_tag("games/_all_games.html", takes_context=True)
def all_games(context: template.Context, to: str) -> dict[str, object]:
    """All games, each with a link to its page *to*. The address filters them: by `?players=`, and by words, `?q=`."""
    asked = context["request"].GET
    sizes = sorted({n for game in rules.VARIANTS.values() for n in game.seats})
    players = {str(n): n for n in sizes}.get(asked.get("players", ""))
    return {
        "to": to,
        "sizes": sizes,
        "players": players,
        "asked": asked.get("q", "").replace("\0", "").strip()[:LONGEST_SEARCH],
    }


@register.inclusion_tag("games/_games_by_place.html")
def games_by_place(to: str, players: int | None, asked: str = "") -> dict[str, object]:
    """The games for so many *players*; only those that match what the reader *asked* for are visible."""
    places = [(group, [(game, matches(game, asked)) for game in games]) for group, games in by_place(players)]
    shown = {group.name for group, games in places if any(is_shown for _game, is_shown in games)}
    return {"to": to, "places": places, "shown": shown, "players": players, "asked": asked}


@register.simple_tag
@always_the_same
def tile_picture(text: str) -> SafeString:
    """The upright tile *text*, "6-4", or a back if it is empty: decoration, hidden from screen readers."""
    return mark_safe(tile_drawing.tile_picture(_values(text)))  # noqa: S308 - of numbers alone


@register.simple_tag
@always_the_same
def lying_tile(text: str, x: float, y: float, unit: float, lies: str = "upright") -> SafeString:
    """The same as a part of a drawing, with its upper left corner at *x*, *y*; or lying "across"."""
    vertical = lies == "upright"
    drawn = tile_drawing.tile_shadow(vertical=vertical) + tile_drawing.tile_drawing(_values(text), vertical=vertical)
    return mark_safe(f'<g transform="translate({x} {y}) scale({unit})">{drawn}</g>')  # noqa: S308 - of numbers alone


@register.simple_tag
@always_the_same
def little_board(key: str) -> SafeString:
    """The emblem of a game between two tiles that match it: decoration, hidden from screen readers."""
    emblem = rulebook.emblem(key)
    left, _dash, right = emblem.partition("-")
    before, after = [n for n in "250341" if n not in emblem][:2]
    wide, place = (1, (2.4, 0.3, 1, "upright")) if left == right else (2, (2.4, 0.8, 1, "across"))
    return format_html(
        '<svg class="little-board" viewBox="0 0 {} 2.6" aria-hidden="true" focusable="false">{}{}{}</svg>',
        4.8 + wide,
        lying_tile(f"{before}-{left}", 0.4, 0.8, 1, "across"),
        lying_tile(emblem, *place),
        lying_tile(f"{right}-{after}", 2.4 + wide, 0.8, 1, "across"),
    )


def _values(text: str) -> tile_drawing.Values | None:
    one, _dash, other = text.partition("-")
    return (int(one), int(other)) if text else None


OFFERED = 12  # on the new game page; the page of house rules has all


@register.simple_tag(takes_context=True)
def my_saved_rules(context: template.Context) -> list[SavedRules]:
    """The reader's newest saved rules, for the new game page."""
    user = getattr(context.get("request"), "user", None)
    return list(SavedRules.objects.filter(owner=user)[:OFFERED]) if isinstance(user, User) else []
