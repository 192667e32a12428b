"""The form that creates an evening: everything has a default, so that a captain needs two taps."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.rest import zone_named
from common.times.dates import day_words, time_words
from rulebook import choices, well_known
from rulebook.listed import game_choices
from rulebook.names import game_name
from tournaments import plans
from tournaments.kinds import FormatName, Pace
from tournaments.models import TITLE, Tournament
from tournaments.seating import Seating
from tournaments.wishes import NewTournament

EIGHT = 20  # o’clock
SOON = timedelta(minutes=10)  # before eight, “tonight at 8” is tomorrow
AT_EIGHT, AT_ONCE = "eight", "5"  # its maker can start it sooner
WHEN = {
    AT_ONCE: gettext_lazy("In 5 minutes"),
    "15": gettext_lazy("In 15 minutes"),
    "30": gettext_lazy("In 30 minutes"),
    "60": gettext_lazy("In an hour"),
}
LASTS = {
    "60": gettext_lazy("1 hour"),
    "90": gettext_lazy("1½ hours"),
    "120": gettext_lazy("2 hours"),
    "180": gettext_lazy("3 hours"),
}
HOW = {
    FormatName.ARENA: gettext_lazy("Everyone keeps playing"),
    FormatName.SWISS: gettext_lazy("Rounds"),
}
HOW_WORDS = {
    FormatName.ARENA: gettext_lazy("Arena: after each game you get the next opponent."),
    FormatName.SWISS: gettext_lazy("Swiss: all begin together, and equal scores meet."),
}
WHO = {
    Tournament.Entering.LINK: gettext_lazy("Only with the link or QR code"),
    Tournament.Entering.OPEN: gettext_lazy("Everyone"),
}
PACES = {Pace.MINUTE: gettext_lazy("60 seconds"), Pace.TWO_MINUTES: gettext_lazy("2 minutes")}
SEATINGS = (Seating.DUEL, Seating.ROTATING, Seating.POD, Seating.PAIRS)  # latecomers come alone
DEFAULTS = {
    "when": AT_ONCE, "entering": Tournament.Entering.LINK, "how": FormatName.ARENA, "minutes": "90",
    "pace": Pace.MINUTE,
}  # fmt: skip
FEWEST_ROUNDS, MOST_ROUNDS = 3, 9  # of a Swiss


def _radios(label: Any, options: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=[*options.items()], required=False, widget=forms.RadioSelect)


class EveningForm(forms.Form):
    """*games*: the first ones of the list. *zone*: of the reader, which their browser tells. *clubs*: for which they
    may create it, by id, with names; beside everyone and those with the link, their members can play.
    """

    variant = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    when = _radios(gettext_lazy("When"), WHEN)
    entering = _radios(gettext_lazy("Who can play"), WHO)
    how = _radios(gettext_lazy("How it goes"), HOW)
    minutes = _radios(gettext_lazy("How long"), LASTS)
    pace = _radios(gettext_lazy("Time per move"), PACES)
    name = forms.CharField(label=gettext_lazy("Name (optional)"), required=False, max_length=TITLE)
    zone = forms.CharField(required=False, max_length=60, widget=forms.HiddenInput)

    def __init__(
        self,
        sent: QueryDict | None,
        now: datetime,
        games: list[str],
        initial: dict[str, str],
        clubs: Sequence[tuple[str, str]] = (),
    ) -> None:
        """*now*: in the time zone of the reader."""
        who = dict(WHO) | {club: _("Members of %(name)s") % {"name": name} for club, name in clubs}
        if initial.get("entering", "") not in who:
            initial = {key: value for key, value in initial.items() if key != "entering"}
        first = dict.fromkeys([*games, *(each.variant for each in well_known.known())])
        known = [(key, game_name(key)) for key in first if key in choices.catalogue()]
        super().__init__(sent, auto_id="evening_%s", initial={"variant": known[0][0]} | DEFAULTS | initial)
        self.now = now
        self._offer("entering", [*who.items()])
        eight = _("Tonight at 8") if at_eight(now).date() == now.date() else _("Tomorrow at 8 p.m.")
        self._offer("variant", [(_("Your games and well-known ones"), known), *game_choices()])
        self._offer("when", [*WHEN.items(), (AT_EIGHT, eight)])

    def _offer(self, name: str, options: list[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = options

    def ways(self) -> list[tuple[forms.boundfield.BoundWidget, Any]]:
        """The radio buttons of the formats, each with a sentence."""
        return list(zip(self["how"].subwidgets, HOW_WORDS.values(), strict=True))

    def chosen(self, name: str) -> str:
        """What was chosen, or what we suggest."""
        return str(self.cleaned_data.get(name) or self.initial[name]) if self.is_bound else str(self.initial[name])

    @property
    def wish(self) -> NewTournament:
        """What the form asks for. Only for a form that is valid, or that nobody has filled in yet."""
        variant, when = self.chosen("variant"), self.chosen("when")
        seating, single_rounds = plans.usual_table(variant, SEATINGS)
        starts = minutes_until(at_eight(self.now), self.now) if when == AT_EIGHT else int(when)
        who = self.chosen("entering")
        asked = NewTournament(
            variant=variant,
            format=FormatName(self.chosen("how")),
            seating=seating,
            pace=Pace(self.chosen("pace")),
            length="one" if single_rounds else "short",
            deals=1,
            least=seating.fewest,
            most=plans.MOST_OF_EVENING,
            minutes=int(self.chosen("minutes")),
            starts_in_minutes=starts,
            rated=False,
            entering=Tournament.Entering(who if who in WHO else Tournament.Entering.OPEN),
            club="" if who in WHO else who,
            name=self.cleaned_data.get("name", "") if self.is_bound else "",
        )
        return asked if asked.format == FormatName.ARENA else self._in_rounds(asked)

    def _in_rounds(self, asked: NewTournament) -> NewTournament:
        """As many rounds as there is time for; each ends as soon as its games have."""
        assert asked.minutes is not None
        needed = plans.minutes_needed(asked.tournament(self.now))
        rounds = min(MOST_ROUNDS, max(FEWEST_ROUNDS, asked.minutes // needed))
        return replace(asked, rounds=rounds, minutes=max(needed, asked.minutes // rounds))


def at_eight(now: datetime) -> datetime:
    """The next evening at eight, in the time zone of *now*."""
    eight = now.replace(hour=EIGHT, minute=0, second=0, microsecond=0)
    return eight if eight - now >= SOON else eight + timedelta(days=1)


def minutes_until(at: datetime, now: datetime) -> int:
    """Rounded up, so that “at 8” is never 7:59. In UTC: in one zone, a difference is of what clocks show."""
    return math.ceil((at.astimezone(UTC) - now.astimezone(UTC)) / timedelta(minutes=1))


def same_again(evening: Tournament) -> dict[str, str]:
    """The first values of a form for another evening like this one."""
    club = evening.club.public_id if evening.club else ""
    values = {
        "variant": evening.variant, "how": evening.format, "entering": club or evening.entering, "pace": evening.pace,
        "minutes": _nearest(plans.last_day(evening) - (evening.starts_at or evening.entries_end)), "name": evening.name,
    }  # fmt: skip
    known: dict[str, Any] = {"how": HOW, "pace": PACES, "minutes": LASTS}
    return {name: value for name, value in values.items() if value in known.get(name, (value,))}


def _nearest(lasts: timedelta) -> str:
    return min(LASTS, key=lambda minutes: abs(timedelta(minutes=int(minutes)) - lasts))


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening that isn’t stored yet, in the time zone of its maker."""

    tournament: Tournament
    zone: str

    def in_brief(self) -> str:
        """“Muggins, live, from 20:00 to 21:30. Anyone with the link can play, also without an account. Unrated.”"""
        begins = self.tournament.entries_end.astimezone(zone_named(self.zone))
        values = {
            "game": game_name(self.tournament.variant),
            "day": day_words(begins, weekday=True),
            "begins": time_words(begins),
            "ends": time_words(plans.last_day(self.tournament).astimezone(begins.tzinfo)),
        }
        what = _("%(game)s, live, %(day)s from %(begins)s to %(ends)s.") % values
        if self.tournament.club is not None:
            who = _("Only members of the club can play.")
        elif self.tournament.entering == Tournament.Entering.OPEN:
            who = _("It’s listed for everyone, and people can play without an account.")
        else:
            who = _("Anyone with the link can play, also without an account.")
        return f"{what} {who} {_('Unrated.')}"
