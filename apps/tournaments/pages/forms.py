"""The forms with which people enter and create tournaments."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.models import User
from games.pages.forms import NameField
from rulebook import choices, phrases
from rulebook.names import game_name
from tournaments import formats, plans
from tournaments.kinds import ONE_ROUND, FormatName, Pace, control
from tournaments.models import TITLE, Tournament
from tournaments.seating import Seating

LENGTHS = {
    "one": gettext_lazy("Games of one round"),
    "short": gettext_lazy("Short games"),
    "usual": gettext_lazy("Whole games"),
}


class EnterForm(forms.Form):
    """Entering a tournament: people without an account choose a name, and where two play together, a partner."""

    name = NameField()
    partner = forms.CharField(
        label=gettext_lazy("Your partner’s name (empty: we find you one)"), required=False, max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip

    def __init__(self, sent: Any = None, *, ask_name: bool, with_partner: bool, **kwargs: Any) -> None:
        super().__init__(sent, auto_id="enter_%s", **kwargs)
        if not ask_name:
            del self.fields["name"]
        if not with_partner:
            del self.fields["partner"]


class TournamentForm(forms.Form):
    """Everything has a default that works, so a name of the game is enough."""

    variant = forms.ChoiceField(label=gettext_lazy("Game"))
    format = forms.ChoiceField(label=gettext_lazy("Format"), choices=FormatName.choices, initial=FormatName.CUP)
    seating = forms.ChoiceField(label=gettext_lazy("At the table"), choices=Seating.choices, initial=Seating.DUEL)
    pace = forms.ChoiceField(label=gettext_lazy("Clock"), initial=Pace.USUAL)
    length = forms.ChoiceField(label=gettext_lazy("Length"), choices=[*LENGTHS.items()], initial="one")
    deals = forms.IntegerField(
        label=gettext_lazy("Games per match"), min_value=1, max_value=plans.MOST_DEALS, required=False
    )
    least = forms.IntegerField(label=gettext_lazy("Minimum entries"), min_value=3, max_value=64, initial=4)
    most = forms.IntegerField(label=gettext_lazy("Maximum entries"), min_value=3, max_value=64, initial=6)
    group_size = forms.IntegerField(label=gettext_lazy("Largest group"), min_value=3, max_value=8, initial=6)
    rounds = forms.IntegerField(label=gettext_lazy("Rounds"), min_value=0, max_value=11, required=False)
    at_once = forms.IntegerField(label=gettext_lazy("Matches at once"), min_value=1, max_value=5, initial=2)
    round_days = forms.IntegerField(
        label=gettext_lazy("Days per round"), min_value=1, max_value=plans.MOST_DAYS, required=False
    )
    starts_in = forms.IntegerField(label=gettext_lazy("Days until the start"), min_value=1, max_value=60, initial=7)
    rated = forms.BooleanField(label=pgettext_lazy("tournament", "Rated"), required=False, initial=True)
    entering = forms.ChoiceField(
        label=gettext_lazy("Who can enter"), choices=Tournament.Entering.choices, initial=Tournament.Entering.OPEN
    )
    programs = forms.BooleanField(label=gettext_lazy("Programs can enter, too"), required=False)
    computers = forms.ChoiceField(label=gettext_lazy("Fill with computers up to the minimum"), required=False)
    name = forms.CharField(label=pgettext_lazy("tournament", "Name"), required=False, max_length=TITLE)

    def __init__(self, sent: Any = None) -> None:
        super().__init__(sent, auto_id="new_%s")
        self.fields["variant"].initial = next(iter(choices.catalogue()))
        offered: dict[str, list[tuple[Any, Any]]] = {
            "variant": [(key, game_name(key)) for key in choices.catalogue()],
            "pace": [(pace, f"{pace.label}: {phrases.time_rule(control(pace))}") for pace in Pace],
            "computers": [("", _("No computers")), *User.Level.choices],
        }
        for name, texts in offered.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = texts

    def as_offered(self) -> "TournamentForm":
        """As somebody would send it who changes nothing."""
        return TournamentForm({name: field.initial or "" for name, field in self.fields.items()})

    def tournament(self, now: datetime) -> Tournament:
        """The unsaved tournament of a valid form. Raises `Unreadable`, as `unsaved` does."""
        return unsaved(self.cleaned_data, now)


def unsaved(chosen: Mapping[str, Any], now: datetime) -> Tournament:
    """The unsaved tournament that somebody has *chosen*, by the names of the form's fields. The game has to exist.

    None for `deals`, `rounds` or `round_days` is what suits the rest: as many games as players at a table, the usual
    rounds of the format, as many days as a round needs. Raises `Unreadable` if the game can't be played so.
    """
    seating, format_ = Seating(chosen["seating"]), formats.FORMATS[FormatName(chosen["format"])]
    seats = seating.seats(choices.catalogue()[chosen["variant"]].seats)
    own_terms = {name: usual if chosen[name] is None else chosen[name] for name, usual in format_.own_terms.items()}
    made = Tournament(
        name=" ".join(chosen["name"].split()),
        format=chosen["format"],
        seating=seating,
        variant=chosen["variant"],
        end=_end(chosen, seats, pairs=seating.has_partners),
        seats=seats,
        pace=chosen["pace"],
        rated=chosen["rated"] and not chosen["computers"],
        deals=chosen["deals"] or seats,
        least=chosen["least"],
        most=chosen["most"],
        computers=chosen["computers"],
        entering=chosen["entering"],
        programs=chosen["programs"],
        entries_end=now + timedelta(days=chosen["starts_in"]),
        **own_terms,
    )
    made.round_days = chosen["round_days"] or plans.usual_days(made)
    return made


def _end(chosen: Mapping[str, Any], seats: int, *, pairs: bool) -> str:
    """The option `end` of the games, from the chosen length."""
    length = chosen["length"]
    if length == "one":
        return ONE_ROUND
    game = choices.catalogue()[chosen["variant"]]
    pairs = pairs and seats in game.seats and game.pairs[seats] != "no"
    return choices.ends(game.key, seats, pairs=pairs).get(length, "") if seats in game.seats else ""
