"""The page of games to watch."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.shown.last_moves import last_moves
from games.watching import to_watch


@never_cache
@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """Public games in play, the most watched first."""
    found = to_watch(request.user, request.GET.get("skip", ""))
    shown = {"page": found.page, "watchers": found.watchers, "last": last_moves(found.page.rows, None)}
    return render(request, "games/watch.html", shown)
