"""The clock form: one list for most players, and a custom clock below it.

The chosen clock is a text that fits in links: “none”, seconds for each turn (“86400”), or a time bank
(“259200+28800/432000”: the starting time, the time added after each turn, and the maximum).
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common import refusals
from common.numbers import whole
from common.texts import Text
from rulebook import lengths, phrases, time_control
from rulebook.time_control import (
    DAY,
    HOUR,
    LONGEST_GAME,
    MINUTE,
    MOST_MISSED,
    SHORTEST_GAME,
    USUAL_MISSED,
    Clock,
    Misses,
    Speed,
    TimeControl,
    WantedClock,
)

TURNS = (30, 2 * MINUTE, 10 * MINUTE, HOUR, 8 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY)
BANKS = (
    (20 * MINUTE, 30, 20 * MINUTE),
    (DAY, 2 * HOUR, 2 * DAY),
    (3 * DAY, 8 * HOUR, 5 * DAY),
    (7 * DAY, DAY, 14 * DAY),
)
OWN_TURN, OWN_BANK = "own-turn", "own-bank"
USED = {OWN_TURN: {"own_turn"}, OWN_BANK: {"own_bank", "own_increment", "own_cap"}}
OWN_FIELDS = USED[OWN_TURN] | USED[OWN_BANK]
BANK_TEXT = re.compile(r"(\d{1,8})\+(\d{1,8})/(\d{1,8})", re.ASCII)
TURN_TEXT = re.compile(r"\d{1,8}", re.ASCII)
MISSES = [
    ("", gettext_lazy("Default: with two sides, they lose; with more, we play a move for them")),
    *Misses.choices,
]
UNITS = [
    (MINUTE, gettext_lazy("minutes")),
    (HOUR, gettext_lazy("hours")),
    (DAY, gettext_lazy("days")),
]


class SpanWidget(forms.MultiWidget):
    """A number and its unit."""

    def __init__(self, label: Text) -> None:
        number = forms.NumberInput(attrs={"min": "0", "step": "any", "inputmode": "decimal", "aria-label": label})
        super().__init__([number, forms.Select(choices=UNITS, attrs={"aria-label": gettext_lazy("Unit of time")})])

    def decompress(self, value: int | None) -> list[float | None]:
        if value is None:
            return [None, DAY]
        unit = next((unit for unit in (DAY, HOUR, MINUTE) if value and value % unit == 0), MINUTE)
        return [value // unit if value % unit == 0 else value / unit, unit]


class SpanField(forms.MultiValueField):
    """A span of time in seconds; None if it's empty."""

    def __init__(self, label: Text) -> None:
        fields = [
            forms.FloatField(min_value=0, max_value=100_000, required=False),
            forms.TypedChoiceField(choices=UNITS, coerce=int, empty_value=None, required=False),
        ]
        super().__init__(fields=fields, label=label, widget=SpanWidget(label), required=False, require_all_fields=False)

    def compress(self, values: list[float | None]) -> int | None:
        number, unit = (*values, None, None)[:2]
        return None if number is None or unit is None else round(number * unit)


class ClockForm(forms.Form):
    """Once the form is valid, *control* is the chosen clock."""

    clock = forms.ChoiceField(label=gettext_lazy("Clock"))
    pauses = forms.BooleanField(
        label=gettext_lazy("Pause during players’ vacations, weekends off and quiet hours"),
        required=False,
        initial=True,
    )
    misses = forms.ChoiceField(
        label=gettext_lazy("If a player runs out of time"),
        choices=MISSES,
        widget=forms.RadioSelect,
        required=False,
        initial="",
    )
    misses_most = forms.IntegerField(
        label=gettext_lazy("Moves in a row before they’re out"),
        min_value=1,
        max_value=MOST_MISSED,
        required=False,
        initial=USUAL_MISSED,
    )
    lasts = forms.TypedChoiceField(
        label=gettext_lazy("Time limit for the game"), coerce=int, required=False, empty_value=None
    )
    own_turn = SpanField(gettext_lazy("Time per move"))
    own_bank = SpanField(gettext_lazy("Starting time"))
    own_increment = SpanField(gettext_lazy("Added after each move"))
    own_cap = SpanField(gettext_lazy("Largest time bank"))

    control: TimeControl  # without the choice for players who run out of time
    # Rendered together with the clock.
    beside_the_clock = ("pauses", "lasts", "misses", "misses_most", "own_turn", "own_bank", "own_increment", "own_cap")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.initial.get("pauses") == "0":
            self.initial["pauses"] = False
        if self.initial.get("misses") not in Misses:
            self.initial["misses"] = ""
        lasts = self.fields["lasts"]
        assert isinstance(lasts, forms.ChoiceField)
        lasts.choices = _limits(str((self.data if self.is_bound else self.initial).get("lasts", "")))
        field = self.fields["clock"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = _choices(str((self.data if self.is_bound else self.initial).get("clock", "")))

    @property
    def speeds(self) -> list[dict[str, object]]:
        """The two speeds, with the chosen one marked. static/js/forms/clock_fields.js shows only its clocks."""
        control = getattr(self, "control", None) or _read(str(self["clock"].value())) or TimeControl()
        means = {
            Speed.NOW: _("Seconds or minutes per move; everyone stays online."),
            Speed.DAYS: _("Hours or days per move; play when you can."),
        }
        return [
            {
                "speed": speed,
                "means": means[speed],
                "usual": code(lengths.USUAL[speed]),
                "chosen": speed == control.speed,
            }
            for speed in Speed
        ]

    def clean(self) -> dict[str, Any]:
        chosen = super().clean() or self.cleaned_data
        if "clock" in self.errors:
            return chosen
        for name in OWN_FIELDS - USED.get(chosen["clock"], set()):  # these fields are hidden, so nobody could fix them
            self.errors.pop(name, None)
        if self.errors.keys() & OWN_FIELDS:
            return chosen
        try:
            spans = {name: chosen.get(name) for name in OWN_FIELDS}
            clock = replace(_wanted(chosen["clock"], spans), lasts_seconds=chosen.get("lasts"))
            control = time_control.agreed(clock)
            self.control = replace(control, pauses=chosen.get("pauses", False) and control.may_pause)
        except refusals.Unreadable as refused:
            self.add_error("clock", refused.counted().message)
        return chosen

    def time_control(self, sides: int) -> TimeControl:
        """The chosen clock for a game with so many sides. Raises `Unreadable`."""
        chosen, control = self.cleaned_data, self.control
        clock = replace(
            _as_wanted(control),
            pauses=control.pauses,
            misses=None if control.kind == Clock.NONE else chosen["misses"] or None,
            misses_most=chosen["misses_most"],
            lasts_seconds=control.lasts,
        )
        return time_control.agreed(clock, sides)


def code(control: TimeControl) -> str:
    """The clock as the text a link carries."""
    if control.kind == Clock.BANK:
        return f"{control.bank}+{control.increment}/{control.cap}"
    return str(control.turn or "none")


def speed_of(text: str) -> Speed:
    """The speed of the clock with this text in the form."""
    return (_read(text) or TimeControl()).speed


def carried(chosen: Mapping[str, object]) -> dict[str, str]:
    """The clock fields as sent, for a link. A valid custom clock becomes its text."""
    if "clock" not in chosen:
        return {}
    form = ClockForm(chosen)
    text = code(form.control) if form.is_valid() else str(chosen["clock"])
    misses = {name: str(chosen[name]) for name in ("lasts", "misses", "misses_most") if chosen.get(name)}
    return {"clock": text, "pauses": "1" if "pauses" in chosen else "0", **misses}


def _choices(beside: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """The clocks to choose from, by speed, plus *beside*, the one from a link, if it's valid."""
    controls = [TimeControl(Clock.TURN, seconds) for seconds in TURNS]
    controls += [TimeControl(Clock.BANK, None, *bank) for bank in BANKS]
    if beside not in map(code, controls) and (control := _read(beside)) is not None:
        controls.append(control)
    of_speed = {speed: [(code(each), _short(each)) for each in controls if each.speed == speed] for speed in Speed}
    of_speed[Speed.DAYS].append(("none", _("No clock")))
    return [
        *((phrases.speed_title(speed), of_speed[speed]) for speed in Speed),
        (_("Custom"), [(OWN_TURN, _("Custom time per move …")), (OWN_BANK, _("Custom time bank …"))]),
    ]


def _limits(beside: str) -> list[tuple[int | str, str]]:
    """The time limits to choose from, plus *beside*, the one from a link, if it's valid."""
    limits = set(lengths.LIMITS)
    if (seconds := whole(beside, LONGEST_GAME, SHORTEST_GAME)) is not None:
        limits.add(seconds)
    return [("", _("No limit")), *((seconds, phrases.duration(seconds)) for seconds in sorted(limits))]


def _short(control: TimeControl) -> str:
    if control.turn:
        return _("%(time)s per move") % {"time": phrases.duration(control.turn)}
    times = {"bank": phrases.duration(control.bank or 0), "more": phrases.duration(control.increment or 0)}
    return _("%(bank)s, plus %(more)s per move") % times


def _read(text: str) -> TimeControl | None:
    if parts := BANK_TEXT.fullmatch(text):
        bank, increment, cap = map(int, parts.groups())
        clock = WantedClock(Clock.BANK, None, bank, increment, cap, pauses=False)
    elif TURN_TEXT.fullmatch(text):
        clock = WantedClock(Clock.TURN, int(text), pauses=False)
    else:
        return None
    try:
        return time_control.agreed(clock)
    except refusals.Unreadable:
        return None


def _wanted(text: str, spans: Mapping[str, int | None]) -> WantedClock:
    """The clock with this text in the form. It doesn't pause."""
    if text == OWN_TURN:
        return WantedClock(Clock.TURN, spans["own_turn"], pauses=False)
    if text == OWN_BANK:
        bank, increment, cap = (spans[name] for name in ("own_bank", "own_increment", "own_cap"))
        return WantedClock(Clock.BANK, None, bank, increment, cap, pauses=False)
    return _as_wanted(_read(text) or TimeControl())


def _as_wanted(control: TimeControl) -> WantedClock:
    return WantedClock(control.kind, control.turn, control.bank, control.increment, control.cap, pauses=False)
