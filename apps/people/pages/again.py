"""Challenge the players of a past game again, with the same rules. Works long after the rematch button is gone."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache

from accounts.login.admission import for_accounts
from accounts.readers import current_user
from common import limits, refusals
from common.answers.attempts import attempt
from games import game_refusals
from games.shown.rows import row_of
from people import actions, queries
from people.naming import named
from people.pages.invitations import invited_words
from rulebook import engine_refusals
from rulebook.options import changes


@never_cache
@for_accounts
def again(request: HttpRequest, public_id: str) -> HttpResponse:
    user = current_user(request)
    try:
        game = queries.played(public_id, user)
    except refusals.Refused as refused:
        raise Http404(refused.counted().message) from None
    others = [seat.player for seat in game.seats.all() if seat.player is not None and seat.player != user]
    if request.method == "POST":
        with attempt(request), engine_refusals.as_refusals():
            limits.check("new_game", request)
            players = named(request.POST)
            if not {player.pk for player in players} <= {other.pk for other in others}:
                raise game_refusals.not_seated()
            if players:
                limits.check("invite", request)
            made, alone = actions.challenge_again(public_id=public_id, by=user, players=players, now=timezone.now())
            if alone is not None:
                messages.error(request, alone.counted().message)
            elif players:
                messages.success(request, invited_words(len(players), ", ".join(player.name for player in players)))
            return redirect(made)
        return redirect("again", public_id)
    willing = queries.invitable(others, user)
    invited = [other.username for other in others if other.pk in willing]
    same: list[tuple[str, str]] = [("variant", game.variant), ("seats", str(game.seats_number))]
    context = {
        "game": game,
        "row": row_of(game),
        "same_game": urlencode([*same, *(("invite", name) for name in invited)]),
        "changes": changes(game.rules),
        "others": [{"person": other, "invitable": other.pk in willing} for other in others],
    }
    return render(request, "people/again.html", context)
