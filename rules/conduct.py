"""The games of their own by the name the catalogue gives."""

from collections.abc import Mapping

from .general import General
from .ordinary import Ordinary
from .sausage import Sausage
from .sea_goat import SeaGoat

CONDUCT: Mapping[str, Ordinary] = {
    "ordinary": Ordinary(),
    "sea_goat": SeaGoat(),
    "general": General(),
    "sausage": Sausage(),
}
