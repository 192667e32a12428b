"""Requests about tournaments, which pages and the API read alike."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.api.fields import LONGEST_USERNAME, Name, Nickname
from accounts.models import User
from accounts.names import LONGEST as LONGEST_NAME
from common.refusals import Unreadable
from common.wishes import NULLABLE, Between, Cursor, Most, Shown
from pairing import divisions
from rulebook import choices, phrases
from rulebook.listed import game_choices
from rulebook.time_control import HOUR
from tournaments import audience, formats, plans, queries
from tournaments.formats.arena import MOST_AT_ONCE
from tournaments.formats.base import BadTerms
from tournaments.kinds import MADE_ELSEWHERE, ONE_ROUND, FormatName, Pace, control
from tournaments.models import TITLE, Tournament
from tournaments.seating import Seating

SEATING = (
    "`duel`: one against one. `pairs`: fixed partners, who enter together. `rotating`: partners change from table to "
    "table. `pod`: everyone for themselves."
)
PACE = (
    "`minute` and `minutes`: 60 seconds or 2 minutes for each turn. `live`: 5 minutes, and 20 seconds for each turn, "
    "up to 10 minutes. `brisk`: 1 day, and 12 hours for each turn, up to 2 days. `usual`: 3 days, and 1 day for each "
    "turn, up to 5 days. `slow`: 7 days for each turn."
)
ENTERING = "`link`: not in any list; people need its id to enter."
STARTS = (1, 2, 4, 8, 24, 3 * 24, 7 * 24, 14 * 24, 28 * 24)  # hours from now, in the form
YES_OR_NO = [(True, gettext_lazy("Yes")), (False, gettext_lazy("No"))]
LENGTHS = {
    "one": gettext_lazy("Games of one round"),
    "short": gettext_lazy("Short games"),
    "usual": gettext_lazy("Whole games"),
}


@dataclass(frozen=True, slots=True)
class WhichTournaments:
    """Which list, and where to start."""

    state: Annotated[
        str,
        ["open", "running", "over"],
        "“open”: those that take entries; the next to start comes first. “running” and “over”: the newest.",
    ] = "open"
    club: Annotated[str, Most(16), "The id of a club: its own tournaments, and the matches that it accepted."] = ""
    cursor: Cursor = ""


@dataclass(frozen=True, slots=True)
class WhichStandings:
    """The stage, and where to start."""

    stage: Annotated[int | None, Between(1, queries.MOST_STAGES), "From 1. Default: the current one."] = None
    cursor: Cursor = ""


@dataclass(frozen=True, slots=True)
class AfterGame:
    """The game that you have just moved in."""

    after: Annotated[str, Most(16), "The id of a game: we answer with the one that comes next in your list."] = ""


@dataclass(frozen=True, slots=True)
class NewEntry:
    """With whom you enter."""

    partner: Annotated[
        str,
        Most(LONGEST_USERNAME),
        "With fixed partners: the user name of yours, who has to agree. Default: we find you one.",
    ] = ""
    name: Annotated[
        str,
        Most(LONGEST_NAME),
        Nickname,
        "For guests, in unrated tournaments by link. Players with an account play under its name.",
    ] = ""


@dataclass(frozen=True, slots=True)
class Agreement:
    """To whom you agree."""

    partner: Annotated[
        str, Most(LONGEST_USERNAME), "The user name of the player who asked you. Default: the first one who did."
    ] = ""


@dataclass(frozen=True, slots=True)
class Paused:
    """Whether you pause."""

    paused: Annotated[bool, "True: we don't pair you any more. False: pair me again, I'm here."]


def paces() -> list[tuple[str, Any]]:
    """Two have their time in their names."""
    named = (Pace.MINUTE, Pace.TWO_MINUTES)
    times = {pace: "" if pace in named else f": {phrases.time_rule(control(pace))}" for pace in Pace}
    return [(pace, f"{pace.label}{time}") for pace, time in times.items()]


def _formats() -> list[tuple[str, Any]]:
    return [(value, label) for value, label in FormatName.choices if value not in MADE_ELSEWHERE]


def _levels() -> list[tuple[str, Any]]:
    return [("", _("No computers")), *User.Level.choices]


def starts(least: int = 0) -> list[tuple[int, str]]:
    return [
        (hours, _("%(time)s from now") % {"time": phrases.duration(hours * HOUR)}) for hours in STARTS if hours >= least
    ]


@dataclass(frozen=True, slots=True)
class NewTournament:
    """The terms of a tournament. Each has a default that works, except the game."""

    variant: Annotated[str, Between(1, 40), Shown(gettext_lazy("Game"), choices=game_choices), "A key of `variants/`."]
    format: Annotated[FormatName, Shown(gettext_lazy("Format"), choices=_formats)] = FormatName.CUP
    seating: Annotated[Seating, Shown(gettext_lazy("At the table")), SEATING] = Seating.DUEL
    pace: Annotated[Pace, Shown(gettext_lazy("Clock"), choices=paces), PACE] = Pace.USUAL
    length: Annotated[
        str,
        list(LENGTHS),
        Shown(gettext_lazy("Length"), choices=[*LENGTHS.items()]),
        "Of a game: `one` round, a `short` game, or the `usual` one.",
    ] = "one"
    deals: Annotated[
        int | None, NULLABLE, Between(1, plans.MOST_DEALS), Shown(gettext_lazy("Games per match")),
        "Games of a match, played side by side: a multiple of the players at a table. Default: as many.",
    ] = None  # fmt: skip
    least: Annotated[
        int, Between(3, plans.MOST_OF_MAKERS), Shown(gettext_lazy("Minimum entries"), required=True), "Entries."
    ] = 4
    most: Annotated[
        int,
        Between(3, plans.MOST_OF_EVENING),
        Shown(gettext_lazy("Maximum entries"), required=True),
        "Entries: up to 64, of an evening up to 256.",
    ] = 6
    group_size: Annotated[
        int, Between(3, 8), Shown(gettext_lazy("Largest group"), required=True), "For cups: the most entries."
    ] = 6
    rounds: Annotated[
        int | None, NULLABLE, Between(0, 11), Shown(gettext_lazy("Rounds")),
        "Of a Swiss: 3 to 9, by default 5. Of a round robin: 0 (default) plays all of them at once, another number one "
        "after the other.",
    ] = None  # fmt: skip
    at_once: Annotated[
        int,
        Between(1, MOST_AT_ONCE),
        Shown(gettext_lazy("Matches at once"), required=True),
        "For arenas: how many matches an entry has at once.",
    ] = 2
    round_days: Annotated[
        int | None, NULLABLE, Between(1, plans.MOST_DAYS), Shown(gettext_lazy("Days per round")),
        "Of a round, a stage, or a whole arena. Default: as many as games need; an arena has 14 or more.",
    ] = None  # fmt: skip
    minutes: Annotated[
        int | None, NULLABLE, Between(1, plans.MOST_MINUTES), Shown(gettext_lazy("Minutes")),
        "Of an evening, at which all are there: of a round, or of a whole arena. Default: it isn’t an evening.",
    ] = None  # fmt: skip
    starts_in: Annotated[int, Between(1, 60), "Days from now."] = 7
    starts_in_hours: Annotated[
        int | None, NULLABLE, Between(1, 60 * 24), Shown(gettext_lazy("Start"), choices=starts),
        "Hours from now, instead of `starts_in`.",
    ] = None  # fmt: skip
    starts_in_minutes: Annotated[
        int | None, NULLABLE, Between(0, 600), Shown(gettext_lazy("Start")),
        "Of an evening: minutes from now. 0: as soon as `least` have entered, or when you start it.",
    ] = None  # fmt: skip
    rated: Annotated[
        bool, Shown(pgettext_lazy("tournament", "Rated"), choices=YES_OR_NO), "With computers it's unrated."
    ] = True
    entering: Annotated[Tournament.Entering, Shown(gettext_lazy("Who can enter"), forms.RadioSelect), ENTERING] = (
        Tournament.Entering.OPEN
    )
    programs: Annotated[bool, Shown(gettext_lazy("Programs can enter, too")), "Whether programs can enter, too."] = (
        False
    )
    club: Annotated[
        str, Most(16), Shown(gettext_lazy("For")),
        "The id of a club that you organise: only its members can enter. Default: as `entering` says.",
    ] = ""  # fmt: skip
    computers: Annotated[
        str,
        [("", ""), *User.Level.choices],
        Shown(gettext_lazy("Fill with computers up to the minimum"), choices=_levels),
        "The level of the computers that fill it up to `least` entries. Default: none do.",
    ] = ""
    name: Annotated[
        str, Most(TITLE), Name, Shown(pgettext_lazy("tournament", "Name")), "Default: one made of the terms."
    ] = ""

    def tournament(self, now: datetime) -> Tournament:
        """The unsaved tournament of these terms. None for `deals`, `rounds` or `round_days` is what suits the rest: as
        many games as players at a table, the usual rounds of the format, as many days as a round needs.

        Raises `Unreadable` if there is no such game, or if it can't be played so.
        """
        if (game := choices.catalogue().get(self.variant)) is None:
            raise Unreadable("unknown_variant", _("There is no such game."))
        if self.format in MADE_ELSEWHERE:
            raise Unreadable("bad_tournament", _("Clubs propose matches on their own pages."))
        if self.format == FormatName.LEAGUE and not self.club:
            raise BadTerms("format", _("Only clubs can create a league. Choose your club, or enter one of ours."))
        seats = self.seating.seats(game.seats)
        own_terms = formats.FORMATS[self.format].own_terms
        made = Tournament(
            name=" ".join(self.name.split()),
            format=self.format,
            seating=self.seating,
            variant=self.variant,
            end=self._end(seats),
            seats=seats,
            pace=self.pace,
            rated=self.rated and not self.computers,
            deals=self.deals or seats,
            least=self.least,
            most=self.most,
            computers=self.computers,
            entering=Tournament.Entering.OPEN if self.club else self.entering,
            club=audience.club(self.club),
            programs=self.programs,
            entries_end=now.astimezone(UTC) + self._starts_in(),  # in another zone, it would be of what clocks show
            minutes=self.minutes or 0,
            **{term: usual if (wanted := getattr(self, term)) is None else wanted for term, usual in own_terms.items()},
        )
        if made.is_evening:  # one match at a time
            made.deals, made.at_once, made.round_days = self.deals or 1, 1, 1
            if self.format == FormatName.ROUND_ROBIN:
                made.rounds = made.rounds or 1
            return made
        if self.format == FormatName.LEAGUE:
            made.least, made.most = divisions.SMALLEST, plans.MOST_OF_MAKERS  # a season never starts early
        made.round_days = self.round_days or plans.usual_days(made)
        return made

    def _starts_in(self) -> timedelta:
        if self.starts_in_minutes is not None and self.minutes:
            return timedelta(minutes=self.starts_in_minutes)
        return timedelta(hours=self.starts_in_hours or 24 * self.starts_in)

    def _end(self, seats: int) -> str:
        """The option `end` of the games, from the chosen length."""
        if self.length == "one":
            return ONE_ROUND
        game = choices.catalogue()[self.variant]
        if seats not in game.seats:
            return ""
        pairs = self.seating.has_partners and game.pairs[seats] != "no"
        return choices.ends(game.key, seats, pairs=pairs).get(self.length, "")
