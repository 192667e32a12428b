"""The choices for a new game, read from the rules instead of listed by hand."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from rulebook import lengths, phrases
from rulebook.groups import grouped
from rulebook.names import game_name
from rulebook.people import either

FEW_POINTS = 20  # up to here, half of a target isn't rounded to fives
# Sets of tiles that the form has besides a game's own and the one it suggests, by number of seats.
MORE_SETS: Mapping[str, Mapping[int, int]] = {"mexican_train": {2: 6, 3: 9, 4: 9}}
SETS = ("offered", "own", "smaller")  # their names in the form
QUICK_FROM = 3  # seats of a game whose trains can have a quick start


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


def sets(key: str, seats: int) -> dict[str, dict[str, object]]:
    """The options of each set of tiles to choose for a new game, by its name in the form. The first is the default."""
    own: dict[str, dict[str, object]] = {"own": {}}
    suggested = {"offered": offered(key, seats)} if offered(key, seats) else {}
    more = MORE_SETS.get(key, {}).get(seats)
    return suggested | own | ({"smaller": {"set": more}} if more else {})


def chosen_set(key: str, seats: int, tiles: str) -> dict[str, object]:
    """The options of the set *tiles*, as the form names it; of the default if there is no such set."""
    possible = sets(key, seats)
    return possible.get(tiles, next(iter(possible.values())))


def quick(key: str, seats: int) -> dict[str, object]:
    """The options of a quick start; empty for games without one."""
    return {"opening": "train"} if rules.VARIANTS[key].layout_kind == "trains" and seats >= QUICK_FROM else {}


@cache
def ends(key: str, seats: int, *, pairs: bool, tiles: str = "") -> dict[str, str]:
    """By length: its option `end`, with the set *tiles*; without lengths that the game forbids."""
    options = chosen_set(key, seats, tiles)
    if pairs and catalogue()[key].pairs[seats] == "may":
        options["pairs"] = True
    ruleset = rules.ruleset(key, options, seats)
    kind, number = ruleset.ends_at
    wished = {"usual": f"{kind}:{number}", "short": f"{kind}:{_half(kind, number)}", "one": "rounds:1"}
    if ruleset.in_trains:  # the longest games of all
        wished |= {"three": "rounds:3", "five": "rounds:5"}
    if kind != "love":  # it would take four times as long
        wished["long"] = f"{kind}:{2 * number}"
    return {length: end for length, end in wished.items() if rules.is_possible(key, {**options, "end": end}, seats)}


def every_end(ruleset: rules.RuleSet) -> set[str]:
    """The option `end` of every length that the form offers with this game's set of tiles."""
    key, seats = ruleset.key, ruleset.seats
    return {
        end
        for name, options in sets(key, seats).items()
        if options.items() <= ruleset.options.items()
        for end in ends(key, seats, pairs=ruleset.pairs, tiles=name).values()
    }


def _half(kind: rules.words.EndBy, number: int) -> int:
    match kind:
        case "rounds" | "love":
            return (number + 1) // 2
        case "target":
            return max(5, round(number / 10) * 5) if number > FEW_POINTS else number // 2
        case _:
            assert_never(kind)


@lru_cache(1024)  # lists ask it for each of their games
def is_own(ruleset: rules.RuleSet) -> bool:
    """Whether these are the game's own rules: those that the new-game form offers, in any of its lengths, with or
    without partners, with any of its sets, with or without a quick start.
    """
    return replace(ruleset, options={}) in _own(ruleset.key, ruleset.seats)


@cache
def _own(key: str, seats: int) -> set[rules.RuleSet]:
    together = [{}, {"pairs": True}] if catalogue()[key].pairs[seats] == "may" else [{}]
    chosen = [
        {**tiles, **pairs, **start, "end": end}
        for pairs in together
        for name, tiles in sets(key, seats).items()
        for start in ({}, quick(key, seats))
        for end in ends(key, seats, pairs=bool(pairs), tiles=name).values()
    ]
    return {
        replace(rules.ruleset(key, options, seats), options={})
        for options in chosen
        if rules.is_possible(key, options, seats)
    }


def for_page() -> dict[str, dict[str, object]]:
    """The same for new_game.js, by game and number of seats.

    Says whether players may or must play in pairs (and the number of *sides* then), the *sets* of tiles if there are
    several to choose from, whether there is a *quick* start, the length for *daily* clocks if it isn't the default, and
    what each length means in words: for every set if they differ.
    """
    return {
        key: {
            str(n): {
                "pairs": game.pairs[n],
                **_of_sets(key, n),
                **({"quick": True} if quick(key, n) else {}),
                **({"daily": daily} if (daily := daily_length(key, n)) != "usual" else {}),
                **({"sides": _sides_in_pairs(game, n)} if game.pairs[n] != "no" else {}),
                "lengths": _in_words(ends(key, n, pairs=False)),
                **({"limited": _limited(key)} if key in lengths.LIMITED else {}),
                **({"lengths_in_pairs": _in_words(ends(key, n, pairs=True))} if game.pairs[n] == "may" else {}),
            }
            for n in game.seats
        }
        for key, game in catalogue().items()
    }


def _of_sets(key: str, seats: int) -> dict[str, object]:
    names = list(sets(key, seats))
    if len(names) == 1:
        return {}
    by_set = {name: _in_words(ends(key, seats, pairs=False, tiles=name)) for name in names}
    differ = any(lengths != by_set[names[0]] for lengths in by_set.values())
    return {"sets": sets_in_words(key, seats), **({"lengths_by_set": by_set} if differ else {})}


def sets_in_words(key: str, seats: int) -> dict[str, str]:
    """By name in the form: “Double-9, 7 tiles each”."""
    rulesets = {name: rules.ruleset(key, options, seats) for name, options in sets(key, seats).items()}
    return {
        name: ngettext("Double-%(set)d, %(n)d tile each", "Double-%(set)d, %(n)d tiles each", ruleset.hand)
        % {"set": ruleset.set, "n": ruleset.hand}
        for name, ruleset in rulesets.items()
    }


def daily_length(key: str, seats: int) -> str:
    """The length that the form proposes for a clock of hours or days a move."""
    has_table = key in catalogue() and seats in catalogue()[key].seats
    return "three" if has_table and "three" in ends(key, seats, pairs=False) else "usual"


def _sides_in_pairs(game: Choice, seats: int) -> int:
    return rules.ruleset(game.key, {"pairs": True} if game.pairs[seats] == "may" else {}, seats).sides


def _in_words(ends: dict[str, str]) -> dict[str, str]:
    return {length: phrases.end_words(end) for length, end in ends.items()}


def _limited(key: str) -> str:
    """The time limits often used for the game."""
    times = either([phrases.duration(seconds) for seconds in lengths.LIMITED[key]])
    return _("%(game)s is often limited by time: %(times)s.") % {"game": game_name(key), "times": times}
