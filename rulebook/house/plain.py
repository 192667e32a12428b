"""The engine's refusals for the house rules editor, with the options they concern."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

import rules
from common.refusals import sentence
from rulebook.engine_refusals import in_words
from rulebook.options import OPTIONS

COUNTED = {"end", "redeal"}  # chosen from a list, with a number beside it


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why rules are impossible, and the options it concerns, beside which it is shown."""

    sentence: str
    options: tuple[str, ...]


def refusal(error: rules.ImpossibleRules) -> Refusal:
    """The engine's refusal for the page."""
    options = tuple(name for name in error.options if name in OPTIONS)
    if not options:
        return Refusal(sentence(in_words(error.phrase)), ())
    return Refusal(_beside(error, options[0]), options)


def _beside(error: rules.ImpossibleRules, option: str) -> str:
    """The message beside *option*. For an invalid value it names the page's choices, not the values of records."""
    match error.key:
        case "not_whole":
            bounds = {"low": error.values["lowest"], "high": error.values["highest"]}
            return _("It must be a whole number from %(low)s to %(high)s.") % bounds
        case "not_one_of" if option in COUNTED:
            return _("It must be a whole number from 1 to 999999.")
        case "not_yes_or_no" | "not_one_of" | "not_a_hand" | "not_lone" | "not_points" | "not_tiles" | "not_ends":
            return _("You can’t choose this here.")
        case "not_bonuses":
            return _("It must be at most %(most)s whole numbers.") % {"most": error.values["most"]}
    return sentence(in_words(error.bare))


def unclear(problems: Mapping[str, str]) -> Refusal:
    """The refusal for inputs whose texts aren't values."""
    first = next(iter(problems.values()))
    if len(problems) > 1:
        first = _("Please check the marked fields.")
    return Refusal(first, tuple(problems))
