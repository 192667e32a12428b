"""Forms of the pages about people."""

from django import forms
from django.utils.translation import gettext_lazy as _

from common.lines import Lines
from people.models import LONGEST_ABOUT, Profile


class ProfileForm(forms.Form):
    """The reader's bio, who can invite them and who can message them."""

    about = forms.CharField(
        label=_("Bio"),
        required=False,
        max_length=LONGEST_ABOUT,
        widget=Lines(attrs={"rows": 3}),
        help_text=_("Everyone can read this on your profile."),
    )
    invites = forms.ChoiceField(
        label=_("Who can invite me by name"), choices=Profile.Invites.choices, widget=forms.RadioSelect
    )
    letters = forms.ChoiceField(
        label=_("Who can message me"),
        choices=Profile.Invites.choices,
        widget=forms.RadioSelect,
        help_text=_("If you write to a player, they can always reply."),
    )

    def clean_about(self) -> str:
        return " ".join(self.cleaned_data["about"].split())
