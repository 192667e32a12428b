"""The conduct of each game. No other module knows it."""

from collections.abc import Mapping

from ..conduct.general import General
from ..conduct.mexican_train import MexicanTrain
from ..conduct.ordinary import Ordinary
from ..conduct.sausage import Sausage
from ..conduct.sea_goat import SeaGoat
from ..house.ruleset import RuleSet

CONDUCT: Mapping[str, Ordinary] = {
    "ordinary": Ordinary(),
    "sea_goat": SeaGoat(),
    "general": General(),
    "sausage": Sausage(),
    "mexican_train": MexicanTrain(),
}


def conduct_of(rules: RuleSet) -> Ordinary:
    """The rules of the game that data can't express: deal and lead, scoring of a round, meaning of leaving."""
    return CONDUCT[rules.variant.conduct]
