"""The clock of a game: how long players may think, and when a turn ends.

Pure except for the sentences: time is an argument.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Annotated

from django.conf import settings
from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.rest import ALWAYS, Rest, Span
from common.refusals import Unreadable

MINUTE, HOUR, DAY = 60, 3_600, 86_400
SHORTEST_TURN, LONGEST_TURN = 30, 14 * DAY
SHORTEST_BANK, LONGEST_BANK = MINUTE, 30 * DAY
LONGEST_INCREMENT = DAY
LONGEST_CAP = 60 * DAY
SHORTEST_GAME, LONGEST_GAME = 5 * MINUTE, 365 * DAY  # of a game with a time limit
TURNS_IN_A_GAME, BANKS_IN_A_GAME = (
    10,
    2,
)  # must fit into the time limit of a rated game, so that nobody just waits for its end
USUAL_MISSED, MOST_MISSED = 3, 10  # times in a row we move for a player who runs out of time
LONGEST_TURN_NOW, LONGEST_BANK_NOW = HOUR - 1, 12 * HOUR - 1  # the longest of a live game
SLOW = DAY  # a clock with at least this per move, or in the bank, may pause


class Clock(models.TextChoices):
    NONE = "none", gettext_lazy("No clock")
    TURN = "turn", gettext_lazy("Time per move")
    BANK = "bank", gettext_lazy("Time bank, plus time per move")


class Misses(models.TextChoices):
    """What happens when a player runs out of time; chosen for each game with a clock."""

    OUT = "out", gettext_lazy("They’re out at once (with two sides, they lose)")
    MOVE = "move", gettext_lazy("We play their heaviest tile that fits, up to a limit; then they’re out")
    COMPUTER = "computer", gettext_lazy("A computer plays for them until they return")


class Speed(models.TextChoices):
    """Live: all players stay until the end. Daily: they play whenever they like."""

    NOW = "fast", gettext_lazy("Live")
    DAYS = "days", gettext_lazy("Daily")


@dataclass(frozen=True)
class ClockShown:
    """The clock settings of a game."""

    kind: Annotated[str, Clock]
    seconds: Annotated[int | None, "Seconds for each turn (kind “turn”)."]
    bank: Annotated[int | None, "Seconds at the start (kind “bank”)."]
    increment: Annotated[int | None, "Seconds added after each turn."]
    cap: Annotated[int | None, "The maximum of a bank in seconds."]
    pauses: Annotated[bool, "The clock pauses during vacations, weekends off and quiet hours; never in tournaments."]
    misses: Annotated[str, Misses, "What happens when a player runs out of time."]
    misses_most: Annotated[int | None, "For “move”: in how many turns in a row we move for them."]
    lasts: Annotated[int | None, "Time limit of the game in seconds from its start. The scores at that time decide."]


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The clock of a game, in seconds; what its kind hasn't is None.

    - *turn*: time per move.
    - *bank*: the time bank at the start; it runs on the player's turn. Each turn adds *increment*, up to *cap*.
    - *pauses*: the clock stops during the player's vacations, weekends off and quiet hours.
    - *misses*: what happens when a player runs out of time.
    - *misses_most*: how many times in a row we move for a player, with `Misses.MOVE`.
    - *lasts*: from the start of the game to its last moment, when the current scores decide. It never stops.
    - *paused*: the clocks of all players stop in this span, by agreement (`games.actions.agree`).
    """

    kind: str = Clock.NONE
    turn: int | None = None
    bank: int | None = None
    increment: int | None = None
    cap: int | None = None
    pauses: bool = False
    misses: str = Misses.OUT
    misses_most: int | None = None
    lasts: int | None = None
    paused: Span | None = None

    @property
    def may_pause(self) -> bool:
        return (self.turn or self.bank or 0) >= SLOW

    @property
    def speed(self) -> Speed:
        if self.lasts is not None and self.lasts <= LONGEST_BANK_NOW:
            return Speed.NOW
        if self.kind == Clock.BANK:
            return Speed.NOW if (self.bank or 0) <= LONGEST_BANK_NOW else Speed.DAYS
        return Speed.NOW if self.turn and self.turn <= LONGEST_TURN_NOW else Speed.DAYS

    def until(self, last_moment: datetime | None, start: datetime) -> "TimeControl":
        """This clock in a game that begins at *start* and ends at its *last_moment*; None: when it's played out."""
        if last_moment is None:
            return self
        return replace(self, lasts=round((last_moment - start).total_seconds()))

    @property
    def may_be_rated(self) -> bool:
        """Whether waiting can't help a player who is behind or ahead: turns end long before the last moment."""
        if self.lasts is None:
            return self.kind != Clock.NONE
        if self.kind == Clock.BANK:
            return BANKS_IN_A_GAME * (self.cap or 0) <= self.lasts
        return self.turn is not None and TURNS_IN_A_GAME * self.turn <= self.lasts

    def deadline(self, rest: Rest, bank_left: int | None, now: datetime) -> datetime | None:
        """When a turn that starts *now* must end; *bank_left* in milliseconds.

        The first seconds of a turn are free. Conditional moves are made within them, so they cost the player nothing,
        and the clock can't tell them from a quick move made by hand.
        """
        if self.kind == Clock.BANK:
            return self.stops(rest).deadline(now, settings.HEAD_START_SECONDS + (bank_left or 0) / 1000)
        return self.stops(rest).deadline(now, self.turn) if self.turn else None

    def left(self, rest: Rest, deadline: datetime, now: datetime) -> float:
        """Seconds left of the current turn: those that will count until its *deadline*."""
        return self.stops(rest).counted(now, deadline)

    def bank_now(self, rest: Rest, bank_left: int | None, deadline: datetime, now: datetime) -> float:
        """Seconds in the bank that runs until *deadline*: at most the *bank_left*, in milliseconds, it began with."""
        return min((bank_left or 0) / 1000, self.left(rest, deadline, now))

    def bank_after(self, rest: Rest, bank_left: int | None, deadline: datetime | None, now: datetime) -> int:
        """The bank, in milliseconds, after the turn with that *deadline*."""
        left = self.bank_now(rest, bank_left, deadline, now) if deadline else 0
        return round(1000 * min(self.cap or 0, left + (self.increment or 0)))

    def stands_until(self, rest: Rest, now: datetime) -> datetime | None:
        """When the paused clock of the player to move starts again; None if it runs."""
        return self.stops(rest).resting_until(now)

    def stops(self, rest: Rest) -> Rest:
        """When this clock stops for a player: the part of their rest that stops it, and a pause by agreement."""
        stops = rest if self.pauses else ALWAYS
        return stops.also(self.paused) if self.paused else stops

    def fields(self) -> dict[str, object]:
        """As columns of a game's row."""
        return {
            "clock": self.kind,
            "turn_seconds": self.turn,
            "bank_seconds": self.bank,
            "increment_seconds": self.increment,
            "cap_seconds": self.cap,
            "pauses": self.pauses,
            "misses": self.misses,
            "misses_most": self.misses_most,
            "lasts_seconds": self.lasts,
        }

    def shown(self) -> ClockShown:
        """As pages and API show it."""
        return ClockShown(
            kind=self.kind,
            seconds=self.turn,
            bank=self.bank,
            increment=self.increment,
            cap=self.cap,
            pauses=self.pauses,
            misses=self.misses,
            misses_most=self.misses_most,
            lasts=self.lasts,
        )


@dataclass(frozen=True, slots=True)
class WantedClock:
    """A clock as somebody asks for it, not checked yet. None: the default, or nothing for this kind of clock.

    The fields are those of a game's row. *pauses* None: if the clock is slow enough.
    """

    clock: str
    turn_seconds: int | None = None
    bank_seconds: int | None = None
    increment_seconds: int | None = None
    cap_seconds: int | None = None
    pauses: bool | None = None
    misses: str | None = None
    misses_most: int | None = None
    lasts_seconds: int | None = None


BRISK = WantedClock(Clock.BANK, bank_seconds=DAY, increment_seconds=12 * HOUR, cap_seconds=2 * DAY)
DAILY = WantedClock(Clock.BANK, bank_seconds=3 * DAY, increment_seconds=DAY, cap_seconds=5 * DAY)


def for_strangers(wanted: WantedClock, sides: int, seats: int) -> TimeControl:
    """The clock of a game whose players we bring together. At tables of three or more, a computer plays on for those
    who run out of time, so that no partner suffers.
    """
    return agreed(replace(wanted, misses=Misses.OUT if seats == 2 else Misses.COMPUTER), sides)


def agreed(wanted: WantedClock, sides: int = 2) -> TimeControl:
    """The clock that was asked for, in a game with so many sides. Raises `Unreadable`."""
    clock, lasts = wanted.clock, wanted.lasts_seconds
    misses = wanted.misses or usual_misses(clock, sides)
    if misses not in Misses:
        raise _bad(_("“misses” must be “out”, “move” or “computer”."))
    if wanted.misses_most is not None and not 1 <= wanted.misses_most <= MOST_MISSED:
        raise _bad(_("We can play for a player up to 10 times in a row, at least once."))
    if clock == Clock.NONE and misses != Misses.OUT:
        raise _bad(_("Without a clock, nobody can run out of time."))
    if lasts is not None and not SHORTEST_GAME <= lasts <= LONGEST_GAME:
        raise _bad(_("A game can last from 5 minutes to 365 days."))
    control = _times(wanted)
    if wanted.pauses and not control.may_pause:
        raise _bad(_("Only a clock of a day or more can pause for vacations, weekends off and quiet hours."))
    return replace(
        control,
        pauses=control.may_pause if wanted.pauses is None else wanted.pauses,
        misses=misses,
        misses_most=(wanted.misses_most or USUAL_MISSED) if misses == Misses.MOVE else None,
        lasts=lasts,
    )


def _times(wanted: WantedClock) -> TimeControl:
    """The clock's kind and its times."""
    if wanted.clock == Clock.NONE:
        return TimeControl()
    if wanted.clock == Clock.TURN:
        if wanted.turn_seconds is None or not SHORTEST_TURN <= wanted.turn_seconds <= LONGEST_TURN:
            raise _bad(_("The time per move can be from 30 seconds to 14 days."))
        return TimeControl(wanted.clock, wanted.turn_seconds)
    if wanted.clock == Clock.BANK:
        return _bank(wanted.bank_seconds, wanted.increment_seconds, wanted.cap_seconds)
    raise _bad(_("The clock must be “none”, “turn” or “bank”."))


def usual_misses(clock: str, sides: int) -> Misses:
    """The default for players who run out of time: with more than two sides, nobody should block the others."""
    return Misses.OUT if clock == Clock.NONE or sides == 2 else Misses.MOVE


def _bank(bank: int | None, increment: int | None, cap: int | None) -> TimeControl:
    if bank is None or not SHORTEST_BANK <= bank <= LONGEST_BANK:
        raise _bad(_("A time bank can start with 1 minute to 30 days."))
    increment = 0 if increment is None else increment
    if not 0 <= increment <= LONGEST_INCREMENT:
        raise _bad(_("A time bank can gain up to 1 day per move."))
    cap = bank if cap is None else cap
    if not bank <= cap <= LONGEST_CAP:
        raise _bad(_("A time bank’s limit must be at least what it starts with, and at most 60 days."))
    return TimeControl(Clock.BANK, None, bank, increment, cap)


def _bad(sentence: str) -> Unreadable:
    return Unreadable("bad_clock", sentence)


def milliseconds(seconds: int | None) -> int | None:
    return None if seconds is None else 1000 * seconds


def ends(control: TimeControl, now: datetime) -> datetime | None:
    """When a first turn without pauses would end: an example for players who haven't joined yet."""
    seconds = control.turn or control.bank
    return now + timedelta(seconds=seconds) if seconds else None
