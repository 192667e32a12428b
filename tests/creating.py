"""Games for tests, by the choices that a host makes."""

from dataclasses import fields
from typing import Any

import rules
from accounts.models import User
from games import actions
from games.models import Game
from rulebook.time_control import Clock, WantedClock, agreed

TERMS = {field.name for field in fields(actions.Terms)}


def create_game(
    *,
    creator: User,
    variant: str,
    options: dict[str, Any] | None = None,
    seats: int = 2,
    shuffle_seed: str = "",
    **settings: Any,
) -> Game:
    """A new game with two seats and a day per move, unless the *settings* (of clock and terms) say otherwise."""
    ruleset = rules.ruleset(variant, options or {}, seats)
    terms = {name: settings.pop(name) for name in TERMS & set(settings)}
    clock: dict[str, Any] = {"clock": Clock.TURN, "turn_seconds": 86_400} | settings
    return actions.create_game(
        creator=creator,
        ruleset=ruleset,
        control=agreed(WantedClock(**clock), ruleset.sides),
        terms=actions.Terms(**terms),
        shuffle_seed=shuffle_seed,
    )
