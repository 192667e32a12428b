from collections.abc import Iterable

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from common.lines import Lines
from games.models import Game
from moderation.models import LONGEST_REASON, LONGEST_REPORT, LONGEST_SILENCE, Action, Report


class ReportForm(forms.Form):
    reason = forms.ChoiceField(label=_("What’s wrong?"), choices=Report.Reason.choices, widget=forms.RadioSelect)
    text = forms.CharField(
        label=_("What should the moderators know?"),
        required=False,
        max_length=LONGEST_REPORT,
        widget=Lines(attrs={"rows": 4, "maxlength": LONGEST_REPORT}),
    )


class PairForm(forms.Form):
    """The decision about a suspicious pair: whom to warn and which games to annul."""

    people = forms.MultipleChoiceField(label=_("Warn"), required=False, widget=forms.CheckboxSelectMultiple)
    games = forms.MultipleChoiceField(label=_("Annul"), required=False, widget=forms.CheckboxSelectMultiple)
    note = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_("The players will see it."),
        widget=Lines(attrs={"rows": 3, "maxlength": LONGEST_REASON}),
    )

    def __init__(self, data: QueryDict | None, *, people: Iterable[User], games: Iterable[Game]) -> None:
        super().__init__(data)
        for name, choices in (
            ("people", [(str(person.pk), person.name) for person in people]),
            ("games", [(game.public_id, game.public_id) for game in games]),
        ):
            field = self.fields[name]
            assert isinstance(field, forms.MultipleChoiceField)
            field.choices = choices

    def clean(self) -> None:
        if not (self.cleaned_data.get("people") or self.cleaned_data.get("games")):
            raise forms.ValidationError(_("Choose someone to warn or a game to annul."))


class DecisionForm(forms.Form):
    kinds = forms.MultipleChoiceField(label=_("Actions"), widget=forms.CheckboxSelectMultiple)
    days = forms.IntegerField(
        label=_("Days without chat"), required=False, initial=7, min_value=1, max_value=LONGEST_SILENCE,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )  # fmt: skip
    note = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=LONGEST_REASON,
        help_text=_("The player will see it, unless you take no action."),
        widget=Lines(attrs={"rows": 3, "maxlength": LONGEST_REASON}),
    )

    def __init__(self, data: QueryDict | None, *, kinds: list[Action.Kind]) -> None:
        super().__init__(data)
        field = self.fields["kinds"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(kind.value, kind.label) for kind in kinds]
