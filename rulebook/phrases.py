"""Phrases about clocks, lengths and results, for pages and API alike."""

from datetime import datetime
from typing import assert_never, cast

from django.conf import settings
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import rules
from common.cache.recent import kept_by_language
from rulebook.lengths import Estimate
from rulebook.time_control import Clock, Misses, Speed, TimeControl
from rules.words import EndBy

MINUTE, HOUR, DAY = 60, 3_600, 86_400
WEEK, MONTH, YEAR = 7 * DAY, 30.4 * DAY, 365 * DAY
REASONS = {
    "love": gettext_lazy("to love"),
    "resigned": gettext_lazy("by resignation"),
    "timeout": gettext_lazy("on time"),
    "limit": gettext_lazy("at the round limit"),
    "adjudicated": gettext_lazy("on score, when time was up"),
    "bald": gettext_lazy("by a bald 0-0"),
    "six": gettext_lazy("by the 6-6"),
    "hundred": gettext_lazy("by the hundred"),
    "brother-in-law": gettext_lazy("as brother-in-law"),
    "eggs": gettext_lazy("by three eggs"),
}
# The usual lengths under `love` (rules.md 7), as players call them.
LOVE = {3: gettext_lazy("three love"), 6: gettext_lazy("six love"), 12: gettext_lazy("twelve love")}


def number(n: int) -> str:
    """With the typographic minus sign."""
    return str(n).replace("-", "−")


def duration(seconds: int) -> str:
    """A time span in its largest whole unit: “3 days”, “90 minutes”."""
    if seconds >= DAY and seconds % DAY == 0:
        return ngettext("%(n)d day", "%(n)d days", seconds // DAY) % {"n": seconds // DAY}
    if seconds >= HOUR and seconds % HOUR == 0:
        return ngettext("%(n)d hour", "%(n)d hours", seconds // HOUR) % {"n": seconds // HOUR}
    if seconds >= MINUTE and seconds % MINUTE == 0:
        return ngettext("%(n)d minute", "%(n)d minutes", seconds // MINUTE) % {"n": seconds // MINUTE}
    return ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds}


def left(deadline: datetime, now: datetime) -> str:
    """The time left until the deadline, rounded down to one unit: “5 hours left”."""
    seconds = int((deadline - now).total_seconds())
    unit = next((unit for unit in (DAY, HOUR) if seconds >= 2 * unit), MINUTE)
    return _left(max(0, seconds) // unit * unit)


@kept_by_language
def _left(seconds: int) -> str:
    return _("%(time)s left") % {"time": duration(seconds)} if seconds else _("less than a minute left")


def speed_title(speed: Speed) -> str:
    """The heading over clocks or games of that speed."""
    return _("Live: play now") if speed == Speed.NOW else _("Daily: play whenever you like")


def ago(moment: datetime, now: datetime) -> str:
    """A past duration, rounded down to one unit: “3 days ago”. Whole sentences, because many languages inflect the
    unit.
    """
    seconds = (now - moment).total_seconds()
    if seconds < MINUTE:
        return _("just now")
    unit = next(unit for unit in (YEAR, MONTH, WEEK, DAY, HOUR, MINUTE) if seconds >= unit)
    return _ago(unit, int(seconds // unit))


@kept_by_language
def _ago(unit: float, n: int) -> str:
    sentences = {
        YEAR: ngettext("%(n)d year ago", "%(n)d years ago", n),
        MONTH: ngettext("%(n)d month ago", "%(n)d months ago", n),
        WEEK: ngettext("%(n)d week ago", "%(n)d weeks ago", n),
        DAY: ngettext("%(n)d day ago", "%(n)d days ago", n),
        HOUR: ngettext("%(n)d hour ago", "%(n)d hours ago", n),
        MINUTE: ngettext("%(n)d minute ago", "%(n)d minutes ago", n),
    }
    return sentences[unit] % {"n": n}


def clock_rule(control: TimeControl) -> str:
    """“3 days, plus 8 hours a turn, never more than 5 days; then the computer plays on; it ends after 30 days”."""
    if control.lasts is None:
        return _turns_rule(control)
    return _("%(clock)s; the game ends after %(time)s") % {
        "clock": _turns_rule(control),
        "time": duration(control.lasts),
    }


def last_moment_rule(control: TimeControl) -> str:
    """How a game is decided at its last moment."""
    decides = _("When time is up, the current scores decide. The unfinished round doesn’t count.")
    if not control.pauses:
        return decides
    return " ".join([decides, _("Vacations, weekends and quiet hours don’t delay that.")])


def _turns_rule(control: TimeControl) -> str:
    if control.misses == Misses.MOVE:
        moved = ngettext(
            "%(clock)s; after that, we play for the player once",
            "%(clock)s; after that, we play for the player up to %(n)d times in a row",
            control.misses_most or 0,
        )
        return moved % {"clock": time_rule(control), "n": control.misses_most}
    if control.misses == Misses.COMPUTER:
        return _("%(clock)s; after that, a computer plays for the player") % {"clock": time_rule(control)}
    return time_rule(control)


@kept_by_language
def time_rule(control: TimeControl) -> str:
    """The same without what happens to players who run out of time."""
    if control.turn is not None:
        return _("%(time)s per move") % {"time": duration(control.turn)}
    if control.bank is None:
        return _("No clock")
    times = {
        "bank": duration(control.bank),
        "more": duration(control.increment or 0),
        "cap": duration(control.cap or 0),
    }
    if not control.increment:
        return _("%(bank)s for the whole game") % times
    return _("%(bank)s, plus %(more)s per move, up to %(cap)s") % times


def clock_meaning(control: TimeControl, sides: int, *, draws_freely: bool = False) -> str:
    """When the clock runs, and what happens to players who run out of time.

    *draws_freely*: players who could play may draw first, so their own draws tell nothing. A draw made for them does.
    """
    if control.kind == Clock.NONE:
        return _("There is no clock: take as long as you like.")
    if control.kind == Clock.BANK:
        runs = _("Your time runs only on your turn.")
        if n := round(settings.HEAD_START_SECONDS):
            free = ngettext("The first second of a turn is free.", "The first %(n)d seconds of a turn are free.", n)
            runs = f"{runs} {free % {'n': n}}"
    else:
        runs = _("You have %(time)s for each move, from the start of your turn.") % {
            "time": duration(control.turn or 0)
        }
    if control.misses == Misses.COMPUTER:
        late = _(
            "If you run out of time, a computer plays for you until you return. From then on, this game can lower"
            " your rating but not raise it. If no other player is there, you lose."
        )
        bank = control.kind == Clock.BANK
        back = (
            _("Returning doesn’t refill your time bank.")
            if bank
            else _("Returning doesn’t give you new time for the move.")
        )
        late = f"{late} {back}"
    elif control.misses == Misses.MOVE:
        late = f"{_moved_for(control.misses_most or 0)} {_then_out(sides)}"
        if draws_freely:
            shows = _("When we draw for a player, it shows that none of their tiles fits.")
            late = f"{late} {shows}"
    elif sides == 2:
        late = _("If you run out of time, you lose.")
    else:
        late = _("If you run out of time, you’re out, and the others play on.")
    return f"{runs} {late}"


def _moved_for(n: int) -> str:
    moved = ngettext(
        "If you run out of time, we play the heaviest tile that fits for you, once in a row.",
        "If you run out of time, we play the heaviest tile that fits for you, up to %(n)d times in a row.",
        n,
    )
    return moved % {"n": n}


def missed_left(left: int) -> str:
    """How many more times in a row we will move for this player."""
    if not left:
        return _("If you run out of time again, you’re out.")
    sentence = ngettext(
        "If you run out of time again, we play a move for you once more; then you’re out.",
        "If you run out of time again, we play a move for you %(n)d more times; then you’re out.",
        left,
    )
    return sentence % {"n": left}


def _then_out(sides: int) -> str:
    if sides == 2:
        return _("A move in time resets the count. If you run out of time once more, you lose.")
    return _("A move in time resets the count. If you run out of time once more, you’re out, and the others play on.")


def clock_pauses(control: TimeControl) -> str:
    """Whether the clock pauses; empty for games without a clock."""
    if control.pauses:
        return _("Pauses during players’ vacations, weekends off and quiet hours.")
    return _("The clock doesn’t pause for vacations, weekends or nights.") if control.kind != Clock.NONE else ""


def roughly(seconds: float) -> str:
    """A rough duration: “2 weeks”, “40 minutes”."""
    if seconds >= 2 * MONTH:
        n = round(seconds / MONTH)
        return ngettext("%(n)d month", "%(n)d months", n) % {"n": n}
    if seconds >= 2 * WEEK:
        n = round(seconds / WEEK)
        return ngettext("%(n)d week", "%(n)d weeks", n) % {"n": n}
    for unit in (DAY, HOUR, MINUTE):
        if seconds >= 1.5 * unit:
            return duration(round(seconds / unit) * unit)
    return duration(MINUTE)


def turns(n: int) -> str:
    return ngettext("about %(n)d turn", "about %(n)d turns", n) % {"n": n}


def lasts(estimate: Estimate) -> str:
    """How long a game takes, in a few words: “about 40 turns, 2 weeks”."""
    return _("%(turns)s, %(time)s") % {"turns": turns(estimate.turns), "time": roughly(estimate.usual)}


def lasts_at_most(estimate: Estimate) -> str:
    """The same with the estimated pace, and the maximum if everyone uses all their time."""
    words = {"turns": capfirst(turns(estimate.turns)), "at": _at_pace(estimate.pace, roughly(estimate.usual))}
    if estimate.most is None:
        return _("%(turns)s. %(at)s.") % words
    most = {**words, "most": roughly(estimate.most)}
    return _("%(turns)s. %(at)s; if everyone uses all their time, %(most)s.") % most


def _at_pace(pace: float, whole: str) -> str:
    if pace > DAY / 2:
        return _("At one turn every %(time)s, that’s about %(whole)s") % {"time": roughly(pace), "whole": whole}
    if pace >= HOUR:
        n = round(DAY / pace)
        at = ngettext("At %(n)d turn a day, that’s about %(whole)s", "At %(n)d turns a day, that’s about %(whole)s", n)
        return at % {"n": n, "whole": whole}
    time = duration(max(1, round(pace)) if pace < MINUTE else round(pace / MINUTE) * MINUTE)
    return _("At %(time)s per turn, that’s about %(whole)s") % {"time": time, "whole": whole}


def length(ruleset: rules.RuleSet) -> str:
    """How long a game is: “4 rounds”, “to 100 points”."""
    return end_words(str(ruleset.end))


def end_words(end: str) -> str:
    """The option `end` (rules.md 7) in words."""
    word, _colon, number = end.partition(":")
    kind, n = cast(EndBy, word), int(number)
    match kind:
        case "rounds":
            return ngettext("%(n)d round", "%(n)d rounds", n) % {"n": n}
        case "target":
            return ngettext("to %(n)d point", "to %(n)d points", n) % {"n": n}
        case "love":
            return str(LOVE.get(n) or _("%(n)d love") % {"n": n})
        case _:
            assert_never(kind)


def players(ruleset: rules.RuleSet) -> str:
    if ruleset.sides == ruleset.seats:
        return ngettext("%(n)d player", "%(n)d players", ruleset.seats) % {"n": ruleset.seats}
    return _("%(n)d players in pairs") % {"n": ruleset.seats}


def reason(code: str) -> str:
    """Why a game ended, if there is more to say than the score (rules.md 10)."""
    return str(REASONS.get(code, ""))
