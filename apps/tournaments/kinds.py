"""What a tournament can be: its format, who sits at a table, its clock; and the rules and clock of its games."""

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache

from django.db import models
from django.utils.translation import gettext_lazy as _

import rules
from rulebook import choices, lengths
from rulebook.time_control import BRISK, DAILY, DAY, MINUTE, Clock, TimeControl, WantedClock, for_strangers
from tournaments.seating import Seating


class FormatName(models.TextChoices):
    """Each has a class in `tournaments.formats`."""

    CUP = "cup", _("Cup")
    SWISS = "swiss", _("Swiss")
    ARENA = "arena", _("Arena")
    ROUND_ROBIN = "round_robin", _("Round robin")
    KNOCKOUT = "knockout", _("Knockout")
    MATCH = "match", _("Club match")
    LEAGUE = "league", _("League")


MADE_ELSEWHERE = {FormatName.MATCH}  # not by the form of a tournament


class Pace(models.TextChoices):
    MINUTE = "minute", _("Live, 60 seconds a move")
    TWO_MINUTES = "minutes", _("Live, 2 minutes a move")
    LIVE = "live", _("Live")
    BRISK = "brisk", _("Brisk")
    USUAL = "usual", _("Daily")
    SLOW = "slow", _("Slow")


CLOCKS = {
    Pace.MINUTE: WantedClock(Clock.TURN, turn_seconds=MINUTE),
    Pace.TWO_MINUTES: WantedClock(Clock.TURN, turn_seconds=2 * MINUTE),
    Pace.LIVE: WantedClock(Clock.BANK, bank_seconds=5 * MINUTE, increment_seconds=20, cap_seconds=10 * MINUTE),
    Pace.BRISK: BRISK,
    Pace.USUAL: DAILY,
    Pace.SLOW: WantedClock(Clock.TURN, turn_seconds=7 * DAY),
}
LIVE = {Pace.MINUTE, Pace.TWO_MINUTES, Pace.LIVE}
ONE_ROUND = "rounds:1"
BY_CHANCE = {"draw", "count", "odd_even", "random"}  # rules of the lead by which nobody has it more often


@dataclass(frozen=True, slots=True)
class Kind:
    """The games of a tournament: *end* is the option `end` of its rules, or empty for the game's own."""

    variant: str
    seating: Seating
    seats: int
    pace: Pace
    end: str = ONE_ROUND

    @property
    def ruleset(self) -> rules.RuleSet:
        return _ruleset(self.variant, self.seating, self.seats, self.end)

    @property
    def control(self) -> TimeControl:
        return control(self.pace, self.ruleset.sides, self.seats)

    @property
    def is_live(self) -> bool:
        """Whether all stay until the end of their game."""
        return self.pace in LIVE

    @property
    def turns(self) -> int:
        """The usual turns of a game, of all players together."""
        return lengths.turns(self.ruleset)

    @property
    def lasts(self) -> float:
        """Seconds that a game usually takes."""
        return lengths.estimate(self.ruleset, self.control).usual

    @property
    def at_table(self) -> int:
        """Entries at a full table."""
        return 2 if self.seating.is_of_two else self.seats

    def tables_of_entry(self, entries: int) -> int:
        """At how many tables of a group an entry sits; with fewer entries than a table has, as if it were full."""
        tables = self.seating.tables_of_group(max(entries, self.at_table), self.seats)
        return sum(0 in table for table in tables)


@cache
def _ruleset(variant: str, seating: Seating, seats: int, end: str) -> rules.RuleSet:
    """The game as tournaments play it. Where chance chooses who leads, the lead alternates between the deals instead.

    Raises `rules.ImpossibleRules` if the game can't be played so.
    """
    wanted = choices.offered(variant, seats) | ({"end": end} if end else {})
    if seating.has_partners and choices.catalogue()[variant].pairs[seats] == "may":
        wanted["pairs"] = True
    plain = rules.ruleset(variant, wanted, seats)
    if plain.lead_first in BY_CHANCE:
        with suppress(rules.ImpossibleRules):  # in some games it can't be changed
            return rules.ruleset(variant, wanted | {"lead_first": "host"}, seats)
    return plain


@cache
def control(pace: Pace, sides: int = 2, seats: int = 2) -> TimeControl:
    """The clock of the games. Nothing stops it: with pauses, a player could draw a game out to its last moment."""
    return for_strangers(replace(CLOCKS[pace], pauses=False), sides, seats)
