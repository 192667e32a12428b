"""Forms for games with computers."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.reserved import OF_COMPUTERS
from bots.queries import FIRST_LEVEL
from games.pages import computer_seats
from rulebook import choices, well_known
from rulebook.listed import game_choices

LAST = "computer"  # session key: the choices of the last game against computers


class PlayComputerForm(forms.Form):
    """A game against computers that starts at once. Every field has a default."""

    variant = forms.ChoiceField(label=gettext_lazy("Game"))
    level = forms.ChoiceField(label=gettext_lazy("Against"))
    seats = forms.TypedChoiceField(label=gettext_lazy("Players"), coerce=int, required=False, empty_value=None)
    pairs = forms.BooleanField(label=gettext_lazy("In pairs, with partners facing each other"), required=False)
    length = forms.ChoiceField(label=gettext_lazy("Length"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = choices.catalogue()
        numbers = sorted({n for game in games.values() for n in game.seats})
        levels = [
            (level.value, _("%(level)s: %(name)s") % {"level": level.label, "name": OF_COMPUTERS[level][0]})
            for level in User.Level
        ]
        offered: dict[str, Sequence[tuple[object, Any]]] = {
            "variant": game_choices(),
            "level": levels,
            "seats": [("", _("fewest possible")), *((n, str(n)) for n in numbers)],
            "length": [
                ("usual", _("Default")),
                ("one", _("One round")),
                ("three", _("Three rounds")),
                ("five", _("Five rounds")),
                ("short", _("Half as long")),
            ],
        }
        for name, values in offered.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = values
        first = {} if "variant" in self.initial else asdict(well_known.known()[0])
        self.initial = {"level": FIRST_LEVEL.value, "length": "usual", **first, **self.initial}

    def clean(self) -> dict[str, object]:
        super().clean()
        chosen = self.cleaned_data
        if self.errors:
            return chosen
        game = choices.catalogue()[chosen["variant"]]
        chosen["seats"] = seats = chosen["seats"] or game.seats[0]
        if seats not in game.seats:
            allowed = ", ".join(str(n) for n in game.seats)
            self.add_error(
                "seats",
                _("Choose another number of players. %(game)s allows: %(n)s.") % {"game": game.name, "n": allowed},
            )
        elif chosen["pairs"] and game.pairs[seats] == "no":
            self.add_error("pairs", _("You can’t play %(game)s in pairs with this many players.") % {"game": game.name})
        elif chosen["length"] not in ("", "usual", *choices.ends(game.key, seats, pairs=chosen["pairs"])):
            self.add_error("length", _("You can’t play %(game)s at this length.") % {"game": game.name})
        return chosen

    def options(self) -> dict[str, object]:
        """The options to change, as records name them."""
        chosen = self.cleaned_data
        key, seats, pairs = chosen["variant"], chosen["seats"], chosen["pairs"]
        options = choices.offered(key, seats)
        if pairs and choices.catalogue()[key].pairs[seats] == "may":
            options["pairs"] = True
        if chosen["length"] not in ("", "usual"):
            options["end"] = choices.ends(key, seats, pairs=pairs)[chosen["length"]]
        return options


def wished(request: HttpRequest) -> dict[str, object]:
    """The initial values of a `PlayComputerForm`: the player's last choice, or what the link says, such as
    /computers/?variant=muggins&level=good.
    """
    asked = {name: request.GET[name] for name in PlayComputerForm.base_fields if name in request.GET}
    last: dict[str, object] = request.session.get(LAST, {})
    kept = ("level",) if "variant" in asked else last  # players and pairs belong to the game
    return {name: last[name] for name in kept if name in last} | asked


class FillForm(forms.Form):
    """Which computers take the free seats of an open game: a level, or nobody, for each."""

    def __init__(self, *args: Any, free: list[int], **kwargs: Any) -> None:
        """*free*: the numbers of the seats."""
        super().__init__(*args, **kwargs)
        self.fields.update(computer_seats.seat_fields(free))
        self.initial = dict.fromkeys(self.fields, FIRST_LEVEL.value)

    def levels(self) -> dict[int, str]:
        """By seat."""
        return computer_seats.chosen_levels(self.cleaned_data)
