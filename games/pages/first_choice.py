"""Initial values of the new-game form: from the link, then from the player's last game. Newcomers get a short game."""

from dataclasses import dataclass

from django.http import HttpRequest

import rules
from common.numbers import whole
from games import queries
from games.models import Game
from games.pages import computer_seats
from games.pages.forms import NewGameForm
from rulebook import choices, clock_form, phrases, well_known
from rulebook.time_control import Speed

DEFAULTS = {
    "variant": "draw",  # the game that most people know
    "seats": "2",
    "clock": str(phrases.DAY),
    "tiles": "offered",
    "length": "usual",
    "visibility": Game.Visibility.LINK,
    "rated": "yes",
}
# What links such as /new/?variant=muggins can set.
LINKED = (*DEFAULTS, "quick", "pauses", "lasts", "misses", "misses_most")
LAST = "new_game"  # in the session: the choices for the last game created
# Without the visibility, which is meant for one game.
REMEMBERED = ("variant", "seats", "pairs", "tiles", "quick", "length", "rated")


@dataclass(frozen=True, slots=True)
class FirstChoice:
    """*initial*: values by form field. *suggested*: the rules of the game that we suggest to newcomers, if any.
    *games*: those that the player played, the last one first, then those known where the language is spoken.
    """

    initial: dict[str, str]
    suggested: rules.RuleSet | None
    games: list[str]


def first_choice(request: HttpRequest) -> FirstChoice:
    last: dict[str, str] = request.session.get(LAST, {})
    played = queries.variants_played(request.user) if request.user.is_authenticated else []
    newcomer = not last and not played
    linked = {name: request.GET[name] for name in LINKED if name in request.GET}
    game = choices.catalogue().get(linked.get("variant", ""))
    if game is not None:
        linked = {"seats": str(game.seats[0]), **linked}
        last = {name: value for name, value in last.items() if name not in {"pairs", "quick"}}
    if played and not last:
        last = {"variant": played[0], "seats": str(choices.catalogue()[played[0]].seats[0])}
    known = [start.variant for start in well_known.known()]
    initial = DEFAULTS | ({"variant": known[0], "length": "one"} if newcomer else last) | linked
    if game is None:
        initial["variant"] = _game_for(initial, known)
    initial["length"] = _possible_length(initial)
    chose_length = "length" in linked or ("length" in last and last.get("variant") == initial["variant"])
    if initial["length"] == "usual" and not chose_length and clock_form.speed_of(initial["clock"]) == Speed.DAYS:
        initial["length"] = choices.daily_length(initial["variant"], whole(initial["seats"]) or 0)
    suggested = None
    if newcomer and game is None and initial["length"] == "one":
        key = initial["variant"]
        suggested = rules.ruleset(key, {"end": "rounds:1"}, rules.VARIANTS[key].seats[0])
    return FirstChoice(initial | computer_seats.carried(request.GET), suggested, [*played, *known])


def remember(request: HttpRequest, form: NewGameForm) -> None:
    """Remember these choices for the next game."""
    chosen = {name: str(form.data[name]) for name in REMEMBERED if name in form.data}
    request.session[LAST] = chosen | clock_form.carried(form.data)


def _game_for(wished: dict[str, str], known: list[str]) -> str:
    """The wished game, or the best known one for so many players. The form reports other mistakes."""
    games = choices.catalogue()
    fit = [key for key in [*known, *games] if wished["seats"] in map(str, games[key].seats)]
    return wished["variant"] if wished["variant"] in fit or not fit else fit[0]


def _possible_length(wished: dict[str, str]) -> str:
    """The wished length, or the nearest one that the game has. The form reports other mistakes."""
    game, length = choices.catalogue().get(wished["variant"]), wished["length"]
    if game is None or wished["seats"] not in map(str, game.seats):
        return length
    seats = int(wished["seats"])
    possible = choices.ends(game.key, seats, pairs="pairs" in wished, tiles=wished["tiles"])
    nearest = {"one": ("one", "short", "usual"), **{each: (each, "usual") for each in ("three", "five", "long")}}
    return next((each for each in nearest.get(length, (length,)) if each in possible), length)
