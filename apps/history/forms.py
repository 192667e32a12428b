from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from accounts import finding
from accounts.models import User
from common import refusals
from common.texts import Text
from history.models import LONGEST_TITLE, Meeting
from history.past_games import Wanted
from rulebook.names import game_name

LONGEST_SEARCH = 60


class DayField(forms.DateField):
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")

    def __init__(self, label: Text) -> None:
        super().__init__(label=label, required=False, input_formats=["%Y-%m-%d"])
        self.error_messages["invalid"] = gettext_lazy("Enter a date that exists.")


class WantedForm(forms.Form):
    """Which of the reader's games to list, and *on* which day the list begins; read from the address.

    An invalid field shows an error and filters nothing.
    """

    opponent = forms.CharField(label=gettext_lazy("Played with"), required=False, max_length=LONGEST_SEARCH)
    variant = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    result = forms.ChoiceField(label=gettext_lazy("Result"), required=False)
    since = DayField(gettext_lazy("From"))
    until = DayField(gettext_lazy("Until"))
    rated = forms.ChoiceField(label=gettext_lazy("Rated"), required=False)
    on = DayField(gettext_lazy("Go to a day"))
    player = forms.CharField(required=False, max_length=150, widget=forms.HiddenInput)  # the user name of one person

    def __init__(self, asked: QueryDict) -> None:
        super().__init__(asked)
        self._choices("variant", _("All games"), [(key, game_name(key)) for key in rules.VARIANTS])
        self._choices("result", _("All results"), list(Meeting.Result.choices))
        self._choices("rated", _("Rated or not"), [("yes", _("Rated")), ("no", _("Unrated"))])
        self.fields["opponent"].widget.attrs |= {"type": "search", "autocomplete": "off", "placeholder": _("Name")}

    def _choices(self, name: str, all_of_them: str, choices: list[tuple[str, Text]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", all_of_them), *choices]

    def clean_player(self) -> User | None:
        if not (name := self.cleaned_data["player"]):
            return None
        try:
            return finding.anybody(name)
        except refusals.NotFound as refused:
            raise forms.ValidationError(refused.counted().message) from None

    def filled(self) -> list[tuple[str, str]]:
        """The filters in the address, without the day."""
        return [(name, value) for name in self.fields if name != "on" and (value := self.data.get(name, ""))]

    def wanted(self) -> Wanted:
        self.is_valid()
        found = self.cleaned_data
        return Wanted(
            opponent=found.get("opponent", ""),
            person=found.get("player"),
            variant=found.get("variant", ""),
            result=found.get("result", ""),
            since=found.get("since"),
            until=found.get("until"),
            rated={"yes": True, "no": False}.get(found.get("rated", "")),
        )


class OpponentsForm(forms.Form):
    """Filters for opponents, as above."""

    opponent = forms.CharField(label=gettext_lazy("Name starts with"), required=False, max_length=LONGEST_SEARCH)
    computers = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, asked: QueryDict) -> None:
        super().__init__(asked)
        self.fields["opponent"].widget.attrs |= {"type": "search", "autocomplete": "off"}


class TitleForm(forms.Form):
    title = forms.CharField(label=gettext_lazy("Title"), max_length=LONGEST_TITLE)
