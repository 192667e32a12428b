"""The forms of clubs."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.pages.forms import NameField


class JoinForm(forms.Form):
    """Joining by link: people without an account choose a name."""

    name = NameField()

    def __init__(self, *args: object, **more: object) -> None:
        super().__init__(*args, **more)  # type: ignore[arg-type]
        self.fields["name"].label = _("Your name in this club")


class CloseForm(forms.Form):
    """Closing a club: its owner types its name, so that nobody closes one by a slip."""

    name = forms.CharField(label=_("Type the club’s name to close it"), max_length=60)

    def __init__(self, *args: object, wanted: str, **more: object) -> None:
        super().__init__(*args, **more)  # type: ignore[arg-type]
        self.wanted = wanted

    def clean_name(self) -> str:
        typed: str = self.cleaned_data["name"]
        if typed.strip().casefold() != self.wanted.casefold():
            raise forms.ValidationError(_("That’s not the club’s name."))
        return typed
