"""The games in groups, so that readers find the one they know."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

import rules
from common.texts import Text


@dataclass(frozen=True, slots=True)
class Group:
    """*name*: for addresses. *keys*: its games in the order they are shown."""

    name: str
    title: Text
    line: Text
    keys: tuple[str, ...]


GROUPS = (
    Group(
        "two", _("For two"), _("Short games for two players."),
        ("brettspielnetz", "brettspielnetz_classic", "sausage"),
    ),
    Group(
        "draw", _("Draw and block"), _("Match the ends, get rid of your tiles: the games everybody knows."),
        ("draw", "block", "pool", "french", "dutch", "puerto_rico", "auction"),
    ),
    Group(
        "partners", _("For partners"), _("Four players; partners sit opposite each other."),
        ("partnership", "sport_goat", "general"),
    ),
    Group(
        "fives", _("Fives"), _("Score while you play, whenever the ends add up."),
        ("muggins", "telephone", "telephone_72"),
    ),
    Group(
        "russian", _("The Russian family"), _("Penalties, accounts and tiles face down: goats, donkeys and fish."),
        ("classic", "classic_six", "goat", "donkey", "sea_goat"),
    ),
    Group(
        "world", _("Around the world"), _("The same game with a different start or ending."),
        ("egyptian", "jordanian", "vietnamese", "ukrainian"),
    ),
    Group(
        "sets", _("Bigger sets"), _("More tiles, or no doubles at all."),
        ("double_nine", "austrian"),
    ),
)  # fmt: skip


def grouped() -> list[Group]:
    """Every game of the catalogue, once; games without a group come last."""
    known = {key for group in GROUPS for key in group.keys}
    new = tuple(key for key in rules.VARIANTS if key not in known)
    return [*GROUPS, Group("more", _("More games"), "", new)] if new else list(GROUPS)
