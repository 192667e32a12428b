"""The choices for a new game, read from the rules instead of listed by hand."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import assert_never

from django.utils.translation import gettext as _

import rules
from rulebook import lengths, phrases
from rulebook.groups import grouped
from rulebook.names import game_name
from rulebook.people import either

FEW_POINTS = 20  # up to here, half of a target isn't rounded to fives


@dataclass(frozen=True, slots=True)
class Choice:
    """A game of the catalogue. *pairs*: by number of seats, whether partners are "no", "may" or "must"."""

    key: str
    seats: tuple[int, ...]
    pairs: dict[int, str]

    @property
    def name(self) -> str:
        return game_name(self.key)

    @property
    def ruleset(self) -> rules.RuleSet:
        """The game with default rules and the fewest players."""
        return rules.ruleset(self.key, {}, self.seats[0])


@cache
def catalogue() -> dict[str, Choice]:
    """Every game, in the order of our lists."""
    keys = [key for group in grouped() for key in group.keys]
    return {
        key: Choice(key, rules.VARIANTS[key].seats, {n: _pairs(key, n) for n in rules.VARIANTS[key].seats})
        for key in keys
    }


def _pairs(key: str, seats: int) -> str:
    if rules.ruleset(key, {}, seats).sides < seats:
        return "must"
    return "may" if rules.is_possible(key, {"pairs": True}, seats) else "no"


def offered(key: str, seats: int) -> dict[str, object]:
    """The options suggested for a new game with this number of seats, instead of the game's own (rules.md 8)."""
    return dict(rules.VARIANTS[key].offered.get(seats, {}))


def chosen_rules(key: str, options: Mapping[str, object] | None = None, seats: int = 2) -> rules.RuleSet:
    """The game with these house rules and seats, for rooms that know no positions. Raises `rules.ImpossibleRules`."""
    return rules.ruleset(key, options or {}, seats)


@cache
def ends(key: str, seats: int, *, pairs: bool) -> dict[str, str]:
    """By length: its option `end`; without lengths that the game forbids."""
    options: dict[str, object] = {"pairs": True} if pairs and catalogue()[key].pairs[seats] == "may" else {}
    kind, number = rules.ruleset(key, options, seats).ends_at
    wished = {"usual": f"{kind}:{number}", "short": f"{kind}:{_half(kind, number)}", "one": "rounds:1"}
    if kind != "love":  # it would take four times as long
        wished["long"] = f"{kind}:{2 * number}"
    return {length: end for length, end in wished.items() if rules.is_possible(key, {**options, "end": end}, seats)}


def _half(kind: rules.words.EndBy, number: int) -> int:
    match kind:
        case "rounds" | "love":
            return max(1, number // 2)
        case "target":
            return max(5, round(number / 10) * 5) if number > FEW_POINTS else number // 2
        case _:
            assert_never(kind)


@lru_cache(1024)  # lists ask it for each of their games
def is_own(ruleset: rules.RuleSet) -> bool:
    """Whether these are the game's own rules: those that the new-game form offers, in any of its lengths, with or
    without partners, with either tile set.
    """
    return replace(ruleset, options={}) in _own(ruleset.key, ruleset.seats)


@cache
def _own(key: str, seats: int) -> set[rules.RuleSet]:
    together = [{}, {"pairs": True}] if catalogue()[key].pairs[seats] == "may" else [{}]
    chosen = [
        {**tiles, **pairs, "end": end}
        for pairs in together
        for tiles in ({}, offered(key, seats))
        for end in ends(key, seats, pairs=bool(pairs)).values()
    ]
    return {
        replace(rules.ruleset(key, options, seats), options={})
        for options in chosen
        if rules.is_possible(key, options, seats)
    }


def for_page() -> dict[str, dict[str, object]]:
    """The same for new_game.js, by game and number of seats.

    Says whether players may or must play in pairs (and the number of *sides* then), whether there are two sets of
    tiles to choose from, and what each length means in words.
    """
    return {
        key: {
            str(n): {
                "pairs": game.pairs[n],
                **({"offered": True} if offered(key, n) else {}),
                **({"sides": _sides_in_pairs(game, n)} if game.pairs[n] != "no" else {}),
                "lengths": _in_words(ends(key, n, pairs=False)),
                **({"limited": _limited(key)} if key in lengths.LIMITED else {}),
                **({"lengths_in_pairs": _in_words(ends(key, n, pairs=True))} if game.pairs[n] == "may" else {}),
            }
            for n in game.seats
        }
        for key, game in catalogue().items()
    }


def _sides_in_pairs(game: Choice, seats: int) -> int:
    return rules.ruleset(game.key, {"pairs": True} if game.pairs[seats] == "may" else {}, seats).sides


def _in_words(ends: dict[str, str]) -> dict[str, str]:
    return {length: phrases.end_words(end) for length, end in ends.items()}


def _limited(key: str) -> str:
    """The time limits often used for the game."""
    times = either([phrases.duration(seconds) for seconds in lengths.LIMITED[key]])
    return _("%(game)s is often limited by time: %(times)s.") % {"game": game_name(key), "times": times}
