"""Checked rules: a game of the catalogue with house rules."""

import copyreg
import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from ..errors import ImpossibleRules, phrase, quoted
from .catalogue import VARIANTS
from .checks import check
from .options import DEFAULTS, read_option
from .ruleset import RuleSet


def ruleset(key: str, options: Mapping[str, object] | None = None, seats: int = 2) -> RuleSet:
    """The game *key* (one of `VARIANTS`) with the house rules *options* for *seats* players, checked (rules.md 8).

    *options*: only those that differ from the game's own, by the names in `OPTIONS`; `read_options` reads them from
    words such as ``end=target:150``. Raises ImpossibleRules, whose message names the options that can't be played.
    """
    variant = VARIANTS.get(key) if isinstance(key, str) else None
    if variant is None:
        raise ImpossibleRules(phrase("no_game", name=quoted(key)))
    if isinstance(seats, bool) or not isinstance(seats, int) or seats not in variant.seats:
        allowed = tuple(map(str, variant.seats))
        raise ImpossibleRules(phrase("seats_of_game", game=variant.name, found=quoted(seats), seats=allowed))
    if options is not None and not isinstance(options, Mapping):
        raise ImpossibleRules(phrase("no_map"))
    read = {name: read_option(name, value) for name, value in (options or {}).items()}
    return _ruleset(variant.key, seats, json.dumps(read, sort_keys=True))


@lru_cache(maxsize=512)
def _ruleset(key: str, seats: int, options: str) -> RuleSet:
    variant = VARIANTS[key]
    given: dict[str, Any] = json.loads(options)
    preset: dict[str, Any] = {**DEFAULTS, **variant.options_at(seats)}
    if given.get("pairs", preset["pairs"]):
        preset.update(variant.in_pairs)
    preset.update(variant.by_set.get(given.get("set", preset["set"]), {}))
    changed = {name: value for name, value in given.items() if value != preset[name]}
    values: dict[str, Any] = {**preset, **changed}
    values["hand"] = _hand_size(values["hand"], seats)
    rules = RuleSet(
        key=key, name=variant.name, seats=seats, variant=variant, options=MappingProxyType(changed), **values
    )
    check(rules)
    return rules


def is_possible(key: str, options: Mapping[str, object], seats: int) -> bool:
    """Whether the game *key* can be played with these house rules by *seats* players."""
    try:
        ruleset(key, options, seats)
    except ImpossibleRules:
        return False
    return True


def _hand_size(hand: int | str | dict[str, int], seats: int) -> int:
    if hand == "8-n":
        return 8 - seats
    if isinstance(hand, dict):
        if str(seats) not in hand:
            raise ImpossibleRules(phrase("no_hand_at", seats=seats), "hand")
        return hand[str(seats)]
    return int(hand)


def _as_chosen(rules: RuleSet) -> tuple[Callable[..., RuleSet], tuple[object, ...]]:
    """Rules are copied and stored by game, options and seats."""
    return ruleset, (rules.key, dict(rules.options), rules.seats)


copyreg.pickle(RuleSet, _as_chosen)
