"""Forms that look for a game."""

from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.pages.forms import NameField
from matching import pools
from matching.actions import MOST_ORDERED
from matching.models import StandingOrder
from matching.pools import ANY, Pace, Wanted
from rulebook import well_known
from rulebook.names import game_name

LAST = "find"  # in the session: the last choice


def game_choices() -> list[tuple[str, Any]]:
    """All games by their number of players."""
    groups: dict[int, list[tuple[str, str]]] = {}
    for key, seats in pools.games():
        groups.setdefault(seats, []).append((f"{key}-{seats}", game_name(key)))
    return [
        (ngettext("%(n)d player", "%(n)d players", seats) % {"n": seats}, games)
        for seats, games in sorted(groups.items())
    ]


def _first_game() -> str:
    """For people of whom we know no game."""
    seated = set(pools.games())
    return next(f"{game.variant}-{game.seats}" for game in well_known.known() if (game.variant, game.seats) in seated)


class FindForm(forms.Form):
    """Which game, how fast, and rated or not. Strangers and guests play unrated, under the name in the form.
    *knows*: the reader may look for any of their games, as they have some (`queries.games_of`).
    """

    game = forms.ChoiceField(label=gettext_lazy("Which game?"), required=False)
    pace = forms.ChoiceField(label=gettext_lazy("Clock"), choices=Pace.choices, widget=forms.RadioSelect)
    rated = forms.BooleanField(label=gettext_lazy("Rated"), required=False)
    name = NameField()

    def __init__(self, data: Any = None, *, ask_name: bool, knows: bool = True, **kwargs: Any) -> None:
        super().__init__(data, auto_id="find_%s", **kwargs)
        field = self.fields["game"]
        assert isinstance(field, forms.ChoiceField)
        any_game = [(ANY, _("Any popular game") if ask_name else _("Any of my games"))] if knows else []
        field.choices = [*any_game, *game_choices()]
        if not knows and self.initial.get("game") == ANY:
            self.initial = {**self.initial, "game": _first_game()}
        del self.fields["rated" if ask_name else "name"]

    @property
    def wanted(self) -> Wanted:
        """What a valid form asks for."""
        chosen = self.cleaned_data
        variant, _dash, seats = chosen["game"].partition("-")
        return Wanted(Pace(chosen["pace"]), chosen.get("rated", False), variant, int(seats or 0))


class OrderForm(FindForm):
    """A standing order: the same choice, and the number of games."""

    games = forms.IntegerField(label=gettext_lazy("Games at once"), min_value=0, max_value=MOST_ORDERED, initial=3)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        pace = self.fields["pace"]
        assert isinstance(pace, forms.ChoiceField)
        pace.choices = [(each.value, each.label) for each in Pace if not each.is_live]
        if self.initial.get("pace") == Pace.LIVE:
            self.initial["pace"] = Pace.USUAL.value

    @staticmethod
    def of(order: StandingOrder) -> dict[str, object]:
        """The values of an order, by field."""
        wanted = order.wanted
        game = ANY if wanted.variant == ANY else f"{wanted.variant}-{wanted.seats}"
        return {"game": game, "pace": wanted.pace.value, "rated": wanted.rated, "games": order.games}


def initial(request: HttpRequest) -> dict[str, object]:
    """The choice in the link, such as after a game, or the last one."""
    last: dict[str, object] = {"game": ANY, "pace": Pace.USUAL.value, "rated": True} | request.session.get(LAST, {})
    linked = {name: request.GET[name] for name in ("game", "pace") if name in request.GET}
    return last | linked | ({"rated": request.GET["rated"] == "yes"} if "rated" in request.GET else {})


def remember(request: HttpRequest, form: FindForm) -> None:
    request.session[LAST] = {name: form.cleaned_data[name] for name in ("game", "pace", "rated") if name in form.fields}
