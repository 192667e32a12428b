"""The names in made-up games, and lists in words."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

import rules

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")


def name(seat: int) -> str:
    return NAMES[seat]


def side_name(ruleset: rules.RuleSet, side: int) -> str:
    """“Ada”, or “Ada and Cleo”."""
    return all_of(map(name, ruleset.seats_of(side)))


def all_of(things: Iterable[object]) -> str:
    """“a, b and c”."""
    return _listed(things, _(" and "))


def either(things: Iterable[object]) -> str:
    """“a, b or c”."""
    return _listed(things, _(" or "))


def _listed(things: Iterable[object], last: str) -> str:
    words = [str(thing) for thing in things]
    return last.join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
