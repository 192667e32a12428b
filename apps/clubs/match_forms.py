"""The form of a match of clubs."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.match_wishes import MatchTerms
from common.wishes import WishForm
from rulebook import well_known


class MatchForm(WishForm[MatchTerms]):
    """The club that is challenged, and the terms."""

    opponent = forms.CharField(
        label=_("The other club’s address"), required=False, max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip

    def __init__(self, sent: Any = None, **more: Any) -> None:
        super().__init__(MatchTerms, sent, auto_id="match_%s", **more)
        self.fields["variant"].initial = well_known.known()[0].variant
