"""The games as our lists show them, by place, and how readers find theirs."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rulebook
import rules
from common.cache.recent import kept_by_language
from common.texts import folded
from rulebook import phrases
from rulebook.groups import Group, grouped
from rulebook.names import game_name
from rulebook.own import own
from rulebook.people import either


@dataclass(frozen=True, slots=True)
class ListedGame:
    """*place*: where people play it. *words*: what the search looks through; see `folded`."""

    key: str
    name: str
    line: str
    emblem: str
    seats: tuple[int, ...]
    players: str
    tiles: str
    place: str
    words: str


def by_place(players: int | None = None) -> list[tuple[Group, list[ListedGame]]]:
    """Every game, or those for so many *players*."""
    every = [(group, [listed(key, str(group.title)) for key in group.keys]) for group in grouped()]
    fitting = [(group, [game for game in games if players in (None, *game.seats)]) for group, games in every]
    return [(group, games) for group, games in fitting if games]


def game_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """All games for a form's selection: key and name, by place."""
    return [(str(group.title), [(key, game_name(key)) for key in group.keys]) for group in grouped()]


@kept_by_language
def listed(key: str, place: str) -> ListedGame:
    variant = rules.VARIANTS[key]
    ruleset = rules.ruleset(key, {}, variant.seats[0])
    name, line, players = game_name(key), rulebook.one_line(key), _players(ruleset)
    tiles = ngettext("%(n)d tile to %(top)s", "%(n)d tiles to %(top)s", len(ruleset.tiles)) % {
        "n": len(ruleset.tiles),
        "top": max(ruleset.tiles),
    }
    words = folded(f"{name} {variant.name} {own(key).names} {place} {line} {players} {tiles}")
    return ListedGame(key, name, line, rulebook.emblem(key), variant.seats, players, tiles, place, words)


def matches(game: ListedGame, asked: str) -> bool:
    """Whether the game has every word that the reader typed."""
    return all(word in game.words for word in folded(asked).split())


def _players(ruleset: rules.RuleSet) -> str:
    """“2–4 players”, “4 players in pairs”."""
    seats = ruleset.variant.seats
    if len(seats) == 1 or ruleset.sides < ruleset.seats:
        return phrases.players(ruleset) if len(seats) == 1 else _("%(n)s players in pairs") % {"n": either(seats)}
    if len(seats) == seats[-1] - seats[0] + 1:
        return _("%(n)s players") % {"n": f"{seats[0]}–{seats[-1]}"}
    return _("%(n)s players") % {"n": either(seats)}
