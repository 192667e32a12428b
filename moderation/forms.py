from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from moderation.models import LONGEST_REASON, LONGEST_REPORT, LONGEST_SILENCE, Action, Report


class ReportForm(forms.Form):
    reason = forms.ChoiceField(label=_("What is wrong?"), choices=Report.Reason.choices, widget=forms.RadioSelect)
    text = forms.CharField(
        label=_("What should the moderators know?"), required=False, max_length=LONGEST_REPORT,
        widget=forms.Textarea(attrs={"rows": 4, "maxlength": LONGEST_REPORT}),
    )  # fmt: skip


class DecisionForm(forms.Form):
    kinds = forms.MultipleChoiceField(label=_("What is done"), widget=forms.CheckboxSelectMultiple)
    days = forms.IntegerField(
        label=_("Days of silence"), required=False, initial=7, min_value=1, max_value=LONGEST_SILENCE,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )  # fmt: skip
    note = forms.CharField(
        label=_("The reason"), required=False, max_length=LONGEST_REASON,
        help_text=_("The player reads it, unless there is nothing to do."),
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": LONGEST_REASON}),
    )  # fmt: skip

    def __init__(self, *args: Any, kinds: list[Action.Kind], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["kinds"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(kind.value, kind.label) for kind in kinds]
