"""Pools: the kinds of games for which we look for opponents. Everything else goes through the open games."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from django.db import models
from django.utils.translation import gettext_lazy as _

import rules
from rulebook import choices, lengths
from rulebook.time_control import (
    BRISK,
    DAILY,
    DAY,
    HOUR,
    MINUTE,
    Clock,
    Speed,
    TimeControl,
    WantedClock,
    for_strangers,
)

SEATS = (2, 3, 4)
ANY = ""  # instead of a variant: any of the games that somebody plays


class Pace(models.TextChoices):
    """The clock of a pool."""

    LIVE = "live", _("Live")
    BRISK = "brisk", _("Brisk")
    USUAL = "usual", _("Daily")

    @property
    def is_live(self) -> bool:
        return self is Pace.LIVE


CLOCKS = {
    Pace.LIVE: WantedClock(Clock.BANK, bank_seconds=2 * MINUTE, increment_seconds=20, cap_seconds=3 * MINUTE),
    Pace.BRISK: BRISK,
    Pace.USUAL: DAILY,
}
# How long a game should usually take at most.
LONGEST = {Pace.LIVE: 30 * MINUTE, Pace.BRISK: 14 * DAY, Pace.USUAL: 28 * DAY}


@dataclass(frozen=True, slots=True)
class Pool:
    """A game with its seats, clock and rating. *programs*: for programs, which are paired among themselves."""

    variant: str
    seats: int
    pace: Pace
    rated: bool
    programs: bool = False

    @property
    def key(self) -> str:
        """As stored: “muggins-2-usual-rated”."""
        rated = "rated" if self.rated else "casual"
        return "-".join([self.variant, str(self.seats), self.pace, rated, *(["programs"] if self.programs else [])])

    @property
    def ruleset(self) -> rules.RuleSet:
        """The game's own rules: in pairs where four may play so, and as long as the pace allows."""
        return _ruleset(self.variant, self.seats, self.pace)

    @property
    def control(self) -> TimeControl:
        return for_strangers(CLOCKS[self.pace], self.ruleset.sides, self.seats)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody wants to play: a *variant* with so many *seats* (0: its fewest), or any of their games (`ANY`)."""

    pace: Pace
    rated: bool
    variant: str = ANY
    seats: int = 0


def pool_of(key: str) -> Pool:
    variant, seats, pace, rated, *programs = key.split("-")
    return Pool(variant, int(seats), Pace(pace), rated == "rated", bool(programs))


def games() -> Iterable[tuple[str, int]]:
    """The games of all pools, with their seats."""
    return [(game.key, seats) for game in choices.catalogue().values() for seats in SEATS if seats in game.seats]


def pace_of(control: TimeControl) -> Pace | None:
    """The pace to which a game's clock comes nearest; None for a slower one, or none."""
    if control.speed is Speed.NOW:
        return Pace.LIVE
    turn = {Clock.TURN: control.turn, Clock.BANK: control.increment}.get(Clock(control.kind))
    if turn is None or turn > 2 * DAY:
        return None
    return Pace.BRISK if turn <= 12 * HOUR else Pace.USUAL


@cache
def _ruleset(variant: str, seats: int, pace: Pace) -> rules.RuleSet:
    game = choices.catalogue()[variant]
    pairs: dict[str, object] = {"pairs": True} if game.pairs[seats] == "may" else {}
    possible = [
        rules.ruleset(variant, {**options, **pairs, "end": ends[length]}, seats)
        for tiles, options in choices.sets(variant, seats).items()
        for ends in (choices.ends(variant, seats, pairs=bool(pairs), tiles=tiles),)
        for length in ("usual", "short", "five", "three", "one")
        if length in ends
    ]
    fitting = (each for each in possible if _lasts(each, pace) <= LONGEST[pace])
    return next(fitting, possible[-1])


def _lasts(ruleset: rules.RuleSet, pace: Pace) -> float:
    return lengths.estimate(ruleset, for_strangers(CLOCKS[pace], ruleset.sides, ruleset.seats)).usual
