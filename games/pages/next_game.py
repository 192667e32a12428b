"""An address that redirects to the most urgent game where it's the reader's turn."""

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
    """`?after=` is the game the reader comes from, to skip it. Without it, the address works as a bookmark."""
    if request.user.pk is None:
        return redirect("my_games")
    if (found := queries.next_game(request.user.pk, request.GET.get("after", ""))) is not None:
        return redirect("table", found)
    waits = queries.waiting_count(request.user.pk)
    messages.info(request, _("No other game is waiting for you.") if waits else _("No game is waiting for you now."))
    return redirect("my_games")
