"""The forms with which people enter and create tournaments."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from common.texts import Text
from common.wishes import WishForm
from common.wishes.forms import WishField
from games.pages.forms import NameField
from rulebook import well_known
from tournaments import plans
from tournaments.kinds import FormatName, Pace
from tournaments.models import Tournament
from tournaments.wishes import STARTS, NewTournament

FRIDAY, EVENING = 4, 19
HOUR, WEEK = timedelta(hours=1), timedelta(days=7)
ASKED = {"variant", "entering", "starts_in", "programs", "club"}  # whatever the plan is


class EnterForm(forms.Form):
    """Entering a tournament: people without an account choose a name, and where two play together, a partner."""

    name = NameField()
    partner = forms.CharField(
        label=gettext_lazy("Your partner’s name (empty: we find you one)"),
        required=False,
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, sent: Any = None, *, ask_name: bool, with_partner: bool, **kwargs: Any) -> None:
        super().__init__(sent, auto_id="enter_%s", **kwargs)
        if not ask_name:
            del self.fields["name"]
        if not with_partner:
            del self.fields["partner"]


def _until_friday(now: datetime) -> int:
    """Hours until the next Friday evening."""
    left = now.replace(hour=EVENING, minute=0) + timedelta(days=(FRIDAY - now.weekday()) % 7) - now
    return round((left if left > HOUR else left + WEEK) / HOUR)


def _until_next_week(_now: datetime) -> int:
    return WEEK // HOUR


@dataclass(frozen=True, slots=True)
class Plan:
    """When people play, and the terms that suit that. *starts*: how many hours from now."""

    name: Text
    words: Text
    starts: Callable[[datetime], int]
    terms: dict[str, object]


PLANS = {
    "weekend": Plan(
        gettext_lazy("Weekend"), gettext_lazy("From Friday evening on: a few moves each morning and evening."),
        _until_friday,
        {"format": FormatName.CUP, "pace": Pace.BRISK},
    ),
    "slow": Plan(
        gettext_lazy("Slow cup"), gettext_lazy("In a week: one visit a day is enough."), _until_next_week,
        {"format": FormatName.CUP, "pace": Pace.USUAL},
    ),
}  # fmt: skip


class TournamentForm(WishForm[NewTournament]):
    """Three questions. What its maker leaves empty of the rest suits the plan, the game and who can enter."""

    plan = forms.ChoiceField(
        label=gettext_lazy("When"), choices=[(key, plan.name) for key, plan in PLANS.items()], required=False,
        widget=forms.RadioSelect, initial=next(iter(PLANS)),
    )  # fmt: skip

    def __init__(self, sent: QueryDict | None, now: datetime, clubs: Sequence[tuple[str, str]] = ()) -> None:
        """*now*: in the time zone of the maker. *clubs*: for which they may create it, by id, with names."""
        super().__init__(NewTournament, sent, auto_id="new_%s")
        self.fields["entering"].initial = Tournament.Entering.LINK
        self.fields["club"].widget = forms.Select(choices=[("", gettext_lazy("Not for a club")), *clubs])
        self.has_clubs = bool(clubs)
        if not clubs:
            without = [each for each in self.fields["format"].widget.choices if each[0] != FormatName.LEAGUE]
            self.fields["format"].widget.choices = without
        self.fields["variant"].initial = well_known.known()[0].variant
        for name, value in _usual(sent or QueryDict(), now).items():
            field = self.fields[name]
            assert isinstance(field, WishField)
            field.required, field.otherwise, field.initial = False, value, None
            if isinstance(field.widget, forms.Select):
                field.widget.choices = {"": gettext_lazy("Default: suits the rest")} | dict(field.widget.choices)

    def plans(self) -> list[tuple[forms.boundfield.BoundWidget, Text]]:
        """The radio buttons of the plans, each with a sentence."""
        return list(zip(self["plan"].subwidgets, (plan.words for plan in PLANS.values()), strict=True))


def _usual(asked: QueryDict, now: datetime) -> dict[str, object]:
    """The terms that suit the plan, the game and who can enter."""
    plan = PLANS.get(asked.get("plan", ""), PLANS["slow"])
    if asked.get("format") == FormatName.LEAGUE:  # it's never live
        plan = PLANS["slow"]
    usual: dict[str, object] = {field.name: field.default for field in fields(NewTournament) if field.name not in ASKED}
    usual["seating"], single_rounds = plans.usual_table(asked.get("variant", ""))
    usual |= plan.terms if single_rounds else {"length": "short", "deals": 1} | plan.terms
    usual["starts_in_hours"] = plan.starts(now)
    hours = next((each for each in STARTS if asked.get("starts_in_hours") == str(each)), plan.starts(now))
    is_late_enough = timedelta(hours=hours) >= plans.NOT_AT_ONCE
    usual["rated"] = not asked.get("club") and asked.get("entering") == Tournament.Entering.OPEN and is_late_enough
    return usual
