"""Forms of the house-rules pages. `editor` reads the options of a game."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.pages.forms import NewGameForm
from rulebook.clock_form import ClockForm
from rulebook.models import LONGEST_NAME


class PlayForm(NewGameForm):
    """The rest of the new-game form, for a game whose rules are already chosen."""

    def __init__(self, *args: Any, possible_seats: list[int] | None = None, **kwargs: Any) -> None:
        """*possible_seats*: the numbers of players to choose from; None if that is already chosen."""
        super().__init__(*args, **kwargs)
        for name in ("variant", "pairs", "tiles", "quick", "length"):
            del self.fields[name]
        if possible_seats is None:
            del self.fields["seats"]
        else:
            self._offer("seats", [(n, str(n)) for n in possible_seats])

    def clean(self) -> dict[str, object]:
        return ClockForm.clean(self)  # the rules were checked as a whole


class SaveForm(forms.Form):
    """A name for rules. The field isn't called “name”, because the player's name on the same page is."""

    title = forms.CharField(
        label=_("Name of these rules"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Give these rules a name.")},
    )
