"""The rulebook's pages apart from their frame, which pages keep, because they are the same for every reader; drawn
tiles; and the reader's saved rules.
"""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rulebook
import rules
from accounts.models import User
from common.cache.templates import always_the_same
from rulebook import figures, groups, lengths, phrases, tile_drawing
from rulebook.models import SavedRules
from rulebook.names import game_name
from rulebook.people import either

register = template.Library()


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


@register.inclusion_tag("games/_rules_index.html")
def all_games(seats: int | None) -> dict[str, object]:
    """The games in groups; *seats*: only those for so many players."""
    by_group = [(group, [_entry(key) for key in group.keys if _is_for(key, seats)]) for group in groups.grouped()]
    return {"groups": [(group, games) for group, games in by_group if games], "wanted": seats}


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
