from datetime import time
from itertools import groupby

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.rest import zones


def zone_choices() -> list[tuple[str, str] | tuple[str, list[tuple[str, str]]]]:
    """The time zones by continent: “Kyiv” under its heading rather than “Europe/Kyiv”."""
    places = [name for name in zones() if "/" in name]
    grouped = groupby(places, key=lambda name: name.partition("/")[0])
    return [
        ("UTC", _("UTC (no location)")),
        *((region, [(name, _place(name)) for name in names]) for region, names in grouped),
    ]


def _place(name: str) -> str:
    return name.partition("/")[2].replace("_", " ").replace("/", " – ")


class HoursForm(forms.Form):
    """When a player's clocks pause: time zone, weekends off and quiet hours."""

    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone"))
    weekend_pause = forms.BooleanField(label=gettext_lazy("Pause my clocks on weekends"), required=False)
    quiet_from = forms.TimeField(
        label=gettext_lazy("Quiet from"), required=False, widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )
    quiet_to = forms.TimeField(
        label=gettext_lazy("until"), required=False, widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )

    def __init__(self, data: QueryDict | None = None, *, initial: dict[str, object], guess: bool) -> None:
        """*guess*: the player hasn't chosen a zone yet, so suggest the browser's."""
        super().__init__(data, initial=initial)
        field = self.fields["time_zone"]
        if guess:
            field.widget.attrs["data-guess"] = ""
        assert isinstance(field, forms.ChoiceField)
        field.choices = zone_choices()

    def clean(self) -> None:
        chosen = self.cleaned_data
        if not self.errors and (chosen["quiet_from"] is None) != (chosen["quiet_to"] is None):
            self.add_error("quiet_to", _("Give both a start and an end for your quiet hours, or neither."))

    @property
    def quiet(self) -> tuple[time, time] | None:
        since, until = self.cleaned_data["quiet_from"], self.cleaned_data["quiet_to"]
        return None if since is None else (since, until)


class HolidayForm(forms.Form):
    """The first and last day of a vacation."""

    first = forms.DateField(
        label=gettext_lazy("First day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    last = forms.DateField(
        label=gettext_lazy("Last day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
