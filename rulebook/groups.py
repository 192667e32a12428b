"""The games by where people play them, so that readers find theirs."""

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


EVERYWHERE = Group(
    "everywhere", _("Played everywhere"), _("Match the ends and get rid of your tiles: the games everybody knows."),
    ("draw", "block", "muggins", "double_nine", "mexican_train"),
)  # fmt: skip
GROUPS = (
    EVERYWHERE,
    Group(
        "caribbean", _("The Caribbean"), _("Slammed on tables outdoors, mostly by two pairs with every tile dealt."),
        ("dominican", "puerto_rico_500", "puerto_rico", "cuban", "jamaican", "cut_throat", "haitian"),
    ),
    Group(
        "latin_america", _("Latin America and Spain"), _("Four players; partners sit opposite each other."),
        ("partnership", "international", "brazilian"),
    ),
    Group(
        "north_america", _("North America"), _("Fives, threes and chicken feet: for the kitchen table."),
        ("chicken_foot", "five_up", "all_threes", "merry_go_round"),
    ),
    Group(
        "britain", _("Britain and Ireland"), _("For the pub and the parlour."),
        ("fives_threes", "pool", "auction", "sebastopol", "cyprus"),
    ),
    Group(
        "europe", _("The rest of Europe"), _("Duels, a bigger set, and matadors that fit anywhere."),
        ("brettspielnetz", "brettspielnetz_classic", "french", "dutch", "austrian", "bergen", "matador"),
    ),
    Group(
        "east", _("Eastern Europe"),
        _("Penalties, accounts and tiles face down: goats, donkeys and fish."),
        ("goat", "sea_goat", "sport_goat", "donkey", "general", "telephone", "telephone_72", "classic", "classic_six",
         "sausage", "ukrainian"),
    ),
    Group(
        "middle_east", _("The Middle East"), _("Draw until you can play; the round ends when nobody can play again."),
        ("egyptian", "jordanian"),
    ),
    Group(
        "asia", _("Asia"), _("One opens with the 0-0, the other with the 6-6."),
        ("gaple", "vietnamese"),
    ),
)  # fmt: skip


def grouped() -> list[Group]:
    """Every game of the catalogue, once; games without a group come last."""
    known = {key for group in GROUPS for key in group.keys}
    new = tuple(key for key in rules.VARIANTS if key not in known)
    return [*GROUPS, Group("more", _("More games"), "", new)] if new else list(GROUPS)
