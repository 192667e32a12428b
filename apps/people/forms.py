"""Forms of the pages about people."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.readers import Reader
from common.texts import Text
from games.after_move import HostsRated
from games.lobby import LENGTHS, SPEEDS
from people.models import LONGEST_ABOUT, LONGEST_WORDS, Invitation, Profile
from rulebook import choices

ANY = ("", _("All"))


class ProfileForm(forms.Form):
    """The reader's bio and who can invite them."""

    about = forms.CharField(
        label=_("Bio"),
        required=False,
        max_length=LONGEST_ABOUT,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Everyone can read this on your profile."),
    )
    invites = forms.ChoiceField(
        label=_("Who can invite me by name"), choices=Profile.Invites.choices, widget=forms.RadioSelect
    )

    def clean_about(self) -> str:
        return " ".join(self.cleaned_data["about"].split())


class DeclineForm(forms.Form):
    """The reason for declining an invitation."""

    reason = forms.ChoiceField(
        label=_("Why not?"), choices=Invitation.Reason.choices, initial="not_now", widget=forms.RadioSelect
    )
    words = forms.CharField(
        label=_("Message (optional)"),
        required=False,
        max_length=LONGEST_WORDS,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class LobbyForm(forms.Form):
    """Filters of the lobby. Ignores invalid values."""

    variant = forms.ChoiceField(label=_("Game"), required=False)
    seats = forms.TypedChoiceField(label=_("Players"), required=False, coerce=int, empty_value=None)
    speed = forms.ChoiceField(label=_("Clock"), required=False, choices=[ANY, *SPEEDS.items()])
    length = forms.ChoiceField(label=_("Length"), required=False, choices=[ANY, *LENGTHS.items()])
    rated = forms.TypedChoiceField(
        label=_("Rated"),
        required=False,
        coerce=lambda text: text == "yes",
        empty_value=None,
        choices=[ANY, ("yes", _("Rated")), ("no", _("Unrated"))],
    )
    near = forms.ChoiceField(  # only readers with a rating see it
        label=_("Host’s rating"), required=False, choices=[ANY, ("mine", _("Near mine (±150)"))]
    )

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        games = choices.catalogue()
        sizes = sorted({n for game in games.values() for n in game.seats})
        self._offer("variant", [ANY, *((game.key, game.name) for game in games.values())])
        self._offer("seats", [ANY, *((n, str(n)) for n in sizes)])

    def _offer(self, name: str, values: list[tuple[str | int, Text]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = values

    @property
    def for_all(self) -> list[forms.BoundField]:
        """The filters that every reader sees."""
        return [field for field in self if field.name != "near"]

    def wished(self, reader: Reader) -> dict[str, Any]:
        """The filters as arguments of `games.lobby.narrow`; None or "" if not set."""
        self.is_valid()
        wished = {name: self.cleaned_data.get(name) for name in self.fields}
        near = wished.pop("near")
        return wished | {"hosts": HostsRated(near=reader.pk) if near and reader.pk else None}
