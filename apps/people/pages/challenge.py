"""Challenge a player with the settings of the last game: one sentence and one button."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import rules
from accounts import finding
from accounts.login.admission import for_accounts
from accounts.readers import current_user
from games.models import Game
from games.pages.first_choice import DEFAULTS, LINKED, first_choice
from games.pages.forms import NewGameForm
from people import queries
from rulebook import phrases
from rulebook.names import game_name
from rulebook.options import changes
from rulebook.ratable import may_be_rated
from rulebook.time_control import TimeControl


@never_cache
@require_safe
@for_accounts
def challenge(request: HttpRequest, username: str) -> HttpResponse:
    """What would be sent: the last game of the two, or else the reader's last new game, for two. The form goes to the
    page that challenges again, or to the page of a new game, which check it as always.
    """
    user, person = current_user(request), finding.account(username)
    if person == user:
        raise Http404
    invite = {"invite": person.username}
    if (last := queries.last_for_two(user, person)) is not None:
        ruleset, control, rated = last.rules, last.time_control, last.rated or last.met_enough
        to, sent, same = reverse("again", args=[last.public_id]), invite, {"variant": last.variant, "seats": "2"}
    else:
        chosen = _for_two(first_choice(request).initial)
        if not _form(chosen).is_valid():  # a game for three or more
            chosen = _for_two(DEFAULTS)
        ruleset, control, rated = _understood(_form(chosen))
        to, sent, same = reverse("new_game"), chosen | invite, dict[str, str]()
    context = {
        "person": person,
        "game": game_name(ruleset.key),
        "length": phrases.length(ruleset),
        "clock": phrases.clock_rule(control),
        "rated": rated and may_be_rated(ruleset, control),
        "changes": changes(ruleset) if last is not None else [],
        "to": to,
        "sent": sent.items(),
        "change": urlencode(same | invite),
        "invitable": bool(queries.invitable([person], user)),
        "is_here": person in queries.friends_here(user),
    }
    return render(request, "people/challenge.html", context)


def _for_two(chosen: dict[str, str]) -> dict[str, str]:
    """These values of the new-game form for two people, by link."""
    sent = {name: chosen[name] for name in LINKED if name in chosen and name != "pauses"}
    pauses = {"pauses": "on"} if chosen.get("pauses") != "0" else {}  # a checkbox
    return sent | pauses | {"seats": "2", "visibility": str(Game.Visibility.LINK)}


def _form(chosen: dict[str, str]) -> NewGameForm:
    return NewGameForm(chosen, ask_name=False)


def _understood(form: NewGameForm) -> tuple[rules.RuleSet, TimeControl, bool]:
    """The rules, the clock and whether it is rated."""
    assert form.is_valid()
    values = form.cleaned_data
    ruleset = rules.ruleset(values["variant"], form.options(), values["seats"])
    return ruleset, form.time_control(ruleset.sides), values["rated"]
