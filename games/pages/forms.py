"""Forms of the pages. They check what a person typed; the actions check everything once more."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import names
from accounts.pages.forms import NicknameField
from common.numbers import whole
from games.models import Game
from games.pages import computer_seats
from rulebook import choices
from rulebook.clock_form import ClockForm

LONGEST_NAME = names.LONGEST


class NameField(NicknameField):
    """The name the other players see, prefilled with a suggestion for guests."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            label=gettext_lazy("Your name in this game"),
            widget=forms.TextInput(attrs={"autocomplete": "nickname", "data-select": ""}),
            error_messages={"required": gettext_lazy("Enter a name that the other players will see.")},
            **kwargs,
        )


class ShuffleSeedField(forms.CharField):
    """The player's share in the shuffle. The browser fills it in; without scripts the server draws one."""

    def __init__(self) -> None:
        super().__init__(required=False, max_length=64, widget=forms.HiddenInput)


class JoinForm(forms.Form):
    """Joining a game: guests choose a name, and a seat where it matters."""

    name = NameField()
    seat = forms.IntegerField(required=False, min_value=0, max_value=11, widget=forms.HiddenInput)
    shuffle_seed = ShuffleSeedField()

    def __init__(self, *args: Any, ask_name: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not ask_name:
            del self.fields["name"]


class NewGameForm(ClockForm):
    variant = forms.ChoiceField(label=gettext_lazy("Game"), widget=forms.RadioSelect)
    seats = forms.TypedChoiceField(label=gettext_lazy("Players"), coerce=int, widget=forms.RadioSelect)
    pairs = forms.BooleanField(label=gettext_lazy("In pairs, with partners facing each other"), required=False)
    tiles = forms.ChoiceField(label=gettext_lazy("Tile set"), required=False, widget=forms.RadioSelect)
    quick = forms.BooleanField(
        label=gettext_lazy("Quick start: lay all you can on your own train at once"), required=False
    )
    length = forms.ChoiceField(label=gettext_lazy("Length"))
    visibility = forms.ChoiceField(
        label=gettext_lazy("Who can join"), choices=Game.Visibility.choices, widget=forms.RadioSelect
    )
    rated = forms.TypedChoiceField(
        label=gettext_lazy("Rating"),
        required=False,
        widget=forms.RadioSelect,
        empty_value=True,  # type: ignore[arg-type]  # what the stubs take for text is what `coerce` gives
        coerce="yes".__eq__,
    )
    name = NameField()
    shuffle_seed = ShuffleSeedField()

    def __init__(self, *args: Any, ask_name: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = choices.catalogue()
        self._offer("variant", [(game.key, game.name) for game in games.values()])
        self._offer("seats", [(n, str(n)) for n in sorted({n for game in games.values() for n in game.seats})])
        self._offer("tiles", [(name, self._sets.get(name, "")) for name in choices.SETS])
        self._offer(
            "length",
            [
                ("one", _("One round")),  # the short ones first: by correspondence a game is long
                ("three", _("Three rounds")),
                ("five", _("Five rounds")),
                ("short", _("Half as long")),
                ("usual", _("Default")),
                ("long", _("Twice as long")),
            ],
        )
        self._offer(
            "visibility",
            [
                (Game.Visibility.LINK, _("Only people with the link")),
                (Game.Visibility.PUBLIC, _("Everyone: listed with the open games")),
            ],
        )
        most = max(n for game in games.values() for n in game.seats)
        self.fields.update(computer_seats.seat_fields(range(1, most)))
        self._offer("rated", [("yes", _("Rated: counts for the players’ ratings")), ("no", _("Unrated"))])
        del self.fields["rated" if ask_name else "name"]  # only games of accounts are rated

    @property
    def _sets(self) -> dict[str, str]:
        """The sets of tiles of the chosen game, in words."""
        game = choices.catalogue().get(str(self["variant"].value()))
        seats = whole(str(self["seats"].value()))
        return choices.sets_in_words(game.key, seats) if game and seats in game.seats else {}

    @property
    def sets(self) -> list[dict[str, object]]:
        """The choices of *tiles*, each with whether the chosen game has it and whether it's chosen."""
        possible, chosen = self._sets, self["tiles"].value()
        if len(possible) > 1 and chosen not in possible:
            chosen = next(iter(possible))
        return [
            {"name": name, "label": label, "possible": name in possible, "chosen": name == chosen}
            for name, label in self.fields["tiles"].choices  # type: ignore[attr-defined]
        ]

    @property
    def computer_fields(self) -> list[forms.BoundField]:
        """One field for each seat but the first: a person or a computer."""
        return [field for field in self.visible_fields() if field.name.startswith(computer_seats.PREFIX)]

    @property
    def seats_to_look_at(self) -> bool:
        """Whether a computer is chosen for a seat, or a seat field has errors."""
        return any(field.value() or field.errors for field in self.computer_fields)

    def computers(self, seats: int) -> dict[int, str]:
        """Computer levels by seat, in a game with this number of *seats*. Seats beyond it are ignored."""
        chosen = computer_seats.chosen_levels(self.cleaned_data)
        return {number: level for number, level in chosen.items() if number < seats}

    def _offer(self, name: str, values: Sequence[tuple[object, object]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = values

    def clean(self) -> dict[str, object]:
        super().clean()
        chosen = self.cleaned_data
        if self.errors:
            return chosen
        game, seats = choices.catalogue()[chosen["variant"]], chosen["seats"]
        if seats not in game.seats:
            allowed = ", ".join(str(n) for n in game.seats)
            self.add_error(
                "seats",
                _("Choose another number of players. %(game)s allows: %(n)s.") % {"game": game.name, "n": allowed},
            )
            return chosen
        if chosen["pairs"] and game.pairs[seats] == "no":
            self.add_error("pairs", _("You can’t play %(game)s in pairs with this many players.") % {"game": game.name})
        elif chosen["length"] not in choices.ends(game.key, seats, pairs=chosen["pairs"], tiles=chosen["tiles"]):
            self.add_error("length", _("You can’t play %(game)s at this length.") % {"game": game.name})
        return chosen

    def options(self) -> dict[str, object]:
        """The options to change, as records name them."""
        chosen = self.cleaned_data
        key, seats, pairs = chosen["variant"], chosen["seats"], chosen["pairs"]
        options = choices.chosen_set(key, seats, chosen["tiles"])
        if chosen["quick"]:
            options |= choices.quick(key, seats)
        if pairs and choices.catalogue()[key].pairs[seats] == "may":
            options["pairs"] = True
        if chosen["length"] != "usual":
            options["end"] = choices.ends(key, seats, pairs=pairs, tiles=chosen["tiles"])[chosen["length"]]
        return options
