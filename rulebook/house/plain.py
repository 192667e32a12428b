"""The engine's refusals for people who don't know its options by name: in plain words, in their language.

Nothing is checked here. The engine says what can't be (rules.md 8) and names the options; this reads its sentence.
What it doesn't know it passes on as it is.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from rulebook.options import OPTIONS


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why rules can't be played, and the options it is about: beside them it is shown."""

    sentence: str
    options: tuple[str, ...]


_SENTENCES: tuple[tuple[re.Pattern[str], Any], ...] = tuple(
    (re.compile(pattern), sentence)
    for pattern, sentence in (
        (r".* isn't possible: it must be a whole number from (?P<low>\d+) to (?P<high>\d+)",
         gettext_lazy("It must be a whole number from %(low)s to %(high)s.")),
        (r".* isn't possible: .*(?:rounds:K|doubles:K).*", gettext_lazy("It must be a whole number from 1 to 999999.")),
        (r".* isn't possible: .*", gettext_lazy("This can’t be chosen here.")),
        (r"(?P<game>.*) allows changes only of .*", gettext_lazy("%(game)s doesn’t allow this to be changed.")),
        (r"(?P<n>\d+) seats can't be pairs", gettext_lazy("%(n)s players can’t make pairs.")),
        (r"(?P<hands>\d+) hands of (?P<size>\d+) and a start tile need (?P<need>\d+) tiles, the set has (?P<have>\d+)",
         gettext_lazy("%(hands)s hands of %(size)s tiles and a start tile need %(need)s tiles, but the set has only"
                      " %(have)s.")),
        (r"(?P<hands>\d+) hands of (?P<size>\d+) need (?P<need>\d+) tiles, the set has (?P<have>\d+)",
         gettext_lazy("%(hands)s hands of %(size)s tiles need %(need)s tiles, but the set has only %(have)s.")),
        (r"a row of Sausage has at least 2 tiles", gettext_lazy("A row has two tiles at least.")),
        (r"an auction of the last two tiles needs reserve 2",
         gettext_lazy("The last two tiles can be auctioned only if exactly two tiles stay hidden.")),
        (r"the deal leaves (?P<n>\d+) tiles, so no draw can leave the last two",
         gettext_lazy("The deal leaves too few tiles (%(n)s) for an auction of the last two.")),
        (r".* looks back at a round before, so it can't be the first lead",
         gettext_lazy("This looks back at the round before, so it can’t decide the first lead.")),
        (r"odd_even is for two seats", gettext_lazy("Odd or even is for two players.")),
        (r"(?P<tile>\S+) isn't in the set \(set, doubles\)", gettext_lazy("%(tile)s isn’t in the set.")),
        (r"a set without doubles would be dealt again for ever",
         gettext_lazy("Without doubles in the set the tiles would be dealt again for ever.")),
        (r"with a double-\d+ set only sum:(?P<n>\d+) is possible",
         gettext_lazy("With this set numbers can only be asked to make %(n)s together.")),
        (r"doubles are closed only with spinner first",
         gettext_lazy("Doubles can be played face down only where the first double is the spinner.")),
        (r"no double lies lengthwise with spinner \w+",
         gettext_lazy("No double can be laid lengthwise with this kind of spinner.")),
        (r"who may draw when able must play in the end",
         gettext_lazy("Where one may draw although something fits, a tile that fits must be played in the end.")),
        (r"penalty can't be mixed with a winner's score",
         gettext_lazy("Penalties for everybody can’t be mixed with points for the winner: choose penalties for both, or"
                      " for neither.")),
        (r"only a penalty can be let off",
         gettext_lazy("Only a penalty can be let off, and here the winner writes points.")),
        (r"only a penalty opens", gettext_lazy("There are no penalties here, so there is no smallest first one.")),
        (r"without open_at nothing is kept in mind",
         gettext_lazy("Without a smallest first penalty nothing has to be remembered.")),
        (r"nobody would ever score, so no target is reached",
         gettext_lazy("Nobody would ever score, so no number of points could be reached.")),
        (r"parts of what\? ends is 0", gettext_lazy("The count can’t be divided while open ends never score.")),
        (r"write_down needs points scored for ends",
         gettext_lazy("Others can lose points only where some are made: for open ends.")),
        (r"Sport Goat is played over a multiple of 4 rounds",
         gettext_lazy("Sport Goat is played over 4, 8, 12 … rounds.")),
        (r"General is played over rounds:K", gettext_lazy("General is played over a number of rounds.")),
    )
)  # fmt: skip


def refusal(error: rules.ImpossibleRules) -> Refusal:
    """What the engine refused, for the page."""
    named, colon, reason = str(error).partition(": ")
    options = tuple(name for name in named.split(", ") if name in OPTIONS)
    if not colon or not options:
        return Refusal(str(error), ())
    words = in_plain_words(reason)
    return Refusal(words if words is not None else str(error), options)


def in_plain_words(reason: str) -> str | None:
    """The sentence that says the same, or None if the engine has learnt a new one."""
    for pattern, sentence in _SENTENCES:
        if found := pattern.fullmatch(reason):
            filled: Mapping[str, str] = found.groupdict()
            return str(sentence) % filled
    return None


def unclear(problems: Mapping[str, str]) -> Refusal:
    """What was typed into some inputs is no value."""
    first = next(iter(problems.values()))
    if len(problems) > 1:
        first = _("Please look at what is marked.")
    return Refusal(first, tuple(problems))
