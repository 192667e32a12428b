"""From game to game: an address that leads to the one that waits for the reader most urgently."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import queries


@never_cache
@require_safe
def next_game(request: HttpRequest) -> HttpResponse:
    """`?after=` names the game the reader comes from: played, or to be skipped. Good as a bookmark without it."""
    if request.user.pk is None:
        return redirect("my_games")
    if (found := queries.next_game(request.user.pk, request.GET.get("after", ""))) is not None:
        return redirect("table", found)
    waits = queries.waiting_count(request.user.pk)
    messages.info(request, _("No other game is waiting for you.") if waits else _("No game is waiting for you now."))
    return redirect("my_games")
