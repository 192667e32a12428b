"""The forms with which people enter and create tournaments."""

from dataclasses import fields
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from common.wishes import WishForm
from games.pages.forms import NameField
from rulebook import choices
from tournaments.wishes import NewTournament


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


def offered() -> NewTournament:
    """The tournament of a form in which nothing was changed."""
    return NewTournament(next(iter(choices.catalogue())))


def tournament_form(sent: QueryDict | None = None) -> WishForm[NewTournament]:
    initial = {field.name: getattr(offered(), field.name) for field in fields(NewTournament)}
    return WishForm(NewTournament, sent, auto_id="new_%s", initial=initial)
