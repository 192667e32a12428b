"""Which conduct each game has: nothing else here or elsewhere knows."""

from collections.abc import Mapping

from ..conduct.general import General
from ..conduct.ordinary import Ordinary
from ..conduct.sausage import Sausage
from ..conduct.sea_goat import SeaGoat
from ..house.ruleset import RuleSet

CONDUCT: Mapping[str, Ordinary] = {
    "ordinary": Ordinary(),
    "sea_goat": SeaGoat(),
    "general": General(),
    "sausage": Sausage(),
}


def conduct_of(rules: RuleSet) -> Ordinary:
    """What data can't say of the game: who is dealt and leads, how a round is scored, what leaving means."""
    return CONDUCT[rules.variant.conduct]
