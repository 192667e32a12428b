"""The names of the games on the site, in the reader's language. Records and programs use the names of the rules."""

from django.utils.translation import gettext, pgettext, pgettext_lazy

import rules
from common.cache.recent import kept_by_language


@kept_by_language
def game_name(key: str) -> str:
    """The translated name of a game, otherwise its name in the rules; for unknown keys the key."""
    return pgettext("game", rules.VARIANTS[key].name) if key in rules.VARIANTS else key


def tournament_title(kind: str, seating: str, variant: str, number: int | None = None) -> str:
    """The title of a tournament by its format, who sits at a table, and its *number* within its series.

    “Muggins cup 12”, “Latin Partnership Swiss 3, fixed partners”.
    """
    numbered = {
        "cup": gettext("%(game)s cup %(number)s"),
        "swiss": gettext("%(game)s Swiss %(number)s"),
        "arena": gettext("%(game)s arena %(number)s"),
        "round_robin": gettext("%(game)s round robin %(number)s"),
        "knockout": gettext("%(game)s knockout %(number)s"),
        "match": gettext("%(game)s match of clubs %(number)s"),
        "league": gettext("%(game)s league, season %(number)s"),
    }
    alone = {
        "cup": gettext("%(game)s cup"),
        "swiss": gettext("%(game)s Swiss"),
        "arena": gettext("%(game)s arena"),
        "round_robin": gettext("%(game)s round robin"),
        "knockout": gettext("%(game)s knockout"),
        "match": gettext("%(game)s match of clubs"),
        "league": gettext("%(game)s league"),
    }
    title = (alone if number is None else numbered)[kind] % {"game": game_name(variant), "number": number}
    suffixes = {
        "pairs": gettext("%(title)s, fixed partners"),
        "rotating": gettext("%(title)s, changing partners"),
        "pod": gettext("%(title)s, everyone for themselves"),
    }
    return suffixes[seating] % {"title": title} if seating in suffixes else title


def ladder_title(variant: str) -> str:
    """“Draw Dominoes ladder”."""
    return gettext("%(game)s ladder") % {"game": game_name(variant)}


# For the translators: `makemessages` finds only marked names.
MARKED = (
    pgettext_lazy("game", "Brettspielnetz Domino"),
    pgettext_lazy("game", "Brettspielnetz Domino, older rule"),
    pgettext_lazy("game", "Draw Dominoes"),
    pgettext_lazy("game", "Block"),
    pgettext_lazy("game", "Domino Pool (England)"),
    pgettext_lazy("game", "Auction Draw"),
    pgettext_lazy("game", "Dutch"),
    pgettext_lazy("game", "Latin Partnership"),
    pgettext_lazy("game", "Puerto Rican Draw"),
    pgettext_lazy("game", "Austrian"),
    pgettext_lazy("game", "Egyptian and Iraqi row"),
    pgettext_lazy("game", "Jordanian"),
    pgettext_lazy("game", "Vietnamese start"),
    pgettext_lazy("game", "Central Asian start"),
    pgettext_lazy("game", "French free lead"),
    pgettext_lazy("game", "Double Nine"),
    pgettext_lazy("game", "Classic (Russian)"),
    pgettext_lazy("game", "Classic, sum of six"),
    pgettext_lazy("game", "Goat (Kozel)"),
    pgettext_lazy("game", "Sea Goat"),
    pgettext_lazy("game", "Sport Goat"),
    pgettext_lazy("game", "Donkey (Osel)"),
    pgettext_lazy("game", "General"),
    pgettext_lazy("game", "Telephone (Houses, Flea)"),
    pgettext_lazy("game", "Telephone, fifths"),
    pgettext_lazy("game", "Muggins (All Fives)"),
    pgettext_lazy("game", "Sausage (Kolbasa)"),
    pgettext_lazy("game", "Mexican Train"),
    pgettext_lazy("game", "International Pairs"),
    pgettext_lazy("game", "Cuban"),
    pgettext_lazy("game", "Dominican"),
    pgettext_lazy("game", "Puerto Rico 500"),
    pgettext_lazy("game", "Brazilian (Pernambuco)"),
    pgettext_lazy("game", "Jamaican Partner"),
    pgettext_lazy("game", "Haitian"),
    pgettext_lazy("game", "Cut Throat (Jamaica)"),
    pgettext_lazy("game", "Gaple"),
    pgettext_lazy("game", "Chicken Foot"),
    pgettext_lazy("game", "Sebastopol"),
    pgettext_lazy("game", "Cyprus"),
    pgettext_lazy("game", "Merry-Go-Round"),
    pgettext_lazy("game", "All Threes"),
    pgettext_lazy("game", "Five-Up"),
    pgettext_lazy("game", "Fives and Threes"),
    pgettext_lazy("game", "Bergen"),
    pgettext_lazy("game", "Matador"),
)
