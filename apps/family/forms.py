"""Forms of the pages of family tables."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import names
from accounts.pages.forms import NicknameField, TidyField
from family.models import LONGEST_TITLE, MOST_NAMES
from rulebook import choices, well_known
from rulebook.clock_form import OWN_BANK, OWN_TURN, ClockForm
from rulebook.listed import by_place
from rulebook.time_control import DAY

LONGEST_LIST = 2 * MOST_NAMES * (names.LONGEST + 2)  # characters


class NamesField(forms.CharField):
    """Names: one a line, or with commas between them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST_LIST, widget=forms.Textarea(attrs={"rows": 4}), **kwargs)

    def to_python(self, value: object) -> list[str]:  # type: ignore[override]
        field = NicknameField(required=False)
        lines = re.split(r"[\n,;]", super().to_python(value) or "")
        return [name for line in lines if (name := field.clean(line))]

    def run_validators(self, value: Any) -> None:
        super().run_validators("\n".join(value))


def _sizes(seats: Sequence[int]) -> str:
    """“2–6”, or “4”."""
    return f"{seats[0]}–{seats[-1]}" if len(seats) > 1 else str(seats[0])


class TermsForm(forms.Form):
    """The table's name and what is played there. *names*: to add."""

    title = TidyField(label=gettext_lazy("Name of the table"), max_length=LONGEST_TITLE)
    names = NamesField(label=gettext_lazy("Names, with a comma between them"), required=False)
    variant = forms.ChoiceField(label=gettext_lazy("Game"))
    length = forms.ChoiceField(label=gettext_lazy("Length"), initial="usual")
    pairs = forms.BooleanField(label=gettext_lazy("Play in pairs if four are ready"), required=False)
    clock = forms.ChoiceField(label=gettext_lazy("Clock"), initial=str(3 * DAY))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        lengths = [
            ("one", _("One round")), ("three", _("Three rounds")), ("five", _("Five rounds")),
            ("short", _("Half as long")), ("usual", _("Default")), ("long", _("Twice as long")),
        ]  # fmt: skip
        clocks = ClockForm().fields["clock"].choices  # type: ignore[attr-defined]
        without_own = [group for group in clocks if group[1][0][0] not in {OWN_TURN, OWN_BANK}]
        for name, offered in (
            (
                "variant",
                [
                    (str(place.title), [(game.key, f"{game.name} ({_sizes(game.seats)})") for game in games])
                    for place, games in by_place()
                ],
            ),
            ("length", lengths),
            ("clock", without_own),
        ):
            self.fields[name].choices = offered  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        super().clean()
        chosen = self.cleaned_data
        game = choices.catalogue().get(chosen.get("variant", ""))
        if game and "length" in chosen:
            possible = set().union(*(choices.ends(game.key, n, pairs=chosen["pairs"]) for n in game.seats))
            if chosen["length"] not in possible:
                self.add_error("length", _("You can’t play %(game)s at this length.") % {"game": game.name})
        return chosen

    @property
    def terms(self) -> dict[str, Any]:
        """What `Family` stores of a valid form."""
        return {name: self.cleaned_data[name] for name in ("title", "variant", "pairs", "length", "clock")}


class NewForm(TermsForm):
    """A new table."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["names"].required = True
        first = well_known.known()[0]
        self.initial = {"variant": first.variant, "pairs": first.pairs, **self.initial}

    def clean_names(self) -> list[str]:
        chosen: list[str] = self.cleaned_data["names"]
        if len(chosen) < 2:
            raise forms.ValidationError(_("Write two names or more: yours, and those of your family."))
        return chosen


class NameForm(forms.Form):
    """Another name for one of the table."""

    name = NicknameField(label=gettext_lazy("Name"))
